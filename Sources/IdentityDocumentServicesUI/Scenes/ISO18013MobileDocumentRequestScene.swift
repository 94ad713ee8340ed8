public import IdentityDocumentServices

/// What a provider shows for a request for mobile documents (ISO/IEC TS 18013-7, Annex C).
public struct ISO18013MobileDocumentRequestScene<Content: View>: IdentityDocumentRequestScene, OpeningScene {
    private let content: @MainActor (ISO18013MobileDocumentRequestContext) -> Content

    /// Makes a scene of a view.
    ///
    /// - Parameter content: makes the view from what is known of the request and the two ways in which it can end; called once for each
    ///   request.
    public init(@ViewBuilder content: @escaping @MainActor (ISO18013MobileDocumentRequestContext) -> Content) { self.content = content }

    func open(_ context: ISO18013MobileDocumentRequestContext) -> (any OpenScene)? { OpenSheet(content(context), context) }
}
