import RelyingParty
import Synchronization
import VerificationSessions

/// Joins the ends of sessions that wait at the same time into one transaction.
///
/// Each of them adds to the audit chain, of which there is one for all instances and sessions. In a transaction of its own each would wait
/// until the one before is on the disk; so joined, one wait for the chain's end and one for the disk serve them all. A second transaction
/// is begun only where the one under way takes so long that its connection may have stalled, which would stop all others: side by side,
/// two of half as many are slower.
final class SettlementQueue: Sendable {
    /// How a claimed session ended.
    struct Entry: Sendable {
        let id: SessionIdentifier
        let settlement: Settlement
        let webhook: QueuedWebhook?
        let audit: @Sendable (AuditHead) throws -> AuditRecord
    }

    /// Why nothing of a transaction was written.
    enum Failure: Error {
        /// One of its entries is to blame; which one, trying each alone tells.
        case ofEntry(StoreFailure)
        /// It would befall any.
        case ofStore(StoreFailure)

        var failure: StoreFailure {
            switch self {
            case .ofEntry(let failure), .ofStore(let failure): failure
            }
        }
    }

    /// Writes entries in one transaction; of each whether it was written, nil where it was left out because others hold its session.
    typealias Write = @Sendable ([Entry]) async throws(Failure) -> [Bool?]

    private struct Waiting: Sendable {
        let entry: Entry
        let caller: CheckedContinuation<Result<Bool?, StoreFailure>, Never>
    }

    private struct State {
        var waiting: [Waiting] = []
        /// Tasks that write, and when one of them last began a transaction.
        var writers = 0
        var begun = ContinuousClock.now

        /// Whether one more task is to write what waits.
        var wantsWriter: Bool {
            writers == 0 || writers < SettlementQueue.mostWriters && ContinuousClock.now - begun > SettlementQueue.patience
        }
    }

    private let state = Mutex(State())
    private let write: Write
    private static let mostWriters = 2
    private static let patience = Duration.milliseconds(500)
    /// The end of the chain is held while so many records are signed and written.
    private static let mostInOneTransaction = 32

    init(_ write: @escaping Write) { self.write = write }

    /// Writes an entry with those that wait beside it.
    ///
    /// - Returns: whether it was written; nil where it was left out, and is to be written alone by whoever has the time to wait for its session.
    func perform(_ entry: Entry) async throws(StoreFailure) -> Bool? {
        let outcome = await withCheckedContinuation { caller in
            let startsWriter = state.withLock { state in
                state.waiting.append(Waiting(entry: entry, caller: caller))
                guard state.wantsWriter else { return false }
                state.writers += 1
                state.begun = .now
                return true
            }
            // Of no caller's own: if that is cancelled the others' entries are still to be written, and none of them is part of its trace.
            if startsWriter { Task.detached { await self.writeAll() } }
        }
        return try outcome.get()
    }

    private func writeAll() async {
        while let batch = takeBatch() {
            do throws(Failure) {
                let written = try await write(batch.map(\.entry))
                for (index, waiting) in batch.enumerated() { waiting.caller.resume(returning: .success(written[index])) }
            } catch .ofEntry where batch.count > 1 {
                // One after the other, on the one connection: the others have no part in it.
                for waiting in batch { await writeAlone(waiting) }
            } catch {
                fail(batch, error.failure)
            }
        }
    }

    private func writeAlone(_ waiting: Waiting) async {
        do throws(Failure) {
            waiting.caller.resume(returning: .success(try await write([waiting.entry])[0]))
        } catch { waiting.caller.resume(returning: .failure(error.failure)) }
    }

    /// Says what befell them. Where the store cannot be used whoever waits behind them is told the same, instead of finding it out after as
    /// long again; callers try again for a while.
    private func fail(_ batch: [Waiting], _ failure: StoreFailure) {
        var failed = batch
        if case .unavailable = failure {
            failed += state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
        }
        for waiting in failed { waiting.caller.resume(returning: .failure(failure)) }
    }

    /// The entries of the next transaction; nil where none waits, and the next one that comes begins anew.
    private func takeBatch() -> [Waiting]? {
        state.withLock { state in
            let batch = Array(state.waiting.prefix(Self.mostInOneTransaction))
            state.waiting.removeFirst(batch.count)
            state.begun = .now
            guard batch.isEmpty else { return batch }
            state.writers -= 1
            return nil
        }
    }
}
