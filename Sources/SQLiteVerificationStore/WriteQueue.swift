import GRDB
import Glibc
import Synchronization

/// Joins changes that wait at the same time into one transaction, so that one synchronisation of the disk serves them all, and each
/// page they share is written once.
///
/// A change that fails takes nothing of the others with it: nothing of their transaction is written, and each is made again in one of
/// its own. Savepoints would save that, at the price of a copy of each page in every change. Nobody is told of success before the
/// transaction is on the disk, and nobody where that was not the file that others will find.
///
/// Whoever brings the first change wakes the thread that writes; it goes on until nothing waits any more. Where many came at a time it
/// gives others a moment to gather first: it is woken by the first of them, which would otherwise nearly have a transaction of its own.
final class WriteQueue: Sendable {
    private struct Change: Sendable {
        /// Makes the change, perhaps a second time, and gives what to say once the transaction is on the disk.
        let make: @Sendable (inout WriteTransaction) throws -> (@Sendable () -> Void)
        /// Says that it failed.
        let fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Change] = []
        var isWriting = false
        /// Changes in the transaction before.
        var joined = 0
    }

    /// One of several changes failed, and their transaction did not: SQLite can go on without it.
    private struct ChangeFailed: Error {}

    private let pool: DatabasePool
    /// The pool's file, as it lay there before it was opened.
    let file: PlacedFile
    private let state = Mutex(State())
    private static let mostInOneTransaction = 64
    /// So many changes in one transaction tell that many come at a time; after fewer nobody is kept waiting.
    private static let crowd = 4
    /// How long a crowd may gather, in microseconds: about as long as a disk takes for a transaction. On one that is faster, a crowd of no
    /// more than these few still makes about as many changes as a core verifies answers.
    private static let gathering: useconds_t = 2000

    init(_ pool: DatabasePool, _ file: PlacedFile) {
        self.pool = pool
        self.file = file
    }

    /// Makes a change; returns when it is on the disk.
    ///
    /// - Parameter change: may be called again where the first call came to nothing.
    func perform<Value: Sendable>(_ change: @escaping @Sendable (inout WriteTransaction) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let change = Change(
                make: { transaction in
                    let value = try change(&transaction)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) })
            let isFirst = state.withLock { state in
                state.waiting.append(change)
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { writeNext() }
        }
    }

    /// One transaction at a time, so that others get their turn with the connection.
    private func writeNext() {
        pool.asyncWriteWithoutTransaction { database in
            if self.isCrowdGathering { usleep(Self.gathering) }
            guard let batch = self.takeBatch() else { return }
            self.write(batch, database)
            self.writeNext()
        }
    }

    /// Whether there were many changes a moment ago, and more of them may come.
    private var isCrowdGathering: Bool {
        state.withLock { $0.joined >= Self.crowd && $0.waiting.count < Self.mostInOneTransaction }
    }

    /// The changes of the next transaction; nil where none waits, and the next one that comes is the first again.
    private func takeBatch() -> [Change]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.mostInOneTransaction))
            state.waiting.removeFirst(batch.count)
            state.joined = batch.count
            guard batch.isEmpty else { return batch }
            state.isWriting = false
            return nil
        }
    }

    private func write(_ batch: [Change], _ database: Database) {
        do {
            var succeed: [@Sendable () -> Void] = []
            try database.inTransaction {
                var transaction = WriteTransaction(database)
                succeed = try batch.map { try Self.make($0, &transaction, isAlone: batch.count == 1) }
                // As late as can be: the next process would not find what is written to a file that was replaced.
                try file.check()
                return .commit
            }
            for succeed in succeed { succeed() }
        } catch is ChangeFailed {
            for change in batch { write([change], database) }
        } catch {
            for change in batch { change.fail(error) }
        }
    }

    private static func make(_ change: Change, _ transaction: inout WriteTransaction, isAlone: Bool) throws -> @Sendable () -> Void {
        do { return try change.make(&transaction) } catch {
            // A full disk and the like end the transaction, and would end the next ones too.
            guard !isAlone, transaction.database.isInsideTransaction else { throw error }
            throw ChangeFailed()
        }
    }
}
