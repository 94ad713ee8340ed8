import DocumentTrust
import MobileDocument
import VerificationSessions

/// Asks the store whether it takes changes, once for all who want to know at a time: each time is one more change.
actor StoreProbe {
    private let store: any VerificationStore
    private var last: (failure: StoreFailure?, end: DueTime)?
    private var asking: Task<StoreFailure?, Never>?

    /// Seconds for which an answer is good; a bad one may be over sooner.
    private static let goodSeconds: Int64 = 5
    private static let badSeconds: Int64 = 1

    init(_ store: any VerificationStore) { self.store = store }

    /// Why the store cannot be used; nil if it can.
    func failure(at now: Instant) async -> StoreFailure? {
        if let last, !last.end.hasCome(at: now) { return last.failure }
        if let asking { return await asking.value }
        let task = Task { [store] () -> StoreFailure? in
            do throws(StoreFailure) {
                try await store.ping()
                return nil
            } catch { return error }
        }
        asking = task
        let failure = await task.value
        (asking, last) = (nil, (failure, DueTime(after: failure == nil ? Self.goodSeconds : Self.badSeconds, at: now)))
        return failure
    }
}
