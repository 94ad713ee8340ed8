/// Knows the window from which a person is asked.
@MainActor
public protocol IdentityDocumentPresentmentControllerPresentationContextProviding: AnyObject {
    /// The window; nil where the page that asks is not to be seen any more.
    func presentationAnchorForPresentmentController(
        _ controller: any IdentityDocumentPresentmentControlling
    ) -> IdentityDocumentPresentationAnchor?
}
