public import Foundation

/// A document that a provider has registered, as the broker keeps it. It holds nothing of what the document says.
public struct RegisteredDocument: Sendable, Hashable {
    /// Whose requests a document is offered for.
    public enum ReaderRequirement: Sendable, Hashable {
        /// Anybody's, unsigned ones included.
        case anyReader
        /// Those signed by a reader whose certificates lead to the root with one of these key identifiers; others never see it.
        case authorities(Set<[UInt8]>)
    }

    /// The provider's name in the registry.
    public let provider: String
    /// The document's name in the provider's own storage.
    public let documentIdentifier: String
    /// Type of the document, such as `org.iso.18013.5.1.mDL`.
    public let documentType: String
    /// Whose requests it is offered for.
    public let readers: ReaderRequirement
    /// Key identifiers of who issued it, for requests that name acceptable issuers.
    public let issuerKeyIdentifiers: Set<[UInt8]>
    /// From when on it is no longer offered; nil for never.
    public let invalidationDate: Date?

    /// Describes a registered document.
    public init(
        provider: String, documentIdentifier: String, documentType: String, readers: ReaderRequirement,
        issuerKeyIdentifiers: Set<[UInt8]> = [], invalidationDate: Date? = nil
    ) {
        self.provider = provider
        self.documentIdentifier = documentIdentifier
        self.documentType = documentType
        self.readers = readers
        self.issuerKeyIdentifiers = issuerKeyIdentifiers
        self.invalidationDate = invalidationDate
    }
}
