import CBOR
import MobileDocument

/// Keeps status tokens fresh in the background and hands out snapshots for verification, which never waits for it.
///
/// A token is taken only if it verifies under a certificate that may vouch for it, is current, and is not older than the one
/// before; otherwise the last good one stays, and grows old. So neither a host that is down nor one that answers with
/// something else can do more than let outcomes turn unknown.
public actor StatusRefresher {
    private struct Watched {
        var source: StatusSource
        var due: DueTime
        /// Until when it keeps its place although others want it; nil where somebody configured it by hand, who wants it for good.
        var end: DueTime?
        /// How many of the certificates each root's documents have added.
        var added: [ByteSlice: Int] = [:]
        var last: VerifiedStatusList?
        var failure: StatusFetchFailure?
        var fetch: Fetch?
    }

    private struct Fetch {
        let task: Task<Void, Never>
        /// When it is given up.
        let end: DueTime
        var isGivenUp = false
    }

    private let fetcher: any StatusFetching
    private let clock: any RefreshClock
    private let limits: StatusRefreshLimits
    /// Given the most seconds, how many earlier to fetch, so that verifiers do not all ask at once.
    private let jitter: @Sendable (Int64) -> Int64
    private var watched: [String: Watched] = [:]
    /// Addresses handed in at the beginning that are never asked.
    private var refused: [String: StatusFetchFailure] = [:]
    private var revocationLists: [RevocationList] = []
    /// Who is given every new snapshot.
    private var readers: [AsyncStream<StatusLists>.Continuation] = []

    /// Seconds by which an issuer's clock may be ahead.
    private static let clockTolerance: Int64 = 60

    /// The tokens at hand.
    public private(set) var snapshot = StatusLists()

    /// Makes a refresher.
    ///
    /// - Parameters:
    ///   - sources: the addresses, one that is named twice with the certificates of both; those beyond the limit are left out, and so never at
    ///     hand. Those that are not https are among the failures from the beginning.
    ///   - jitter: given a number of seconds, one from 0 to it; from a source of randomness.
    public init(
        _ sources: [StatusSource], fetcher: any StatusFetching, clock: any RefreshClock, limits: StatusRefreshLimits = StatusRefreshLimits(),
        jitter: @escaping @Sendable (Int64) -> Int64
    ) {
        self.fetcher = fetcher
        self.clock = clock
        self.limits = limits
        self.jitter = jitter
        let now = clock.now
        for source in Self.joined(sources).prefix(limits.sources) {
            if let fault = StatusAddress.fault(source.uri) {
                refused[source.uri] = StatusFetchFailure(at: now, reason: fault, attempts: 0)
            } else {
                watched[source.uri] = Watched(source: source, due: DueTime(at: now))
            }
        }
    }

    /// Each address once, in the place where it is named first, with all certificates that may vouch for it.
    private static func joined(_ sources: [StatusSource]) -> [StatusSource] {
        var places: [String: Int] = [:]
        var joined: [StatusSource] = []
        for source in sources {
            if let place = places[source.uri] {
                let known = joined[place]
                joined[place] = StatusSource(
                    uri: source.uri, vouchedBy: known.authorities + unseen(in: source, beside: known), namedUnder: known.root)
            } else {
                places[source.uri] = joined.count
                joined.append(source)
            }
        }
        return joined
    }

    private static func unseen(in source: StatusSource, beside known: StatusSource) -> [ParsedCertificate] {
        source.authorities.filter { new in !known.authorities.contains { $0.encoded == new.encoded } }
    }

    /// The last failure of each address that has not succeeded since.
    public var failures: [String: StatusFetchFailure] { watched.compactMapValues(\.failure).merging(refused) { first, _ in first } }

    /// How many addresses fail whose tokens somebody may still want: not those that no document has named for ten minutes and whose tokens
    /// cannot be used any more.
    package var failingSources: Int {
        let now = clock.now
        return refused.count + watched.values.count { entry in
            entry.failure != nil && (entry.end.map { !$0.hasCome(at: now) } ?? true || hasToken(entry, now))
        }
    }

    /// The addresses whose answers are awaited, sorted.
    package var awaited: [String] { watched.filter { $0.value.fetch != nil }.keys.sorted() }

    /// The snapshot at hand, then every new one until `run` ends. Each call gives a stream of its own, with one reader; whoever is slow gets the
    /// newest.
    public func updates() -> AsyncStream<StatusLists> {
        let (stream, reader) = AsyncStream<StatusLists>.makeStream(bufferingPolicy: .bufferingNewest(1))
        reader.yield(snapshot)
        readers.append(reader)
        return stream
    }

    private func handOut() {
        // Who reads no more is let go.
        readers.removeAll { reader in
            if case .terminated = reader.yield(snapshot) { true } else { false }
        }
    }

    /// Refreshes until its task is cancelled; run it in a task of its own. It can be run again afterwards.
    public func run() async {
        while !Task.isCancelled {
            refresh()
            do { try await clock.sleep(seconds: pause) } catch { break }
        }
        for entry in watched.values { entry.fetch?.task.cancel() }
        for reader in readers { reader.finish() }
        readers = []
    }

    /// Takes newer revocation lists, in place of those it has.
    public func use(_ revocationLists: [RevocationList]) { self.revocationLists = revocationLists }

    private static let maximumAuthorities = 8
    /// Seconds for which an address keeps its place after a document named it.
    private static let secondsHeld: Int64 = 600
    /// Half of them: documents under one root cannot keep those of another from adding theirs.
    private static let maximumAuthoritiesPerRoot = 4

    /// Watches one address more, as a document just verified names it. One watched already gets the certificates that may
    /// vouch for it and were not known: the first document to name an address must not decide for all others.
    ///
    /// It is asked for in the next round, within a minute, and not at once. Still its publisher learns by a new address that a document which names
    /// it was shown: that is much where each document has an address of its own, and little where many share one.
    ///
    /// Where a limit is reached, the address that no document has named for longest makes room, if that is ten minutes or more; those without
    /// a usable token first.
    ///
    /// - Returns: whether it is watched now under all of these certificates; false where a limit is reached, and for an
    ///   address that is not https, which is never asked.
    @discardableResult
    public func watch(_ source: StatusSource) -> Bool {
        guard StatusAddress.fault(source.uri) == nil else { return false }
        let now = clock.now
        if let known = watched[source.uri] {
            if known.end != nil { watched[source.uri]?.end = DueTime(after: Self.secondsHeld, at: now) }
            return watch(source, beside: known)
        }
        guard makeRoom(under: source.root, now) else { return false }
        var new = Watched(source: source, due: DueTime(at: now))
        if let root = source.root {
            new.added[root.encoded] = source.authorities.count
            new.end = DueTime(after: Self.secondsHeld, at: now)
        }
        watched[source.uri] = new
        return true
    }

    /// Whether there is room for one address more, after one that no document names any more has made it.
    private func makeRoom(under root: ParsedCertificate?, _ now: Instant) -> Bool {
        let ofRoot = root.map { root in watched.filter { $0.value.source.root?.encoded == root.encoded } } ?? [:]
        // Whoever has had a share makes room in it himself.
        if ofRoot.count >= limits.sourcesPerRoot { return letGo(ofRoot, now) && watched.count < limits.sources }
        return watched.count < limits.sources || letGo(watched, now)
    }

    private func letGo(_ candidates: [String: Watched], _ now: Instant) -> Bool {
        var first: (uri: String, end: Instant, hasToken: Bool)?
        for (uri, entry) in candidates {
            // The end of a fetch would be taken for that of the next one of the same address.
            guard let end = entry.end, end.hasCome(at: now), entry.fetch == nil else { continue }
            let hasToken = hasToken(entry, now)
            if let first, (first.hasToken ? 1 : 0, first.end, first.uri) < (hasToken ? 1 : 0, end.time, uri) { continue }
            first = (uri, end.time, hasToken)
        }
        guard let uri = first?.uri else { return false }
        watched[uri] = nil
        snapshot.remove(uri)
        handOut()
        return true
    }

    private func hasToken(_ entry: Watched, _ now: Instant) -> Bool { entry.last.map { fault(of: $0, at: now) == nil } ?? false }

    private func watch(_ source: StatusSource, beside known: Watched) -> Bool {
        let unseen = Self.unseen(in: source, beside: known.source)
        guard !unseen.isEmpty else { return true }
        guard known.source.authorities.count + unseen.count <= Self.maximumAuthorities else { return false }
        if let root = source.root {
            let added = known.added[root.encoded, default: 0] + unseen.count
            guard added <= Self.maximumAuthoritiesPerRoot else { return false }
            watched[source.uri]?.added[root.encoded] = added
        }
        watched[source.uri]?.source = StatusSource(
            uri: source.uri, vouchedBy: known.source.authorities + unseen, namedUnder: known.source.root)
        watched[source.uri]?.due = DueTime(at: clock.now)
        return true
    }

    /// Gives up fetches that take too long and starts those that are due. Returns at once.
    public func refresh() {
        let now = clock.now
        giveUpLateFetches(now)
        var room = limits.concurrentFetches - watched.values.count { $0.fetch.map { !$0.isGivenUp } ?? false }
        for (uri, entry) in watched.sorted(by: { ($0.value.due.time, $0.key) < ($1.value.due.time, $1.key) })
        where entry.due.hasCome(at: now) && entry.fetch == nil {
            guard room > 0 else { return }
            room -= 1
            let fetcher = fetcher
            let task = Task { [weak self] in
                do {
                    let token = try await fetcher.fetch(uri)
                    await self?.received(token, from: uri)
                } catch {
                    let code = (error as? any StatusFetchFault).map { ": \($0.faultCode)" } ?? ""
                    await self?.failed("it could not be fetched\(code)", uri)
                }
            }
            watched[uri]?.fetch = Fetch(task: task, end: DueTime(after: limits.timeout, at: now))
        }
    }

    /// A fetch that does not heed its cancellation keeps its address waiting, and no other.
    private func giveUpLateFetches(_ now: Instant) {
        for (uri, entry) in watched {
            guard let fetch = entry.fetch, !fetch.isGivenUp, fetch.end.hasCome(at: now) else { continue }
            fetch.task.cancel()
            watched[uri]?.fetch?.isGivenUp = true
            note("there was no answer within \(limits.timeout) seconds", uri)
        }
    }

    private func received(_ bytes: [UInt8], from uri: String) {
        guard let entry = watched[uri], let fetch = entry.fetch else { return }
        watched[uri]?.fetch = nil
        guard !fetch.isGivenUp else { return }
        let now = clock.now
        do throws(StatusFault) {
            let (list, token) = try accept(bytes, for: entry.source, after: entry.last, at: now)
            watched[uri]?.last = list
            watched[uri]?.failure = nil
            watched[uri]?.due = due(after: list, now)
            snapshot.insert(token)
            handOut()
        } catch {
            note(error.reason, uri)
        }
    }

    private func failed(_ reason: String, _ uri: String) {
        guard let fetch = watched[uri]?.fetch else { return }
        watched[uri]?.fetch = nil
        if !fetch.isGivenUp { note(reason, uri) }
    }

    private func note(_ reason: String, _ uri: String) {
        guard let entry = watched[uri] else { return }
        let attempts = (entry.failure?.attempts ?? 0) + 1
        let pause = min(limits.retry << Int64(min(attempts - 1, 16)), limits.longestInterval)
        watched[uri]?.failure = StatusFetchFailure(at: clock.now, reason: reason, attempts: attempts)
        watched[uri]?.due = DueTime(after: pause, at: clock.now)
    }

    /// Verifies a token under one of the certificates that may vouch for it.
    private func accept(
        _ bytes: [UInt8], for source: StatusSource, after last: VerifiedStatusList?, at now: Instant
    ) throws(StatusFault) -> (VerifiedStatusList, FetchedStatusToken) {
        let token = try StatusToken(bytes)
        var refusal = StatusFault(.path, "no certificate was named that may vouch for it")
        for authority in source.authorities {
            do throws(StatusFault) {
                let list = try VerifiedStatusList(token, from: source.uri, vouchedBy: authority)
                if let fault = fault(of: list, at: now) { throw fault }
                if let last, list.issuedAt < last.issuedAt, fault(of: last, at: now)?.code != .revoked {
                    throw StatusFault(.rollback, "the token is of \(list.issuedAt), older than the one of \(last.issuedAt) that is at hand")
                }
                return (list, FetchedStatusToken(list, token: token, vouchedBy: authority, fetchedAt: now))
            } catch {
                refusal = error
            }
        }
        throw refusal
    }

    private func fault(of list: VerifiedStatusList, at now: Instant) -> StatusFault? {
        list.fault(at: now, tolerance: Self.clockTolerance, revocationLists: revocationLists)
    }

    /// When to fetch next: when the token asks for it, else half way to its end, and a little earlier.
    private func due(after list: VerifiedStatusList, _ now: Instant) -> DueTime {
        let remaining = max(list.expiresAt.secondsSinceEpoch - now.secondsSinceEpoch, 0)
        let asked = list.timeToLive.map { list.issuedAt.advanced(bySeconds: $0).secondsSinceEpoch - now.secondsSinceEpoch }
        let interval = max(min(asked ?? remaining / 2, remaining, limits.longestInterval), 0)
        let spread = interval / 10
        // A host that serves old tokens, due since long, is not asked without a pause.
        return DueTime(after: max(interval - min(max(jitter(spread), 0), spread), limits.retry), at: now)
    }

    private var pause: Int64 {
        let now = clock.now.secondsSinceEpoch
        let next = watched.values.map { entry in
            entry.fetch.map { $0.isGivenUp ? .max : $0.end.time.secondsSinceEpoch } ?? entry.due.time.secondsSinceEpoch
        }.min() ?? .max
        return min(max(next == .max ? limits.longestInterval : next - now, 1), limits.retry)
    }
}
