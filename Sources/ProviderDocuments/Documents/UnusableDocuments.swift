/// Documents that could not be registered, because they cannot be used. All others were.
public struct UnusableDocuments: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with each, by its name in storage.
    public let faults: [String: DocumentStoreError]

    /// Stable code of the error.
    public var code: String { "documents.unusable" }

    /// What is wrong and how to mend it.
    public var description: String {
        let lines = faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) (\($0.value.code))" }
        return "documents cannot be used; remove them, or have them issued again: \(lines.joined(separator: "; "))"
    }

    package init(_ faults: [String: DocumentStoreError]) { self.faults = faults }
}
