import CBOR
import Crypto
import IssuingAuthority
import MobileDocument
import Synchronization
import Testing

@testable import DocumentTrust

@Suite("Keeping status tokens fresh")
struct StatusRefresherTests {
    /// A publisher that answers as it is told, or not at all.
    private actor Publisher: StatusFetching {
        enum Answer {
            case token([UInt8])
            case failure
            case silence
        }

        struct Down: Error {}

        private var answers: [String: Answer]
        private var silent: [CheckedContinuation<Void, Never>] = []
        private(set) var fetches: [String: Int] = [:]

        init(_ answers: [String: Answer]) { self.answers = answers }

        func set(_ uri: String, _ answer: Answer) { answers[uri] = answer }

        func fetch(_ uri: String) async throws -> [UInt8] {
            fetches[uri, default: 0] += 1
            switch answers[uri] {
            case .token(let token): return token
            case .silence: await withCheckedContinuation { silent.append($0) }
            case .failure, nil: break
            }
            throw Down()
        }

        /// Ends those who still wait, so that nothing is left behind by a test.
        func release() {
            for waiting in silent { waiting.resume() }
            silent = []
        }
    }

    private final class Clock: RefreshClock {
        private let time = Mutex(World.now)

        var now: Instant { time.withLock { $0 } }

        func advance(bySeconds seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

        func sleep(seconds: Int64) async throws {
            try await Task.sleep(for: .milliseconds(2))
            advance(bySeconds: seconds)
        }
    }

    private struct Setting {
        let scene: StatusScene
        let publisher: Publisher
        let clock = Clock()
        let refresher: StatusRefresher

        init(_ answer: Publisher.Answer? = nil, others: [String] = [], limits: StatusRefreshLimits = StatusRefreshLimits()) throws {
            scene = try StatusScene()
            publisher = Publisher([StatusScene.uri: try answer ?? .token(scene.list())])
            let root = scene.root
            refresher = StatusRefresher(
                ([StatusScene.uri] + others).map { StatusSource(uri: $0, vouchedBy: [root]) }, fetcher: publisher, clock: clock, limits: limits,
                jitter: { $0 })
        }

        func token(issuedDaysAgo days: Int, _ change: (inout StatusListPublisher) throws -> Void = { _ in }) throws -> [UInt8] {
            var list = try StatusListPublisher(uri: StatusScene.uri, count: 64)
            try change(&list)
            return try list.token(
                StatusTokenPeriod(issuedAt: World.now.advanced(byDays: -days), expiresAt: World.now.advanced(byDays: 20), timeToLive: 7 * 86_400),
                signer: scene.signer)
        }

        /// Starts what is due and waits for what comes of it.
        func refresh(until isDone: (StatusRefresher) async -> Bool) async throws {
            await refresher.refresh()
            for _ in 0..<20_000 {
                if await isDone(refresher) { return }
                try await Task.sleep(for: .milliseconds(1))
            }
            Issue.record("nothing came of it")
        }

        func value(at index: UInt64) async throws -> CheckOutcome? {
            let trust = scene.trust([]).updating(statusLists: await refresher.snapshot)
            return try scene.verify(StatusScene.place(index), trust: trust, at: clock.now).status.first
        }
    }

    @Test("A fetched token is in the next snapshot, which verification can use; it is not fetched again before it is due")
    func fetches() async throws {
        let setting = try Setting()
        #expect(try await setting.value(at: 3) == .unknown)
        try await setting.refresh { await $0.snapshot.uris == [StatusScene.uri] }
        #expect(try await setting.value(at: 3) == .passed)
        #expect(await setting.refresher.snapshot.fetchedAt(StatusScene.uri) == World.now)
        await setting.refresher.refresh()
        #expect(await setting.refresher.awaited == [])
    }

    @Test("It is fetched anew when its time to live has passed, earlier by the jitter handed in")
    func due() async throws {
        let setting = try Setting()
        await setting.publisher.set(StatusScene.uri, .token(try setting.token(issuedDaysAgo: 0)))
        let refresher = setting.refresher
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        // At most a day, less a tenth.
        setting.clock.advance(bySeconds: 77_759)
        await refresher.refresh()
        #expect(await refresher.awaited == [])
        setting.clock.advance(bySeconds: 1)
        let now = setting.clock.now
        try await setting.refresh { await $0.snapshot.fetchedAt(StatusScene.uri) == now }
        #expect(await setting.publisher.fetches[StatusScene.uri] == 2)
    }

    @Test("A publisher that never answers stops neither verification nor other addresses; its own outcome turns unknown with its age")
    func silence() async throws {
        let setting = try Setting()
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        await setting.publisher.set(StatusScene.uri, .silence)
        setting.clock.advance(bySeconds: 86_400)
        try await setting.refresh { _ in await setting.publisher.fetches[StatusScene.uri] == 2 }
        for _ in 0..<3 { #expect(try await setting.value(at: 3) == .passed) }
        setting.clock.advance(bySeconds: 30)
        await setting.refresher.refresh()
        #expect(await setting.refresher.failures[StatusScene.uri]?.reason.contains("no answer") == true)
        setting.clock.advance(bySeconds: 7 * 86_400)
        await setting.refresher.refresh()
        let trust = setting.scene.trust([]).updating(statusLists: await setting.refresher.snapshot)
        let verdict = try setting.scene.verify(StatusScene.place(3), trust: trust, at: setting.clock.now)
        #expect(verdict.status == [.unknown] && verdict.isVerified)
        #expect(verdict.statusReason.contains("fetched 8 days ago"), "\(verdict.statusReason)")
        // One that heeds no cancellation is not asked again beside itself.
        #expect(await setting.publisher.fetches[StatusScene.uri] == 2)
        await setting.publisher.release()
    }

    @Test("Silent addresses leave room for others once they are given up")
    func silentNeighbours() async throws {
        let silent = ["https://a.example", "https://b.example"]
        let setting = try Setting(others: silent, limits: StatusRefreshLimits(concurrentFetches: 2))
        for uri in silent + [StatusScene.uri] { await setting.publisher.set(uri, .silence) }
        await setting.publisher.set(StatusScene.uri, .token(try setting.scene.list()))
        // Those due at the same time are asked in the order of their addresses.
        await setting.refresher.refresh()
        #expect(await setting.refresher.awaited == silent)
        setting.clock.advance(bySeconds: 31)
        try await setting.refresh { await $0.snapshot.uris == [StatusScene.uri] }
        await setting.publisher.release()
    }

    @Test("What is no good token does not replace the last good one, and the failure is recorded with its cause")
    func keepsLastGood() async throws {
        let setting = try Setting()
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        let foreign = try World.parties().signer
        let bad: [(Publisher.Answer, String)] = [
            (.failure, "could not be fetched"), (.token([0x80]), "not a COSE_Sign1"), (.token(try setting.scene.identifiers()), "another address"),
            (.token(try StatusListPublisher(uri: "https://elsewhere.example", count: 8).token(setting.scene.period, signer: foreign)), "is for "),
        ]
        for (attempt, (answer, words)) in bad.enumerated() {
            await setting.publisher.set(StatusScene.uri, answer)
            setting.clock.advance(bySeconds: 3601)
            try await setting.refresh { await $0.failures[StatusScene.uri]?.attempts == attempt + 1 }
            #expect(await setting.refresher.failures[StatusScene.uri]?.reason.contains(words) == true, "\(words)")
            #expect(await setting.refresher.snapshot.fetchedAt(StatusScene.uri) == World.now)
            #expect(try await setting.value(at: 3) == .passed)
        }
        await setting.publisher.set(StatusScene.uri, .token(try setting.scene.list()))
        setting.clock.advance(bySeconds: 3601)
        try await setting.refresh { await $0.failures.isEmpty }
    }

    @Test("A token issued before the one at hand is refused: revocations cannot be taken back by an old list")
    func rollback() async throws {
        let setting = try Setting()
        await setting.publisher.set(StatusScene.uri, .token(try setting.token(issuedDaysAgo: 1) { try $0.revoke(3) }))
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        #expect(try await setting.value(at: 3) == .failed)
        await setting.publisher.set(StatusScene.uri, .token(try setting.token(issuedDaysAgo: 2)))
        setting.clock.advance(bySeconds: 86_401)
        try await setting.refresh { await $0.failures[StatusScene.uri] != nil }
        #expect(await setting.refresher.failures[StatusScene.uri]?.reason.contains("older than the one") == true)
        #expect(try await setting.value(at: 3) == .failed)
    }

    @Test("Each failure doubles the pause before the next attempt")
    func backsOff() async throws {
        let setting = try Setting(.failure)
        try await setting.refresh { await $0.failures[StatusScene.uri]?.attempts == 1 }
        for (attempt, pause) in [(2, 60), (3, 120), (4, 240)] as [(Int, Int64)] {
            setting.clock.advance(bySeconds: pause - 1)
            await setting.refresher.refresh()
            #expect(await setting.refresher.awaited == [])
            setting.clock.advance(bySeconds: 1)
            try await setting.refresh { await $0.failures[StatusScene.uri]?.attempts == attempt }
        }
    }

    /// Seconds to a day fast, and to the year 2100.
    private static let fastClocks: [Int64] = [86_400, 2_330_000_000]

    @Test("Once a clock that was a day fast, or in the year 2100, is set right, every address is asked again at once", arguments: fastClocks, [true, false])
    func fastClock(_ ahead: Int64, isPublished: Bool) async throws {
        let setting = try Setting(isPublished ? nil : .failure)
        setting.clock.advance(bySeconds: ahead)
        try await setting.refresh { await $0.awaited == [] }
        #expect(await setting.publisher.fetches[StatusScene.uri] == 1)
        await setting.publisher.set(StatusScene.uri, .token(try setting.scene.list()))
        setting.clock.advance(bySeconds: -ahead)
        try await setting.refresh { await $0.awaited == [] }
        #expect(await setting.publisher.fetches[StatusScene.uri] == 2)
        #expect(await setting.refresher.snapshot.fetchedAt(StatusScene.uri) == World.now)
        #expect(try await setting.value(at: 3) == .passed)
    }

    @Test("A fetch that began by a clock that was fast does not keep its address until the clock is there again", arguments: fastClocks)
    func fastFetch(_ ahead: Int64) async throws {
        let setting = try Setting(.silence)
        setting.clock.advance(bySeconds: ahead)
        try await setting.refresh { _ in await setting.publisher.fetches[StatusScene.uri] == 1 }
        setting.clock.advance(bySeconds: -ahead)
        await setting.refresher.refresh()
        #expect(await setting.refresher.failures[StatusScene.uri]?.attempts == 1)
        await setting.publisher.release()
    }

    @Test("Addresses beyond the limit are left out")
    func bounded() async throws {
        let setting = try Setting(others: ["https://b.example", "https://c.example"], limits: StatusRefreshLimits(sources: 2))
        await setting.publisher.set("https://b.example", .failure)
        try await setting.refresh { refresher in
            let (failures, snapshot) = (await refresher.failures, await refresher.snapshot)
            return failures.count == 1 && snapshot.uris.count == 1
        }
        #expect(await setting.publisher.fetches.keys.sorted() == ["https://b.example", StatusScene.uri])
    }

    @Test("What a verified document names can be watched, with the certificate that vouches, and up to the limit")
    func watch() async throws {
        let setting = try Setting()
        let identifiers = try setting.scene.identifiers()
        await setting.publisher.set(StatusScene.identifierURI, .token(identifiers))
        guard case .verified(let response) = try setting.scene.verify(StatusScene.entry(.bytes([1])), trust: setting.scene.trust([])) else {
            Issue.record("refused")
            return
        }
        let sources = response.documents[0].statusSources
        #expect(sources.map(\.uri) == [StatusScene.identifierURI])
        #expect(sources[0].authorities.map(\.encoded) == [setting.scene.root.encoded])
        #expect(await setting.refresher.watch(sources[0]))
        // Another authority for a known address is one more that may vouch, up to a bound.
        for number in 0..<9 {
            let other = try CertificateMaker.authority("CN=Other \(number),C=UT").make(key: P256.Signing.PrivateKey())
            #expect(await setting.refresher.watch(StatusSource(uri: sources[0].uri, vouchedBy: [other])) == (number < 8 - sources[0].authorities.count))
        }
        try await setting.refresh { await $0.snapshot.uris.count == 2 }
        let trust = setting.scene.trust([]).updating(statusLists: await setting.refresher.snapshot)
        #expect(try setting.scene.verify(StatusScene.entry(.bytes([1])), trust: trust).status == [.passed])

        let full = try Setting(limits: StatusRefreshLimits(sources: 1))
        #expect(await full.refresher.watch(StatusSource(uri: StatusScene.uri, vouchedBy: [])))
        #expect(await !full.refresher.watch(sources[0]))
    }

    @Test("The token of a revoked signer is not taken, and one that is at hand makes way for any good one")
    func revokedSigner() async throws {
        let setting = try Setting()
        let scene = setting.scene
        guard case .p256(let key) = scene.parties.root.identity.signingKey else { throw World.Unavailable() }
        let other = try scene.parties.root.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        var list = RevocationTests.ListMaker(issuer: scene.parties.root.identity.certificate.subject)
        list.serials = [Array(scene.signer.certificate.serialNumber.bytes)]
        let revoking = try RevocationList(list.make(with: key), issuedBy: scene.anchor)
        await setting.publisher.set(StatusScene.uri, .token(try setting.token(issuedDaysAgo: 1)))
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        await setting.refresher.use([revoking])
        setting.clock.advance(bySeconds: 86_401)
        try await setting.refresh { await $0.failures[StatusScene.uri] != nil }
        #expect(await setting.refresher.failures[StatusScene.uri]?.reason.contains("is revoked") == true)
        // Older than the one at hand, whose signer nobody believes any more.
        let period = try StatusTokenPeriod(issuedAt: World.now.advanced(byDays: -2), expiresAt: World.now.advanced(byDays: 20), timeToLive: 3600)
        await setting.publisher.set(StatusScene.uri, .token(try StatusListPublisher(uri: StatusScene.uri, count: 64).token(period, signer: other)))
        setting.clock.advance(bySeconds: 86_401)
        try await setting.refresh { await $0.failures.isEmpty }
    }

    @Test("Documents under one root leave room in the table for those of another, and so do the certificates they name for one address")
    func roomForEachRoot() async throws {
        let setting = try Setting(limits: StatusRefreshLimits(sources: 8, sourcesPerRoot: 3))
        let refresher = setting.refresher
        let greedy = try CertificateMaker.authority("CN=Greedy,C=UT").make(key: P256.Signing.PrivateKey())
        let vouching = try (0..<6).map { try CertificateMaker.authority("CN=Vouching \($0),C=UT").make(key: P256.Signing.PrivateKey()) }
        for number in 0..<20 {
            let source = StatusSource(uri: "https://greedy.example/\(number)", vouchedBy: [vouching[number % 6]], namedUnder: greedy)
            #expect(await refresher.watch(source) == (number < 3), "\(number)")
        }
        let root = setting.scene.root
        for number in 0..<3 {
            #expect(await refresher.watch(StatusSource(uri: "https://honest.example/\(number)", vouchedBy: [root], namedUnder: root)))
        }
        // One address, which both name: the greedy ones cannot use up the certificates that may vouch for it.
        let shared = "https://honest.example/0"
        for (number, certificate) in vouching.enumerated() {
            #expect(await refresher.watch(StatusSource(uri: shared, vouchedBy: [certificate], namedUnder: greedy)) == (number < 4))
        }
        let successor = try CertificateMaker.authority("CN=Successor,C=UT").make(key: P256.Signing.PrivateKey())
        #expect(await refresher.watch(StatusSource(uri: shared, vouchedBy: [successor], namedUnder: root)))
    }

    @Test("Where there is no room, the address that no document has named for longest makes it, after ten minutes and not before")
    func makesRoom() async throws {
        let setting = try Setting(limits: StatusRefreshLimits(sources: 3, sourcesPerRoot: 2))
        let (refresher, clock, root) = (setting.refresher, setting.clock, setting.scene.root)
        let other = try CertificateMaker.authority("CN=Other,C=UT").make(key: P256.Signing.PrivateKey())
        func isWatched(_ number: Int, _ root: ParsedCertificate) async -> Bool {
            await refresher.watch(StatusSource(uri: "https://status.example/\(number)", vouchedBy: [root], namedUnder: root))
        }
        // One place is configured by hand, and never goes to anybody.
        for number in 0..<2 { #expect(await isWatched(number, root)) }
        #expect(await !isWatched(2, root))
        clock.advance(bySeconds: 599)
        #expect(await isWatched(0, root))
        #expect(await !isWatched(2, root))
        clock.advance(bySeconds: 1)
        #expect(await isWatched(2, root), "in the place of 1")
        #expect(await !isWatched(1, root))
        #expect(await !isWatched(3, other))
        clock.advance(bySeconds: 600)
        #expect(await isWatched(3, other), "in the place of 0")
        try await setting.refresh { refresher in
            let (failures, snapshot) = (await refresher.failures, await refresher.snapshot)
            return failures.count == 2 && snapshot.uris == [StatusScene.uri]
        }
        #expect(await refresher.failures.keys.sorted() == ["https://status.example/2", "https://status.example/3"])
    }

    @Test("The token of an address that made room is at hand no longer")
    func roomInSnapshot() async throws {
        let setting = try Setting(limits: StatusRefreshLimits(sources: 2))
        let (refresher, root) = (setting.refresher, setting.scene.root)
        await setting.publisher.set(StatusScene.identifierURI, .token(try setting.scene.identifiers()))
        #expect(await refresher.watch(StatusSource(uri: StatusScene.identifierURI, vouchedBy: [root], namedUnder: root)))
        try await setting.refresh { await $0.snapshot.uris.count == 2 }
        setting.clock.advance(bySeconds: 600)
        #expect(await refresher.watch(StatusSource(uri: "https://status.example/1", vouchedBy: [root], namedUnder: root)))
        #expect(await refresher.snapshot.uris == [StatusScene.uri])
    }

    @Test("An address without a usable token makes room before one that has one, whichever was named later")
    func tokenKeepsRoom() async throws {
        let setting = try Setting(limits: StatusRefreshLimits(sources: 3))
        let (refresher, root) = (setting.refresher, setting.scene.root)
        await setting.publisher.set(StatusScene.identifierURI, .token(try setting.scene.identifiers()))
        #expect(await refresher.watch(StatusSource(uri: StatusScene.identifierURI, vouchedBy: [root], namedUnder: root)))
        setting.clock.advance(bySeconds: 1)
        #expect(await refresher.watch(StatusSource(uri: "https://status.example/1", vouchedBy: [root], namedUnder: root)))
        try await setting.refresh { refresher in
            let (awaited, snapshot) = (await refresher.awaited, await refresher.snapshot)
            return awaited.isEmpty && snapshot.uris.count == 2
        }
        setting.clock.advance(bySeconds: 600)
        #expect(await refresher.watch(StatusSource(uri: "https://status.example/2", vouchedBy: [root], namedUnder: root)))
        #expect(await refresher.snapshot.uris.count == 2)
    }

    @Test("An address that is being asked makes no room: the end of that would be taken for the end of a later question")
    func askedKeepsRoom() async throws {
        let setting = try Setting(limits: StatusRefreshLimits(sources: 2, timeout: 600))
        let (refresher, root) = (setting.refresher, setting.scene.root)
        let slow = "https://slow.example"
        await setting.publisher.set(slow, .silence)
        #expect(await refresher.watch(StatusSource(uri: slow, vouchedBy: [root], namedUnder: root)))
        try await setting.refresh { refresher in
            let (awaited, asked) = (await refresher.awaited, await setting.publisher.fetches[slow])
            return awaited == [slow] && asked == 1
        }
        setting.clock.advance(bySeconds: 600)
        #expect(await !refresher.watch(StatusSource(uri: "https://status.example/1", vouchedBy: [root], namedUnder: root)))
        await setting.publisher.release()
        try await setting.refresh { await $0.awaited == [] }
        #expect(await refresher.watch(StatusSource(uri: "https://status.example/1", vouchedBy: [root], namedUnder: root)))
    }

    @Test("An address that fails counts as failing no more once no document has named it for ten minutes, without a token; one set by hand always")
    func failingSources() async throws {
        let setting = try Setting(.failure)
        let (refresher, root) = (setting.refresher, setting.scene.root)
        #expect(await refresher.watch(StatusSource(uri: "https://status.example/1", vouchedBy: [root], namedUnder: root)))
        try await setting.refresh { await $0.failures.count == 2 }
        #expect(await refresher.failingSources == 2)
        setting.clock.advance(bySeconds: 600)
        #expect(await refresher.failingSources == 1)
        #expect(await refresher.failures.count == 2)
    }

    @Test("An address that is not https is never asked: not watched, and among the failures where it was configured")
    func onlyHTTPS() async throws {
        let plain = "http://status.utopia.example/1"
        let setting = try Setting(others: [plain])
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        #expect(await setting.refresher.failures.mapValues(\.reason) == [plain: "its address is not an https address"])
        for uri in ["http://status.utopia.example/2", "HTTP://x.example", "https://", "https://a@b.example/", "//x.example", ""] {
            #expect(await !setting.refresher.watch(StatusSource(uri: uri, vouchedBy: [setting.scene.root])), "\(uri)")
        }
        #expect(await setting.refresher.watch(StatusSource(uri: "HTTPS://status.utopia.example:8443/2?x=1#y", vouchedBy: [setting.scene.root])))
        setting.clock.advance(bySeconds: 100_000)
        try await setting.refresh { _ in await setting.publisher.fetches.count == 2 }
        #expect(await setting.publisher.fetches.keys.allSatisfy { $0.lowercased().hasPrefix("https://") })
    }

    @Test("Running in the background it hands out snapshots until it is cancelled")
    func runs() async throws {
        // This clock runs far ahead of a busy machine: nothing may be given up, nor the token grow too old, before it was fetched.
        let setting = try Setting(limits: StatusRefreshLimits(timeout: 600, retry: 1))
        let running = Task { await setting.refresher.run() }
        var received = 0
        for await snapshot in await setting.refresher.updates() where !snapshot.uris.isEmpty {
            #expect(snapshot.uris == [StatusScene.uri])
            received += 1
            if received == 2 { running.cancel() }
        }
        await running.value
        #expect(received >= 2)
    }

    @Test("Everyone who asks for updates gets them all: the snapshot at hand, and the new ones of this run and of a later one")
    func updates() async throws {
        // This clock runs far ahead of a busy machine, too.
        let setting = try Setting(limits: StatusRefreshLimits(timeout: 600, retry: 1))
        let refresher = setting.refresher
        var first = await refresher.updates().makeAsyncIterator()
        var second = await refresher.updates().makeAsyncIterator()
        let atHand = [await first.next()?.uris, await second.next()?.uris]
        #expect(atHand == [[], []])
        try await setting.refresh { await !$0.snapshot.uris.isEmpty }
        let fetched = [await first.next()?.uris, await second.next()?.uris]
        #expect(fetched == [[StatusScene.uri], [StatusScene.uri]])

        let ended = Task { await refresher.run() }
        ended.cancel()
        await ended.value
        // Both end.
        while await first.next() != nil {}
        while await second.next() != nil {}

        var later = await refresher.updates().makeAsyncIterator()
        let running = Task { await refresher.run() }
        let newer = [await later.next()?.uris, await later.next()?.uris]
        #expect(newer == [[StatusScene.uri], [StatusScene.uri]])
        running.cancel()
        await running.value
    }

    @Test("An address that is named twice is one: either certificate vouches for its token, and it takes one place")
    func namedTwice() async throws {
        let setting = try Setting()
        let other = try CertificateMaker.authority("CN=Other,C=UT").make(key: P256.Signing.PrivateKey())
        await setting.publisher.set(StatusScene.identifierURI, .token(try setting.scene.identifiers()))
        for authorities in [[setting.scene.root, other], [other, setting.scene.root]] {
            var sources = authorities.map { StatusSource(uri: StatusScene.uri, vouchedBy: [$0]) }
            sources.append(StatusSource(uri: StatusScene.identifierURI, vouchedBy: [setting.scene.root]))
            let refresher = StatusRefresher(
                sources, fetcher: setting.publisher, clock: setting.clock, limits: StatusRefreshLimits(sources: 2), jitter: { $0 })
            await refresher.refresh()
            for _ in 0..<20_000 {
                if await refresher.awaited.isEmpty { break }
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(await refresher.failures.isEmpty)
            #expect(await refresher.snapshot.uris == [StatusScene.uri, StatusScene.identifierURI])
        }
    }
}
