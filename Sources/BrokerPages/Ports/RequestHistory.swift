public import WalletBroker

/// What was asked of this wallet, kept for its owner and nobody else.
public protocol RequestHistory: Sendable {
    /// The entries, the latest first.
    func entries() async throws -> [PresentmentHistory.Entry]
    /// Deletes an entry; one that is not there is no error.
    func delete(_ number: Int64) async throws
    /// Deletes all entries.
    ///
    /// - Returns: how many there were.
    @discardableResult
    func deleteAll() async throws -> Int
}

extension PresentmentHistory: RequestHistory {}
