import GRDB

/// Joins changes that wait at the same time into one transaction, so that one synchronisation of the disk serves them all, and each
/// page they share is written once.
///
/// A change that fails takes nothing of the others with it: nothing of their transaction is written, and each is made again in one of
/// its own. Savepoints would save that, at the price of a copy of each page in every change. Nobody is told of success before the
/// transaction is on the disk.
actor WriteQueue {
    private struct Change: Sendable {
        /// Makes the change, perhaps a second time, and gives what to say once the transaction is on the disk.
        let make: @Sendable (Database) throws -> (@Sendable () -> Void)
        /// Says that it failed.
        let fail: @Sendable (any Error) -> Void
    }

    /// One of several changes failed, and their transaction did not: SQLite can go on without it.
    private struct ChangeFailed: Error {}

    private let pool: DatabasePool
    private var waiting: [Change] = []
    private var isWriting = false
    private static let mostInOneTransaction = 64

    init(_ pool: DatabasePool) { self.pool = pool }

    /// Makes a change; returns when it is on the disk.
    ///
    /// - Parameter change: may be called again where the first call came to nothing.
    func perform<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            waiting.append(
                Change(
                    make: { database in
                        let value = try change(database)
                        return { continuation.resume(returning: value) }
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
            await write(batch)
        }
        isWriting = false
    }

    private func write(_ batch: [Change]) async {
        do {
            for succeed in try await pool.write({ database in try Self.make(batch, database) }) { succeed() }
        } catch is ChangeFailed {
            for change in batch { await write([change]) }
        } catch {
            for change in batch { change.fail(error) }
        }
    }

    private static func make(_ batch: [Change], _ database: Database) throws -> [@Sendable () -> Void] {
        try batch.map { change in
            do { return try change.make(database) } catch {
                // A full disk and the like end the transaction, and would end the next ones too.
                guard batch.count > 1, database.isInsideTransaction else { throw error }
                throw ChangeFailed()
            }
        }
    }
}
