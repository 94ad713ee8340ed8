/// Documents that could not be registered, because they cannot be used, or because the system does not take them. All others were.
public struct UnusableDocuments: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with each, by its name in storage.
    public let faults: [String: DocumentStoreError]

    /// Stable code of the error.
    public var code: String { "documents.unusable" }

    /// What is wrong and how to mend it.
    public var description: String {
        let (untaken, unusable) = (faults.filter { $0.value.isOfSystem }, faults.filter { !$0.value.isOfSystem })
        let sentences = [
            unusable.isEmpty ? nil : "documents cannot be used; remove them, or have them issued again: \(Self.lines(unusable))",
            untaken.isEmpty ? nil : "documents are not taken by the wallet: \(Self.lines(untaken))",
        ]
        return sentences.compactMap(\.self).joined(separator: "; ")
    }

    private static func lines(_ faults: [String: DocumentStoreError]) -> String {
        faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) (\($0.value.code))" }.joined(separator: "; ")
    }

    package init(_ faults: [String: DocumentStoreError]) { self.faults = faults }
}
