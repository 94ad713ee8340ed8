import BrokerPages
import WalletBroker

/// What the settings and the question about a new provider show and decide.
struct WindowSettings: ProviderSettings {
    let desk: ProviderDesk
    let windows: BrowserWindows

    func providers() async throws -> [ProviderSetting] {
        var settings: [ProviderSetting] = []
        for provider in desk.providers {
            settings.append(
                ProviderSetting(
                    provider, authorization: try await desk.authorization(of: provider.name),
                    documentCount: try await desk.documentCount(of: provider.name)))
        }
        return settings
    }

    func decide(_ authorization: ProviderAuthorization, about provider: String) async throws {
        try await desk.decide(authorization, about: provider)
        await windows.decided(authorization == .authorized, about: provider)
    }
}
