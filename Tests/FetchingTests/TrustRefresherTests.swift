import CBOR
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import RelyingParty
import ServiceLifecycle
import Testing
import TrustFetching

@Suite("Keeping a store's trust fresh")
struct TrustRefresherTests {
    private let scene: FetchScene
    private let network = ScriptedFetcher()
    private let clock = TestClock()

    init() throws { scene = try FetchScene() }

    private func refresher(_ limits: TrustRefreshLimits = TrustRefreshLimits(), jitter: @escaping @Sendable (Int64) -> Int64 = { _ in 0 }) throws -> TrustRefresher {
        try TrustRefresher(scene.store, fetcher: network, clock: clock, limits: limits, jitter: jitter)
    }

    /// A store whose only authority comes from a list that is kept fresh.
    private func listed(issue: UInt64 = 7) throws -> TrustRefresher {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: issue), from: FetchScene.vical, at: clock.now)
        return try refresher()
    }

    private func report(_ refresher: TrustRefresher, _ address: String) async -> SourceReport? {
        await refresher.reports.first { $0.address == address }
    }

    private func revocation(_ refresher: TrustRefresher) throws -> CheckOutcome? {
        try scene.verify(refresher.trust.snapshot, at: clock.now).outcome(.signerRevocation)
    }

    // MARK: Lists

    @Test("A newer issue of a list is fetched from where the list came from, and taken; the report says so with its age")
    func newerList() async throws {
        let refresher = try listed()
        network.publish(try scene.list(issue: 8, daysAgo: 0), at: FetchScene.vical)
        await refresher.refresh()
        let report = try #require(await report(refresher, FetchScene.vical))
        #expect(report.outcome == .updated)
        #expect(report.name == "Utopia")
        #expect(report.kind == .issuerList)
        #expect(report.age(at: clock.now.advanced(bySeconds: 60)) == 60)
        #expect(report.nextUpdate == clock.now.advanced(byDays: 10))
        #expect(try scene.store.contents(at: clock.now).lists.map(\.issueID) == [8])
        #expect(refresher.trust.snapshot.anchors.map(\.provenance).allSatisfy { $0.contains("issue 8") })
        #expect(try scene.store.contents(at: clock.now).lists.first?.source == FetchScene.vical, "the address stays with the list")
    }

    @Test("An older issue, one that does not verify and another provider's are not taken; the last good one stays", arguments: ["older", "broken", "other"])
    func badList(what: String) async throws {
        let refresher = try listed()
        let (content, code): ([UInt8], String) = switch what {
        case "older": (try scene.list(issue: 6, daysAgo: 2), "store.rollback")
        case "broken": (Array(try scene.list(issue: 8).dropLast()), "store.listRefused")
        default: (try scene.list(issue: 8, provider: "Erewhon"), "store.unknown")
        }
        network.publish(content, at: FetchScene.vical)
        await refresher.refresh()
        let outcome = await report(refresher, FetchScene.vical)?.outcome
        guard case .failed(code, _) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
        #expect(try scene.store.contents(at: clock.now).lists.map(\.issueID) == [7])
        #expect(try scene.verify(refresher.trust.snapshot).isVerified)
    }

    @Test("A list that has not changed costs a question; a program started anew knows that as well")
    func unchangedList() async throws {
        let refresher = try listed()
        network.publish(try scene.list(issue: 8), at: FetchScene.vical)
        await refresher.refreshAll()
        #expect(network.validators(FetchScene.vical) == nil)
        await refresher.refreshAll()
        #expect(await report(refresher, FetchScene.vical)?.outcome == .unchanged)
        let next = try self.refresher()
        await next.refreshAll()
        #expect(network.validators(FetchScene.vical) != nil)
        #expect(await report(next, FetchScene.vical)?.outcome == .unchanged)
        // What the validators are of is not what is held any more: everything is asked for.
        try scene.store.removeLists(of: "Utopia")
        try scene.store.add(vical: scene.list(issue: 7), from: FetchScene.vical, at: clock.now)
        await next.refreshAll()
        #expect(network.validators(FetchScene.vical) == nil)
        #expect(await report(next, FetchScene.vical)?.outcome == .updated)
    }

    @Test("A list that somebody removed is not brought back")
    func removedList() async throws {
        let refresher = try listed()
        network.publish(try scene.list(issue: 8), at: FetchScene.vical)
        try scene.store.removeLists(of: "Utopia")
        await refresher.refreshAll()
        #expect(await refresher.reports.isEmpty)
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        #expect(throws: TrustStoreError.self) { try scene.store.renew(vical: try scene.list(issue: 9), of: "Utopia", at: clock.now) }
        #expect(try !scene.verify(refresher.trust.snapshot).isVerified)
    }

    @Test("A list imported as a file is fetched from where it says itself that the newest is to be had")
    func ownAddress() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, url: FetchScene.vical), at: clock.now)
        let refresher = try refresher()
        network.publish(try scene.list(issue: 8, url: FetchScene.vical), at: FetchScene.vical)
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.vical)?.outcome == .updated)
    }

    @Test("Past its last day a list adds nobody, whatever was published before")
    func endedList() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, notAfterDays: 20), from: FetchScene.vical, at: clock.now)
        let refresher = try refresher()
        #expect(try scene.verify(refresher.trust.snapshot).isVerified)
        clock.advance(bySeconds: 21 * 86_400)
        await refresher.refresh()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        #expect(await report(refresher, FetchScene.vical)?.failedAttempts == 1)
    }

    // MARK: Revocation lists

    @Test("The revocation list of a root's distribution point is fetched, and decides: good, then revoked")
    func revocationList() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        #expect(try revocation(refresher) == .unknown)
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        await refresher.refresh()
        #expect(try revocation(refresher) == .passed)
        #expect(await report(refresher, FetchScene.crl)?.outcome == .updated)
        network.publish(try scene.revocationList(number: 2, daysAgo: 0, revoking: true), at: FetchScene.crl)
        await refresher.refreshAll()
        #expect(try revocation(refresher) == .failed)
    }

    @Test("An older revocation list, another authority's, one from the future and rubbish are not taken", arguments: ["older", "other", "later", "rubbish"])
    func badRevocationList(what: String) async throws {
        try scene.addRoot()
        let refresher = try refresher()
        network.publish(try scene.revocationList(number: 2, daysAgo: 1, revoking: true), at: FetchScene.crl)
        await refresher.refresh()
        let (content, code): ([UInt8], String) = switch what {
        case "older": (try scene.revocationList(daysAgo: 2), "crl.rollback")
        case "later": (try scene.revocationList(number: 3, daysAgo: -2), "crl.issuedLater")
        case "other":
            (try scene.parties.readerAuthority.signRevocationList(RevocationListContent(number: 9, thisUpdate: clock.now, nextUpdate: clock.now.advanced(byDays: 1), revoked: [])), "crl.otherIssuer")
        default: ([1, 2, 3], "crl.malformed")
        }
        network.publish(content, at: FetchScene.crl)
        await refresher.refreshAll()
        let outcome = await report(refresher, FetchScene.crl)?.outcome
        guard case .failed(code, _) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
        #expect(try revocation(refresher) == .failed, "what was revoked stays revoked")
    }

    @Test("A revocation list outlives the program: the next one has it before anything is fetched, a single command too")
    func copies() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        try await refresher().refresh()
        network.publish(nil, at: FetchScene.crl)
        let next = try refresher()
        #expect(try revocation(next) == .passed)
        await next.refresh()
        #expect(try revocation(next) == .passed)
        #expect(await report(next, FetchScene.crl)?.issuedAt == clock.now.advanced(byDays: -1))
        let anchors = try scene.store.contents(at: clock.now).issuers
        #expect(CopyFolder(of: scene.store).revocationLists(of: anchors).count == 1)
        #expect(CopyFolder(of: scene.store).revocationLists(of: []).isEmpty, "who trusts nobody takes nobody's list")
        // A copy that was altered costs a fetch and no trust.
        let files = try FileManager.default.contentsOfDirectory(atPath: scene.store.path + "/fetched").filter { $0.hasSuffix(".copy") }
        for file in files { try Data([0x30, 0x00]).write(to: URL(fileURLWithPath: "\(scene.store.path)/fetched/\(file)")) }
        #expect(CopyFolder(of: scene.store).revocationLists(of: anchors).isEmpty)
        #expect(try revocation(try refresher()) == .unknown)
    }

    @Test("The list of a signer is fetched once the signer was seen, and only under a root that is trusted")
    func signer() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        guard case .verified(let answer) = try scene.verify(refresher.trust.snapshot) else { return #expect(Bool(false), "not verified") }
        #expect(await refresher.watch(answer.documents[0].signer))
        let own = "https://elsewhere.utopia.example/signers.crl"
        let other = try scene.parties.root.issueDocumentSigner(
            notBefore: clock.now.advanced(byDays: -1), contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: own)
        #expect(await refresher.watch(try ParsedCertificate(ByteSlice(other.derEncoded))))
        network.publish(try scene.revocationList(), at: own)
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address) == [own, FetchScene.crl])
        #expect(try revocation(refresher) == .passed)
        #expect(await !refresher.watch(scene.providerRoot), "a certificate without an address names none")
        try scene.store.remove(fingerprint: scene.root.fingerprint)
        await refresher.refresh()
        #expect(await refresher.reports.isEmpty)
    }

    // MARK: Time and bounds

    @Test("A source that fails is asked again after a pause that doubles; the last good copy stays and grows old")
    func backOff() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        let refresher = try refresher(TrustRefreshLimits(retry: 100, longestInterval: 1_000))
        await refresher.refresh()
        network.publish(nil, at: FetchScene.crl)
        var pauses: [Int64] = []
        for _ in 0..<6 {
            let due = try #require(await report(refresher, FetchScene.crl)?.due)
            clock.advance(bySeconds: due.secondsSinceEpoch - clock.now.secondsSinceEpoch - 1)
            let before = network.asked.count
            await refresher.refresh()
            #expect(network.asked.count == before, "it is not due yet")
            clock.advance(bySeconds: 1)
            await refresher.refresh()
            #expect(network.asked.count == before + 1)
            pauses.append(try #require(await report(refresher, FetchScene.crl)).due.secondsSinceEpoch - clock.now.secondsSinceEpoch)
        }
        #expect(pauses == [100, 200, 400, 800, 1_000, 1_000])
        #expect(await report(refresher, FetchScene.crl)?.failedAttempts == 6)
        #expect(try revocation(refresher) == .passed)
        #expect(await report(refresher, FetchScene.crl)?.age(at: clock.now).map { $0 > 86_400 } == true)
    }

    @Test("The next question comes a little earlier by the jitter handed in, and never beyond the longest interval")
    func jitter() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        for (jitter, expected) in [(Int64(0), Int64(10_000)), (.max, 9_000), (-5, 10_000)] {
            let refresher = try refresher(TrustRefreshLimits(longestInterval: 10_000)) { _ in jitter }
            await refresher.refresh()
            #expect(await report(refresher, FetchScene.crl)?.due == clock.now.advanced(bySeconds: expected))
        }
    }

    @Test("There are never more sources than the limit; what is left out is counted")
    func bounded() async throws {
        _ = try listed()
        try scene.addRoot()
        let refresher = try refresher(TrustRefreshLimits(sources: 1))
        await refresher.refresh()
        #expect(await refresher.reports.count == 1)
        #expect(await refresher.leftOut == 1)
    }

    @Test("A store that cannot be read leaves the last trust for a time, and then nobody is trusted")
    func unreadableStore() async throws {
        try scene.addRoot()
        let refresher = try refresher(TrustRefreshLimits(longestWithoutStore: 3_600))
        await refresher.refresh()
        try FileManager.default.removeItem(atPath: scene.store.path + "/trust-store.json")
        clock.advance(bySeconds: 3_599)
        await refresher.refresh()
        #expect(await refresher.storeFailure?.code == .missing)
        #expect(refresher.trust.snapshot.anchors.count == 1)
        clock.advance(bySeconds: 1)
        await refresher.refresh()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
    }

    @Test("Without a change the very same snapshot stays, with the paths found under it; a change makes a new one")
    func sameSnapshot() async throws {
        let refresher = try listed()
        await refresher.refresh()
        let before = refresher.trust.snapshot
        try scene.addRoot()
        await refresher.refresh()
        #expect(before.anchors.count == 1, "a snapshot that was taken does not change")
        #expect(refresher.trust.snapshot.anchors.count == 2)
    }

    @Test("As a service it runs until its group shuts down")
    func service() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        let refresher = try refresher()
        let group = ServiceGroup(configuration: .init(services: [.init(service: refresher)], logger: .init(label: "test")))
        let running = Task { try await group.run() }
        #expect(try await eventually { try revocation(refresher) == .passed })
        await group.triggerGracefulShutdown()
        try await running.value
    }
}
