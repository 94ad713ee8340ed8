public import WalletBroker

/// A provider as the person sees it in the settings.
public struct ProviderSetting: Sendable, Hashable {
    /// Its name in the registry.
    public let provider: String
    /// What people call it.
    public let displayName: String
    /// A picture (PNG), if it has one.
    public let icon: [UInt8]?
    /// The program it is, by its path.
    public let program: String
    /// Types of documents it may present.
    public let documentTypes: [String]
    /// How many documents it has registered.
    public let documentCount: Int
    /// What was decided.
    public let authorization: ProviderAuthorization

    /// Describes a provider.
    public init(
        provider: String, displayName: String, icon: [UInt8]?, program: String, documentTypes: [String], documentCount: Int,
        authorization: ProviderAuthorization
    ) {
        self.provider = provider
        self.displayName = displayName
        self.icon = icon
        self.program = program
        self.documentTypes = documentTypes
        self.documentCount = documentCount
        self.authorization = authorization
    }
}
