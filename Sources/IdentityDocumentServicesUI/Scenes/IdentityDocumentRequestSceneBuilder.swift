/// Puts a provider's scenes together.
@MainActor @resultBuilder
public struct IdentityDocumentRequestSceneBuilder {
    /// One scene.
    public static func buildBlock<Scene: IdentityDocumentRequestScene>(_ scene: Scene) -> Scene { scene }

    /// Two scenes.
    public static func buildBlock(_ first: some IdentityDocumentRequestScene, _ second: some IdentityDocumentRequestScene) -> SceneGroup {
        SceneGroup([first, second])
    }

    /// A scene that may be left out.
    public static func buildOptional<Scene: IdentityDocumentRequestScene>(_ scene: Scene?) -> OptionalScene<Scene> { OptionalScene(scene) }

    /// A scene that newer systems have.
    public static func buildLimitedAvailability(_ scene: some IdentityDocumentRequestScene) -> SceneGroup { SceneGroup([scene]) }
}
