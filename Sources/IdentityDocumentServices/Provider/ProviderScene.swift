/// What a provider's program does with the broker's commands.
package protocol ProviderScene: Sendable {
    /// Brings the registrations in line with what is stored; throws where it could not.
    func updateRegistrations() async throws
    /// Opens a scene for a request.
    func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene
}
