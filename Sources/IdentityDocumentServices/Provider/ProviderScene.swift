/// What a provider's program does with the broker's commands.
package protocol ProviderScene: Sendable {
    /// Brings the registrations in line with what is stored; throws where it could not.
    func updateRegistrations() async throws
    /// Whether one of the documents that the system has found for a request is still there.
    func stores(anyOf documentIdentifiers: [String]) async -> Bool
    /// Opens a scene for a request.
    func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene
}

extension ProviderScene {
    /// Where nobody looks, what was registered is taken to be there.
    package func stores(anyOf documentIdentifiers: [String]) async -> Bool { true }
}
