import IdentityDocumentServices

/// A scene as this module opens it.
@MainActor protocol OpeningScene: IdentityDocumentRequestScene {
    /// Opens it for a request; nil where it is not for requests of this kind.
    func open(_ context: ISO18013MobileDocumentRequestContext) -> (any OpenScene)?
}

extension IdentityDocumentRequestScene {
    func opened(_ context: ISO18013MobileDocumentRequestContext) -> (any OpenScene)? { (self as? any OpeningScene)?.open(context) }
}
