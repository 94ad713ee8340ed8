import RelyingParty
import Synchronization
import VerificationSessions

/// Joins the ends of sessions that wait at the same time into one transaction.
///
/// Each of them adds to the audit chain, of which there is one for all instances and sessions. In a transaction of its own each would wait
/// until the one before is on the disk; so joined, one wait for the chain's end and one for the disk serve them all.
final class SettlementQueue: Sendable {
    /// How a claimed session ended.
    struct Entry: Sendable {
        let id: SessionIdentifier
        let settlement: Settlement
        let webhook: QueuedWebhook?
        let audit: @Sendable (AuditHead) throws -> AuditRecord
    }

    /// Writes entries in one transaction; whether each was written, in their order.
    typealias Write = @Sendable ([Entry]) async throws(StoreFailure) -> [Bool]

    private struct Waiting: Sendable {
        let entry: Entry
        let caller: CheckedContinuation<Result<Bool, StoreFailure>?, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        var isWriting = false
    }

    private let state = Mutex(State())
    /// The end of the chain is held while so many records are signed and written.
    private static let mostInOneTransaction = 32

    /// Writes an entry with those that wait beside it.
    ///
    /// - Returns: what came of it; nil where nothing did because of the transaction that it shared, for which another entry may be to blame.
    func perform(_ entry: Entry, _ write: @escaping Write) async -> Result<Bool, StoreFailure>? {
        await withCheckedContinuation { caller in
            let isFirst = state.withLock { state in
                state.waiting.append(Waiting(entry: entry, caller: caller))
                defer { state.isWriting = true }
                return !state.isWriting
            }
            // Of no caller's own: if that is cancelled the others' entries are still to be written.
            if isFirst { Task { await writeAll(write) } }
        }
    }

    private func writeAll(_ write: Write) async {
        while let batch = takeBatch() {
            do throws(StoreFailure) {
                let written = try await write(batch.map(\.entry))
                for (waiting, isWritten) in zip(batch, written) { waiting.caller.resume(returning: .success(isWritten)) }
            } catch {
                let outcome = Self.outcome(of: error, amongOthers: batch.count > 1)
                for waiting in batch { waiting.caller.resume(returning: outcome) }
            }
        }
    }

    private static func outcome(of failure: StoreFailure, amongOthers: Bool) -> Result<Bool, StoreFailure>? {
        // What may have happened is not to be done again as if it had not.
        if case .undetermined = failure { return .failure(failure) }
        return amongOthers ? nil : .failure(failure)
    }

    /// The entries of the next transaction; nil where none waits, and the next one that comes is the first again.
    private func takeBatch() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.mostInOneTransaction))
            state.waiting.removeFirst(batch.count)
            guard batch.isEmpty else { return batch }
            state.isWriting = false
            return nil
        }
    }
}
