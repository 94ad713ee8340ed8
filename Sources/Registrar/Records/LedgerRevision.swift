/// One state of a stored ledger, to tell whether it has changed without reading it.
public struct LedgerRevision: Sendable, Hashable {
    private let text: String

    /// Names a state; what the text says is the storage's affair.
    public init(_ text: String) { self.text = text }
}
