import DocumentProvider

/// Documents that can be used, with their device keys, and why others cannot.
struct UsableDocuments: Sendable {
    /// The documents, in the order in which they were asked for.
    var documents: [ProvisionedDocument] = []
    /// The same, each with its key.
    var held: [HeldDocument] = []
    /// What is wrong with the others, by their names.
    var faults: [String: DocumentStoreError] = [:]
}
