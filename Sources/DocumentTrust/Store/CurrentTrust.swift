public import MobileDocument
import Synchronization

/// The trust a running server verifies by: the snapshot of a store, taken anew when the store has changed.
///
/// Asked before each verification, it looks at the store's index file (one system call) and reads the store again when that
/// is another one than before, and at the latest after the interval, since lists of authorities end. So a root that is
/// removed is trusted no longer without a restart. It has no thread or timer of its own. A store that cannot be read changes
/// nothing: the last good snapshot stays and grows old, and both are told.
public final class CurrentTrust: Sendable {
    /// What is trusted at the moment, and since when that is known.
    public struct State: Sendable {
        /// Whom to trust.
        public let trust: IssuerTrustList
        /// When the store was last read, and found to say so.
        public let readAt: Instant
        /// Why it could not be read since; nil while it can.
        public let failure: TrustStoreError?

        /// Seconds since the store was last read.
        public func age(at time: Instant) -> Int64 { max(time.secondsSinceEpoch - readAt.secondsSinceEpoch, 0) }
    }

    private struct Held {
        var state: State
        var identity: StoreFile.Identity?
        /// When the store was last read, whether that went well or not; nil where it has to be read at the next use.
        var triedAt: Instant?
        var revocationLists: [RevocationList]
    }

    private let store: TrustStore
    private let interval: Int64
    private let held: Mutex<Held>

    /// Reads the store for the first time.
    ///
    /// - Parameters:
    ///   - interval: seconds after which it is read again although it looks the same; 1 to 86,400. So much longer may a list of
    ///     authorities count that has ended.
    ///   - revocationLists: revocation lists of the authorities, those of list providers included.
    ///   - time: now.
    public init(
        _ store: TrustStore, interval: Int64 = 300, revocationLists: [RevocationList] = [], at time: Instant
    ) throws(TrustStoreError) {
        self.store = store
        self.interval = min(max(interval, 1), 86_400)
        // Before the reading: a change in between is then seen at the next use, not missed.
        let identity = store.identity
        let trust = try store.snapshot(at: time, revocationLists: revocationLists)
        held = Mutex(
            Held(
                state: State(trust: trust, readAt: time, failure: nil), identity: identity, triedAt: time, revocationLists: revocationLists))
    }

    /// Whom to trust now. Whoever asks while the store is read again waits for it, so that nobody is answered by what was
    /// trusted before.
    public func trust(at time: Instant) -> IssuerTrustList { state(at: time).trust }

    /// The same with its age, and what went wrong.
    public func state(at time: Instant) -> State {
        held.withLock { held in
            let identity = store.identity
            if identity != held.identity || isDue(held.triedAt, time) { read(&held, identity, time) }
            return held.state
        }
    }

    /// Takes newer revocation lists, in place of those it has.
    public func use(_ revocationLists: [RevocationList]) {
        held.withLock { held in
            held.revocationLists = revocationLists
            held.triedAt = nil
        }
    }

    private func isDue(_ triedAt: Instant?, _ time: Instant) -> Bool {
        guard let triedAt else { return true }
        // A clock that was set back must not make it wait for the old hour to come again.
        return time < triedAt || triedAt.advanced(bySeconds: interval) <= time
    }

    private func read(_ held: inout Held, _ identity: StoreFile.Identity?, _ time: Instant) {
        held.identity = identity
        held.triedAt = time
        do throws(TrustStoreError) {
            let trust = try store.snapshot(at: time, revocationLists: held.revocationLists)
            held.state = State(trust: trust.keepingPaths(of: held.state.trust), readAt: time, failure: nil)
        } catch {
            held.state = State(trust: held.state.trust, readAt: held.state.readAt, failure: error)
        }
    }
}
