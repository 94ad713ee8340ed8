public import WalletBroker

/// What the person decides about providers.
public protocol ProviderSettings: Sendable {
    /// The installed providers, in the order to show them in.
    func providers() async throws -> [ProviderSetting]
    /// Records a decision; a provider that waits for it learns of it.
    func decide(_ authorization: ProviderAuthorization, about provider: String) async throws
}
