import GRDB

/// Joins changes that wait at the same time into one transaction, so that one synchronisation of the disk serves them all.
///
/// Each change keeps its own savepoint: one that fails takes nothing of the others with it. Nobody is told of success before
/// the transaction is on the disk.
actor WriteQueue {
    private struct Change: Sendable {
        /// Makes the change in a savepoint and gives what to say once the transaction is on the disk.
        let attempt: @Sendable (Database) -> (@Sendable () -> Void)
        /// Says that the transaction failed, and with it the change.
        let fail: @Sendable (any Error) -> Void
    }

    private let pool: DatabasePool
    private var waiting: [Change] = []
    private var isWriting = false
    private static let mostInOneTransaction = 64

    init(_ pool: DatabasePool) { self.pool = pool }

    /// Makes a change; returns when it is on the disk.
    func perform<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                Change(
                    attempt: { database in
                        let result = Result { try Self.inSavepoint(database, change) }
                        return { continuation.resume(with: result) }
                    },
                    fail: { continuation.resume(throwing: $0) }))
            guard !isWriting else { return }
            isWriting = true
            Task { await writeAll() }
        }
    }

    private func writeAll() async {
        while !waiting.isEmpty {
            let batch = Array(waiting.prefix(Self.mostInOneTransaction))
            waiting.removeFirst(batch.count)
            do {
                for succeed in try await pool.write({ database in try Self.attempt(batch, database) }) { succeed() }
            } catch {
                for change in batch { change.fail(error) }
            }
        }
        isWriting = false
    }

    private static func attempt(_ batch: [Change], _ database: Database) throws -> [@Sendable () -> Void] {
        try batch.map { change in
            let succeed = change.attempt(database)
            // A full disk and the like end the whole transaction; what comes after must not begin one of its own.
            guard database.isInsideTransaction else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
            return succeed
        }
    }

    private static func inSavepoint<Value>(_ database: Database, _ change: (Database) throws -> Value) throws -> Value {
        var value: Value?
        try database.inSavepoint {
            value = try change(database)
            return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
    }
}
