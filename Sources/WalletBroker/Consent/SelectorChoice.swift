/// An app the person can select.
public struct SelectorChoice: Sendable, Hashable {
    /// The provider's name in the registry.
    public let provider: String
    /// What people call it.
    public let displayName: String
    /// A picture (PNG), if it has one.
    public let icon: [UInt8]?
    /// Types of its documents that can answer.
    public let documentTypes: [String]

    /// Describes a choice.
    public init(provider: String, displayName: String, icon: [UInt8]?, documentTypes: [String]) {
        self.provider = provider
        self.displayName = displayName
        self.icon = icon
        self.documentTypes = documentTypes
    }
}
