package import BrokerPages
package import WalletBroker

/// Three installed providers, in memory.
package actor SettingsDouble: ProviderSettings {
    package private(set) var authorizations: [String: ProviderAuthorization] = ["wallet": .authorized]

    package init() {}

    package func providers() -> [ProviderSetting] {
        SessionDouble.choices.map {
            ProviderSetting(
                InstalledProvider(
                    name: $0.provider, displayName: $0.displayName, icon: $0.icon, program: "/opt/\($0.provider)/bin/provider",
                    documentTypes: Set($0.documentTypes)),
                authorization: authorizations[$0.provider] ?? .notDetermined, documentCount: $0.provider == "wallet" ? 2 : 0)
        }
    }

    package func decide(_ authorization: ProviderAuthorization, about provider: String) { authorizations[provider] = authorization }
}
