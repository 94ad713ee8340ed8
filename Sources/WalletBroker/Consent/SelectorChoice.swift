/// An app the person can select.
public struct SelectorChoice: Sendable, Hashable {
    /// A document of the app.
    public struct Document: Sendable, Hashable {
        /// Its name in the app's own storage, which says nothing to people.
        public let identifier: String
        /// Its type.
        public let type: String

        /// Describes a document.
        public init(identifier: String, type: String) {
            self.identifier = identifier
            self.type = type
        }
    }

    /// The provider's name in the registry.
    public let provider: String
    /// What people call it.
    public let displayName: String
    /// A picture (PNG), if it has one.
    public let icon: [UInt8]?
    /// Types of its documents that can answer.
    public let documentTypes: [String]
    /// The documents that can answer, in the order of what is asked. Where several are of one type the person can choose among them.
    public let documents: [Document]

    /// Describes a choice.
    public init(provider: String, displayName: String, icon: [UInt8]?, documentTypes: [String], documents: [Document] = []) {
        self.provider = provider
        self.displayName = displayName
        self.icon = icon
        self.documentTypes = documentTypes
        self.documents = documents
    }
}
