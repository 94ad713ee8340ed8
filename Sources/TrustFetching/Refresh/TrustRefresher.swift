import Crypto
public import DocumentTrust
public import MobileDocument
import NIOPosix
public import ServiceLifecycle

/// Keeps the trust of a store fresh in the background: lists of authorities, revocation lists and status tokens.
///
/// Verifiers and wallets take ``trust``, which never waits for any of this. What is fetched is taken only if it verifies and is not older than
/// what is held; otherwise the last good copy stays, and grows old. The sources are those of the store: the address each
/// list came from, and the distribution points of every root and of the signers it was told of. Nothing is fetched while a document
/// is verified, and what was fetched once is fetched again by its age and not because of a document. So a publisher learns by a new address
/// that somebody was shown something which names it, soon after, and no more: little where many documents share the address.
public actor TrustRefresher: Service {
    private let store: TrustStore
    private let copies: CopyFolder
    private let fetcher: any ResourceFetching
    private let status: StatusRefresher?
    private let clock: any RefreshClock
    private let limits: TrustRefreshLimits
    private let constraintRules: (any RICALConstraintRules)?
    private let maximumListAge: Int64
    private let jitter: @Sendable (Int64) -> Int64

    private var sources: [String: WatchedSource] = [:]
    private var records: [String: CopyRecord]
    private var contents: TrustStoreContents
    private var published: TrustKey?
    private var base: IssuerTrustList
    private var tokens = StatusLists()
    /// How many readings of the store have begun, and which of them is the newest that counts.
    private var readings = (begun: 0, newest: 0)
    /// What the refresher of status tokens was handed last.
    private var handedOn: TrustKey?
    private var isHandingOn = false

    /// The trust of this moment, for verifiers and wallets.
    public nonisolated let trust: RefreshedTrust
    /// Why the store could not be read at the last attempt; nil where it could. The last trust counts meanwhile, for a time.
    public private(set) var storeFailure: TrustStoreError?
    /// When the store was last read: while it cannot be, the age of what it said counts from here.
    public private(set) var storeReadAt: Instant
    /// How many addresses are not fetched from: there are more than the limit, or a list names one where something else is fetched.
    public private(set) var leftOut = 0

    private static let maximumAddresses = 4
    /// Most addresses that the signers of one authority may add.
    private static let maximumAddressesPerAuthority = 64

    /// Makes a refresher and reads what is at hand, so that there is trust before anything is fetched.
    ///
    /// - Parameters:
    ///   - store: the store, which must be readable.
    ///   - fetcher: the way to the network.
    ///   - status: keeps status tokens fresh; this refresher runs it and takes its updates. Nil where none are wanted.
    ///   - constraintRules: what a wallet knows of the trust constraints of lists of readers; without it none of them holds.
    ///   - maximumListAge: seconds after which a wallet relies on no revocation list of readers, whatever its next update is.
    ///   - jitter: given a number of seconds, one from 0 to it; from a source of randomness.
    public init(
        _ store: TrustStore, fetcher: any ResourceFetching, status: StatusRefresher? = nil, clock: any RefreshClock,
        limits: TrustRefreshLimits = TrustRefreshLimits(), constraintRules: (any RICALConstraintRules)? = nil,
        maximumListAge: Int64 = ReaderTrustList.defaultMaximumListAge, jitter: @escaping @Sendable (Int64) -> Int64
    ) throws(TrustStoreError) {
        self.store = store
        self.fetcher = fetcher
        self.status = status
        self.clock = clock
        self.limits = limits
        self.constraintRules = constraintRules
        self.maximumListAge = maximumListAge
        self.jitter = jitter
        let (now, copies) = (clock.now, CopyFolder(of: store))
        let (contents, lists) = try Self.contents(of: store, copies, at: now)
        let list = contents.issuerTrust(revocationLists: lists)
        self.copies = copies
        records = Dictionary(copies.records().map { ($0.address, $0) }) { first, _ in first }
        storeReadAt = now
        self.contents = contents
        base = list
        trust = RefreshedTrust(
            issuers: list,
            readers: contents.readerTrust(revocationLists: lists, constraintRules: constraintRules, maximumListAge: maximumListAge))
    }

    /// How it stands with every source, sorted by address.
    public var reports: [SourceReport] { sources.values.map(\.report).sorted { $0.address < $1.address } }

    // MARK: Running

    /// Refreshes until its task is cancelled or its service group shuts down. It can be run again afterwards.
    public func run() async throws {
        await cancelWhenGracefulShutdown { await self.keepFresh() }
    }

    private nonisolated func keepFresh() async {
        // The copies at hand first: no status token is taken from a signer that they revoke.
        await reload()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.keepReading() }
            group.addTask { await self.keepFetching() }
            guard let status else { return }
            group.addTask { await status.run() }
            group.addTask {
                for await tokens in await status.updates() { await self.take(tokens) }
            }
        }
    }

    /// Beside the fetching: who was removed is not trusted for as long as some server keeps its answer to itself.
    private func keepReading() async {
        while !Task.isCancelled {
            do { try await clock.sleep(seconds: limits.reload) } catch { return }
            await reload()
        }
    }

    private func keepFetching() async {
        while !Task.isCancelled {
            await fetchDue()
            do { try await clock.sleep(seconds: pause) } catch { return }
        }
    }

    /// Reads the store anew, fetches what is due, and waits for it; then the new trust is there.
    public func refresh() async {
        await reload()
        await fetchDue()
    }

    /// The same for every source, whether it is due or not.
    public func refreshAll() async {
        await reload()
        await fetch(sources.values.filter { !$0.isAwaited }.sorted { $0.standing < $1.standing })
    }

    private func fetchDue() async {
        let now = clock.now
        await fetch(
            sources.values.filter { $0.due.hasCome(at: now) && !$0.isAwaited }
                .sorted { ($0.due.time, $0.standing) < ($1.due.time, $1.standing) })
    }

    private var pause: Int64 {
        let next = sources.values.map { $0.due.time.secondsSinceEpoch }.min() ?? .max
        return min(max(next == .max ? limits.reload : next - clock.now.secondsSinceEpoch, 1), limits.reload)
    }

    // MARK: Signers

    /// Keeps the revocation list of a document signer fresh as well, as a document just verified names it.
    ///
    /// - Returns: whether all its addresses that can be fetched from are watched now; false where the limit is reached or there is none.
    @discardableResult
    public func watch(_ signer: SignerDescription) async -> Bool {
        await watch(signer.revocationListAddresses, of: signer.authority)
    }

    /// Keeps the revocation list of a signer fresh whose certificate is at hand.
    ///
    /// - Returns: whether all its addresses that can be fetched from are watched now; false where the limit is reached, there is none or the
    ///   store does not have the authority that issued it.
    @discardableResult
    public func watch(_ signer: ParsedCertificate) async -> Bool {
        guard hasAuthority(of: signer) else { return false }
        return await watch(signer.revocationListAddresses, of: signer.issuer)
    }

    /// Whether the store has the authority that issued a signer. Of any other no list could be verified, so that none is fetched.
    public func hasAuthority(of signer: ParsedCertificate) -> Bool {
        contents.authorities.contains { $0.certificate.subject == signer.issuer }
    }

    private func watch(_ addresses: [String], of authority: String) async -> Bool {
        let addresses = RevocationSources.fetchable(addresses)
        guard !addresses.isEmpty, addresses.count <= Self.maximumAddresses else { return false }
        var areWatched = true
        for address in addresses {
            let isWatched = await watch(address, of: authority)
            areWatched = areWatched && isWatched
        }
        return areWatched
    }

    private func watch(_ address: String, of authority: String) async -> Bool {
        // Where a list of authorities is fetched from is the store's to say, whatever a signer names.
        let lists = contents.lists.map(\.refreshAddress) + contents.readerLists.map(\.refreshAddress)
        guard !lists.contains(address) else { return false }
        var record = record(of: address, .revocationList)
        guard !record.authorities.contains(authority) else { return true }
        guard record.authorities.count < RevocationSources.maximumNamed, records[address] != nil || hasRoomForOneMore, hasRoom(for: authority)
        else { return false }
        record.authorities.insert(authority)
        records[address] = record
        _ = await save(record)
        return true
    }

    /// Records that are kept only until a list can be used again take nobody's place.
    private var hasRoomForOneMore: Bool {
        if records.count < limits.sources { return true }
        let revocation = RevocationSources(contents.authorities)
        let inUse = records.values.count { record in
            sources[record.address] != nil || !revocation.authorities(of: record.address, named: record.authorities).isEmpty
        }
        return inUse < limits.sources
    }

    /// The signers of one authority cannot keep those of another from adding theirs.
    private func hasRoom(for authority: String) -> Bool {
        records.values.count { $0.authorities.contains(authority) } < Self.maximumAddressesPerAuthority
    }

    /// What is known of an address, or nothing if something else was fetched there before.
    private func record(of address: String, _ kind: ResourceKind) -> CopyRecord {
        if let record = records[address], record.kind == kind { return record }
        return CopyRecord(address: address, kind: kind)
    }

    /// What is known of the address of a revocation list that is not watched yet: another program may have fetched it since.
    private func recordAtHand(of address: String) -> CopyRecord {
        let record = record(of: address, .revocationList)
        guard var other = copies.record(of: address), other.kind == .revocationList else { return record }
        other.authorities.formUnion(record.authorities)
        return other
    }

    // MARK: The store

    private func reload() async {
        let now = clock.now
        let (store, copies, lists) = (store, copies, sources.values.flatMap(\.revocationLists).map(\.list))
        let hasNone = sources.isEmpty
        readings.begun += 1
        let reading = readings.begun
        do {
            let contents = try await Self.blocking {
                // Before anything is watched, the copies say whether who signed a list of authorities was withdrawn.
                try hasNone ? Self.contents(of: store, copies, at: now).0 : store.contents(at: now, revocationLists: lists)
            }
            guard isNewest(reading) else { return }
            let named = adopt(contents, at: now)
            (storeReadAt, storeFailure) = (now, nil)
            // Whom a list names that cannot be used now, by a clock that is fast perhaps, the store refers to again once it can.
            if contents.lists.allSatisfy({ $0.list != nil }), contents.readerLists.allSatisfy({ $0.list != nil }) { forgetAll(but: named) }
        } catch let error as TrustStoreError {
            guard isNewest(reading) else { return }
            storeFailure = error
            // By a clock that was set back the time without a store begins anew, so that it ends.
            storeReadAt = min(storeReadAt, now)
            if storeReadAt.advanced(bySeconds: limits.longestWithoutStore) <= now { _ = adopt(contents.trustingNobody, at: now) }
        } catch {
            // The pool is shut down, and with it the program.
            return
        }
        await publish()
    }

    /// What a store says, and the revocation lists at hand: read once without them, to know whose there are, and once more by those of list
    /// providers.
    private static func contents(
        of store: TrustStore, _ copies: CopyFolder, at now: Instant
    ) throws(TrustStoreError) -> (TrustStoreContents, [RevocationList]) {
        let lists = copies.revocationLists(of: try store.contents(at: now).authorities)
        return (try store.contents(at: now, revocationLists: lists), lists)
    }

    /// Readings may overtake one another: what an older one saw does not count once a newer one has ended.
    private func isNewest(_ reading: Int) -> Bool {
        guard reading > readings.newest else { return false }
        readings.newest = reading
        return true
    }

    /// Takes what a store says, and gives the addresses it refers to.
    ///
    /// If they are too many, revocation lists of the roots that a person confirmed go first, then lists of authorities, then revocation
    /// lists of issuing authorities that are listed, of readers' authorities that are listed, and of those that signers named; among
    /// equals those of which something is held. So whoever names many addresses displaces nobody who counts more, nor what is held. Of those
    /// that are due together the first in this order are asked first.
    private func adopt(_ contents: TrustStoreContents, at now: Instant) -> [String] {
        self.contents = contents
        let (before, revocation) = (sources, RevocationSources(contents.authorities))
        var found: [String: WatchedSource] = [:]
        var order: [String] = []
        func add(_ address: String, _ source: WatchedSource?) {
            guard found[address] == nil, let source else { return }
            found[address] = source
            order.append(address)
        }
        func addRevocationLists(_ addresses: [String]) {
            let isHeld = { (address: String) in before[address].map { !$0.revocationLists.isEmpty } ?? false }
            for address in addresses.filter(isHeld) + addresses.filter({ !isHeld($0) }) where found[address] == nil {
                add(address, source(at: address, revocation, now))
            }
        }
        let standing = contents.authoritiesByStanding.map(RevocationSources.addresses)
        addRevocationLists(standing[0])
        let asked = contents.lists.compactMap(\.refreshAddress) + contents.readerLists.compactMap(\.refreshAddress)
        for list in contents.lists { list.refreshAddress.map { add($0, source(of: list, .issuerList, at: $0, now)) } }
        for list in contents.readerLists { list.refreshAddress.map { add($0, source(of: list, .readerList, at: $0, now)) } }
        // A list where something else is fetched already, or another list, is not kept fresh, and that is told.
        let refused = asked.count - found.values.count { $0.record.kind != .revocationList }
        for addresses in standing.dropFirst() { addRevocationLists(addresses) }
        addRevocationLists(records.values.filter { !$0.authorities.isEmpty }.map(\.address).sorted())
        leftOut = max(order.count - limits.sources, 0) + refused
        for address in order.dropFirst(limits.sources) { found[address] = nil }
        for (place, address) in order.enumerated() { found[address]?.standing = place }
        sources = found
        return order
    }

    /// What nothing in the store refers to any more is not kept.
    private func forgetAll(but named: [String]) {
        for address in Set(records.keys).subtracting(named) {
            records[address] = nil
            copies.remove(address)
        }
    }

    /// What is watched at an address already, if it is of the kind.
    private func watched(_ address: String, _ kind: ResourceKind) -> WatchedSource? {
        sources[address].flatMap { $0.record.kind == kind ? $0 : nil }
    }

    private func source<List>(of list: StoredTrustList<List>, _ kind: ResourceKind, at address: String, _ now: Instant) -> WatchedSource {
        var source = watched(address, kind) ?? WatchedSource(record: record(of: address, kind), name: list.provider, due: DueTime(at: now))
        source.name = list.provider
        // A newer one than a list that is refused is owed since it was made.
        let nextUpdate = list.list == nil ? list.date : list.nextUpdate
        source.held = WatchedSource.Held(issuedAt: list.date, nextUpdate: nextUpdate, sha256: Hexadecimal.text(list.fingerprint))
        return source
    }

    private func source(at address: String, _ revocation: RevocationSources, _ now: Instant) -> WatchedSource? {
        let known = watched(address, .revocationList)
        let record = known == nil ? recordAtHand(of: address) : record(of: address, .revocationList)
        let authorities = revocation.authorities(of: address, named: record.authorities)
        guard let first = authorities.first else { return nil }
        if known == nil, record.sha256 != nil || !record.authorities.isEmpty { records[address] = record }
        var source = known ?? WatchedSource(record: record, name: first.certificate.subject, due: DueTime(at: now))
        source.name = first.certificate.subject
        let isSame = known?.authorities.map(\.certificate.encoded) == authorities.map(\.certificate.encoded)
        source.authorities = authorities
        guard !isSame else { return source }
        // What one authority signed says nothing once another is asked.
        source.revocationLists.removeAll { held in !authorities.contains { held.list.isSigned(by: $0.certificate) } }
        let kept = source.revocationLists
        source.revocationLists += copies.revocationLists(of: source.record, by: authorities).filter { copy in
            !kept.contains { $0.list.isOfSameAuthority(as: copy.list) }
        }
        source.held = source.revocationLists.first.map { .init(issuedAt: $0.list.thisUpdate, nextUpdate: $0.list.nextUpdate, sha256: $0.sha256) }
        // What was fetched for others, or refused, says nothing of these: they are asked for without waiting for its end.
        if !authorities.allSatisfy({ authority in source.revocationLists.contains { $0.list.isSigned(by: authority.certificate) } }) {
            (source.due, source.failedAttempts) = (DueTime(at: now), 0)
        }
        return source
    }

    // MARK: Fetching

    private func fetch(_ due: [WatchedSource]) async {
        for source in due { sources[source.record.address]?.isAwaited = true }
        let fetcher = fetcher
        await withTaskGroup(of: (CopyRecord, Result<FetchResult, FetchError>).self) { group in
            var rest = due[...]
            func startNext() {
                guard let source = rest.popFirst() else { return }
                group.addTask {
                    let record = source.record
                    do throws(FetchError) {
                        return (record, .success(try await fetcher.fetch(record.address, as: record.kind, unless: source.validators)))
                    } catch {
                        return (record, .failure(error))
                    }
                }
            }
            for _ in 0..<limits.concurrentFetches { startNext() }
            while let (asked, result) = await group.next() {
                await settle(asked, result)
                startNext()
            }
        }
    }

    private func settle(_ asked: CopyRecord, _ result: Result<FetchResult, FetchError>) async {
        let address = asked.address
        sources[address]?.isAwaited = false
        // A source may have left the store meanwhile, or be another one.
        guard let source = sources[address], source.record.kind == asked.kind else { return }
        let outcome: Result<SourceReport.Outcome, SourceFault>
        switch result {
        case .failure(let error): outcome = .failure(SourceFault(error))
        case .success(.notModified): outcome = source.held?.sha256 == nil || source.held?.sha256 != asked.sha256 ? .failure(.nothingHeld) : .success(.unchanged)
        case .success(.fetched(let resource)): outcome = await take(resource, for: source)
        }
        let now = clock.now
        sources[address]?.checkedAt = now
        switch outcome {
        case .success(let outcome):
            let next = due(before: sources[address].flatMap { end(of: $0, now) }, now)
            sources[address]?.outcome = outcome
            sources[address]?.failedAttempts = 0
            sources[address]?.due = next
        case .failure(let fault):
            let attempts = source.failedAttempts + 1
            let pause = min(limits.retry << Int64(min(attempts - 1, 16)), limits.longestInterval)
            sources[address]?.outcome = .failed(code: fault.code, reason: fault.reason)
            sources[address]?.failedAttempts = attempts
            sources[address]?.due = DueTime(after: pause + spread(pause / 10), at: now)
        }
        // At once: what one server says does not wait for another.
        await publish()
    }

    /// Takes what was fetched, if it verifies and is not older than what is held.
    private func take(_ resource: FetchedResource, for source: WatchedSource) async -> Result<SourceReport.Outcome, SourceFault> {
        let address = source.record.address
        let sha256 = Hexadecimal.text([UInt8](SHA256.hash(data: resource.content)))
        var content: [UInt8]?
        do throws(SourceFault) {
            switch source.record.kind {
            case .issuerList: try await renew(.vical, with: resource.content, sha256, source)
            case .readerList: try await renew(.rical, with: resource.content, sha256, source)
            case .revocationList:
                try replace(resource.content, sha256, source)
                content = resource.content
            case .statusToken, .domainChallenge: throw .noAuthority
            }
            var record = record(of: address, source.record.kind)
            record.validators = resource.validators
            record.sha256 = sha256
            record.kept = sources[address].map { $0.revocationLists.map(\.sha256).filter { $0 != sha256 } }
            // Only once it is written: what was not is asked for whole the next time, and written then.
            do throws(SourceFault) {
                record = try await save(record, content: content, by: source.authorities).get()
            } catch {
                if error.code == SourceFault.rollback.code { takeCopies(of: address) }
                throw error
            }
            // A signer may have been seen meanwhile.
            record.authorities.formUnion(records[address]?.authorities ?? [])
            records[address] = record
            sources[address]?.record = record
            return .success(source.held?.sha256 == sha256 ? .unchanged : .updated)
        } catch {
            return .failure(error)
        }
    }

    private func renew(
        _ kind: TrustListKind, with token: [UInt8], _ sha256: String, _ source: WatchedSource
    ) async throws(SourceFault) {
        let (store, now, provider) = (store, clock.now, source.name)
        let lists = sources.values.flatMap(\.revocationLists).map(\.list)
        do {
            let list = try await Self.blocking { try store.renew(kind, with: token, of: provider, at: now, revocationLists: lists) }
            sources[source.record.address]?.held = .init(issuedAt: list.date, nextUpdate: list.nextUpdate, sha256: sha256)
        } catch let error as TrustStoreError {
            throw SourceFault(error)
        } catch {
            throw .unwritable
        }
        await reload()
    }

    private func replace(_ der: [UInt8], _ sha256: String, _ source: WatchedSource) throws(SourceFault) {
        let list: RevocationList
        do { list = try RevocationSources.verify(der, by: source.authorities) } catch { throw SourceFault(error) }
        guard list.thisUpdate <= PublisherClock.latestMoment(at: clock.now) else { throw .issuedLater }
        guard RevocationSources.maySucceed(list, source.revocationLists) else { throw .rollback }
        let others = source.revocationLists.filter { !$0.list.isOfSameAuthority(as: list) }
        sources[source.record.address]?.revocationLists = [.init(list: list, sha256: sha256)] + others
        sources[source.record.address]?.held = .init(issuedAt: list.thisUpdate, nextUpdate: list.nextUpdate, sha256: sha256)
    }

    /// Takes what another program keeps of an address, where it is newer than what is held.
    private func takeCopies(of address: String) {
        guard let source = sources[address], var record = copies.record(of: address), record.kind == .revocationList else { return }
        let newer = copies.revocationLists(of: record, by: source.authorities).filter { copy in
            source.revocationLists.allSatisfy { !$0.list.isOfSameAuthority(as: copy.list) || copy.list.maySucceed($0.list) }
        }
        guard let first = newer.first else { return }
        let others = source.revocationLists.filter { held in !newer.contains { $0.list.isOfSameAuthority(as: held.list) } }
        record.authorities.formUnion(records[address]?.authorities ?? [])
        records[address] = record
        sources[address]?.record = record
        sources[address]?.revocationLists = newer + others
        sources[address]?.held = .init(issuedAt: first.list.thisUpdate, nextUpdate: first.list.nextUpdate, sha256: first.sha256)
    }

    /// When a newer one is wanted: once the publisher owes it, and of readers already when wallets no longer rely on what was fetched.
    private func end(of source: WatchedSource, _ now: Instant) -> Instant? {
        let nextUpdate = source.held?.nextUpdate
        guard let list = source.revocationLists.first?.list, trust.readers.anchors.contains(where: { list.isSigned(by: $0.certificate) }) else {
            return nextUpdate
        }
        // Who makes one so seldom is not late, and is asked each hour.
        let age = max(list.thisUpdate.advanced(bySeconds: maximumListAge), now.advanced(bySeconds: 2 * 3_600))
        return min(nextUpdate ?? list.nextUpdate, age)
    }

    /// When to ask next: half way to the moment at which a newer one is wanted, so that a fault is known before that, and a little earlier.
    private func due(before end: Instant?, _ now: Instant) -> DueTime {
        let remaining = end.map { max($0.secondsSinceEpoch - now.secondsSinceEpoch, 0) } ?? limits.longestInterval
        let interval = min(remaining / 2, limits.longestInterval)
        // A publisher who is late is not asked without a pause.
        return DueTime(after: max(interval - spread(interval / 10), limits.retry), at: now)
    }

    private func spread(_ most: Int64) -> Int64 { min(max(jitter(most), 0), most) }

    // MARK: Publishing

    private func take(_ lists: StatusLists) {
        tokens = lists
        trust.replace(issuers: base.updating(statusLists: tokens))
    }

    /// Puts the new trust in the place of the old one, if anything has changed. Paths found so far are kept where the authorities
    /// are the same.
    private func publish() async {
        let held = sources.values.flatMap(\.revocationLists)
        let key = TrustKey(contents, revocationLists: held.map(\.sha256))
        guard key != published else { return }
        published = key
        let lists = held.map(\.list)
        base = contents.issuerTrust(revocationLists: lists).keepingPaths(of: base)
        trust.replace(
            issuers: base.updating(statusLists: tokens),
            readers: contents.readerTrust(revocationLists: lists, constraintRules: constraintRules, maximumListAge: maximumListAge))
        await handOn()
    }

    /// Gives the refresher of status tokens the lists on which no signer of a token may stand: one after the other, so that older
    /// ones never arrive last.
    private func handOn() async {
        guard let status, !isHandingOn else { return }
        isHandingOn = true
        while handedOn != published {
            handedOn = published
            await status.use(sources.values.flatMap(\.revocationLists).map(\.list))
        }
        isHandingOn = false
    }

    private func save(
        _ record: CopyRecord, content: [UInt8]? = nil, by authorities: [TrustAnchor] = []
    ) async -> Result<CopyRecord, SourceFault> {
        let copies = copies
        do {
            return .success(try await Self.blocking { try copies.save(record, content: content, by: authorities) })
        } catch {
            return .failure(error as? SourceFault ?? .unwritable)
        }
    }

    /// Work with files, on a thread that may wait for them.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(body)
    }
}
