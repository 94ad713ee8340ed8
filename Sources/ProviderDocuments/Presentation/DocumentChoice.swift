/// Documents that can answer the same part of a request, and the one of them that shall.
public struct DocumentChoice: Sendable, Hashable, Identifiable {
    /// The part of the request: positions of its document requests.
    public let id: [Int]
    /// The documents, two or more.
    public let documents: [ProvisionedDocument]
    /// The one that answers.
    public var selected: ProvisionedDocument.ID
}
