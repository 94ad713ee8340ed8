package import IdentityDocumentServices

/// A provider, served by its process.
@MainActor package final class ProvidedScene<Provider: IdentityDocumentProvider>: ProviderScene {
    private let provider: Provider

    /// Serves a provider.
    package init(_ provider: Provider) { self.provider = provider }

    package func updateRegistrations() async throws { try await provider.performRegistrationUpdates() }

    package func stores(anyOf documentIdentifiers: [String]) async -> Bool { await provider.stores(anyOf: documentIdentifiers) }

    package func open(_ context: ISO18013MobileDocumentRequestContext) async -> any OpenScene {
        provider.body.opened(context) ?? OpenSheet(EmptyView(), context)
    }
}
