public import WalletBroker

/// A provider as the person sees it in the settings.
public struct ProviderSetting: Sendable, Hashable {
    /// The provider.
    public let provider: InstalledProvider
    /// What was decided.
    public let authorization: ProviderAuthorization
    /// How many documents it has registered.
    public let documentCount: Int

    /// Describes a provider.
    public init(_ provider: InstalledProvider, authorization: ProviderAuthorization, documentCount: Int) {
        self.provider = provider
        self.authorization = authorization
        self.documentCount = documentCount
    }
}
