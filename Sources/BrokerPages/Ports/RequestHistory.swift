/// What was asked of this wallet, kept for its owner and nobody else.
public protocol RequestHistory: Sendable {
    /// All entries, the latest first.
    func entries() async throws -> [HistoryEntry]
    /// Deletes entries. Those that are not there are no error.
    func delete(_ identifiers: Set<String>) async throws
}
