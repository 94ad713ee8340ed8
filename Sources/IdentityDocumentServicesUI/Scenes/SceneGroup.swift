import IdentityDocumentServices

/// Scenes of which the first that is for a request opens.
public struct SceneGroup: IdentityDocumentRequestScene, OpeningScene {
    private let scenes: [any IdentityDocumentRequestScene]

    init(_ scenes: [any IdentityDocumentRequestScene]) { self.scenes = scenes }

    func open(_ context: ISO18013MobileDocumentRequestContext) -> (any OpenScene)? {
        for scene in scenes { if let opened = scene.opened(context) { return opened } }
        return nil
    }
}
