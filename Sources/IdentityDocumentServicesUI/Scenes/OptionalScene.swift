import IdentityDocumentServices

/// A scene that may be left out.
public struct OptionalScene<Scene: IdentityDocumentRequestScene>: IdentityDocumentRequestScene, OpeningScene {
    private let scene: Scene?

    init(_ scene: Scene?) { self.scene = scene }

    func open(_ context: ISO18013MobileDocumentRequestContext) -> (any OpenScene)? { scene?.opened(context) }
}
