import CBOR
import Crypto
import Foundation
import IssuingAuthority
import MobileDocument
import RelyingParty
import ServiceLifecycle
import Testing
import VectorSupport

@testable import DocumentTrust
@testable import TrustFetching

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

    private func certificate(_ key: CertifiedKey) throws -> ParsedCertificate { try ParsedCertificate(ByteSlice(key.derEncoded)) }

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
        try scene.store.removeList(.vical, of: "Utopia")
        try scene.store.add(vical: scene.list(issue: 7), from: FetchScene.vical, at: clock.now)
        await next.refreshAll()
        #expect(network.validators(FetchScene.vical) == nil)
        #expect(await report(next, FetchScene.vical)?.outcome == .updated)
    }

    @Test("A list that somebody removed is not brought back")
    func removedList() async throws {
        let refresher = try listed()
        network.publish(try scene.list(issue: 8), at: FetchScene.vical)
        try scene.store.removeList(.vical, of: "Utopia")
        await refresher.refreshAll()
        #expect(await refresher.reports.isEmpty)
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        #expect(throws: TrustStoreError.self) { try scene.store.renew(.vical, with: try scene.list(issue: 9), of: "Utopia", at: clock.now) }
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

    @Test("A list that has ended, and that names its address only itself, is replaced from there by a program started anew")
    func endedWithOwnAddress() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, url: FetchScene.vical, notAfterDays: 20), at: clock.now)
        clock.advance(bySeconds: 21 * 86_400)
        let refresher = try refresher()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        network.publish(try scene.list(issue: 8, url: FetchScene.vical), at: FetchScene.vical)
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.vical)?.outcome == .updated)
        #expect(refresher.trust.snapshot.anchors.count == 1)
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

    @Test("A list that has ended is overdue and asked for again every five minutes, also where its publisher says that it has not changed")
    func overdueList() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7), from: FetchScene.vical, at: clock.now)
        network.publish(try scene.list(issue: 8, notAfterDays: 20), at: FetchScene.vical)
        let refresher = try refresher()
        await refresher.refresh()
        network.answerNotModified(FetchScene.vical)
        clock.advance(bySeconds: 21 * 86_400)
        await refresher.refresh()
        let report = try #require(await report(refresher, FetchScene.vical))
        #expect(report.outcome == .unchanged)
        #expect(report.nextUpdate.map { $0 < clock.now } == true)
        #expect(report.due == clock.now.advanced(bySeconds: 300))
    }

    @Test("What another program fetched while a list of authorities had ended counts once the list can be used again")
    func copiesOfOtherProgram() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, notAfterDays: 20), from: FetchScene.vical, at: clock.now)
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        let refresher = try refresher()
        await refresher.refresh()
        #expect(try revocation(refresher) == .passed)
        clock.advance(bySeconds: 21 * 86_400)
        await refresher.refresh()
        clock.advance(bySeconds: -21 * 86_400)
        network.publish(try scene.revocationList(number: 2, daysAgo: 0, revoking: true), at: FetchScene.crl)
        try await self.refresher().refresh()
        network.publish(nil, at: FetchScene.crl)
        await refresher.refresh()
        #expect(try revocation(refresher) == .failed)
    }

    @Test("What is kept only until an ended list can be used again keeps no other signer's revocation list from being watched")
    func roomBesideEndedList() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, notAfterDays: 20), from: FetchScene.vical, at: clock.now)
        let other = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let refresher = try refresher(TrustRefreshLimits(sources: 2))
        for number in 0..<2 {
            #expect(await refresher.watch(try certificate(scene.signer("https://elsewhere.utopia.example/\(number).crl"))))
        }
        let signer = try certificate(scene.signer("https://erewhon.example/signers.crl", of: other))
        #expect(await !refresher.watch(signer))
        clock.advance(bySeconds: 21 * 86_400)
        await refresher.refresh()
        #expect(await refresher.watch(signer))
    }

    @Test("While a list of authorities has ended, or has by a clock that is fast, the revocation lists of those whom it names are kept")
    func copiesOfEndedList() async throws {
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7, notAfterDays: 20), from: FetchScene.vical, at: clock.now)
        network.publish(try scene.revocationList(revoking: true), at: FetchScene.crl)
        let refresher = try refresher()
        await refresher.refresh()
        #expect(try revocation(refresher) == .failed)
        network.publish(nil, at: FetchScene.crl)
        clock.advance(bySeconds: 21 * 86_400)
        await refresher.refresh()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        clock.advance(bySeconds: -21 * 86_400)
        #expect(try revocation(try self.refresher()) == .failed)
        await refresher.refresh()
        #expect(try revocation(refresher) == .failed)
        // What nothing refers to any more is not kept, once every list can be used.
        try scene.store.removeList(.vical, of: "Utopia")
        await refresher.refresh()
        #expect(CopyFolder(of: scene.store).record(of: FetchScene.crl) == nil)
    }

    @Test("No list of a signer that its provider withdrew is believed, by a program started anew neither")
    func revokedListSigner() async throws {
        let refresher = try listed()
        let address = "https://lists.utopia.example/signers.crl"
        #expect(await refresher.watch(try certificate(scene.otherListSigner(address))))
        network.publish(try scene.providerRevocationList(), at: address)
        await refresher.refresh()
        await refresher.refresh()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        network.publish(nil, at: address)
        let next = try self.refresher()
        #expect(next.trust.snapshot.anchors.isEmpty)
        await next.refresh()
        #expect(next.trust.snapshot.anchors.isEmpty)
    }

    @Test("A newer revocation list by a clock that is less than a minute fast counts at once: no signer of lists is believed meanwhile that it withdraws")
    func revokedListSignerAhead() async throws {
        let refresher = try listed()
        let address = "https://lists.utopia.example/signers.crl"
        #expect(await refresher.watch(try certificate(scene.otherListSigner(address))))
        for (number, ahead) in [(1, 0), (2, 45)] as [(UInt64, Int64)] {
            network.publish(try scene.providerRevocationList(number: number, secondsAhead: ahead), at: address)
            await refresher.refreshAll()
            #expect(await report(refresher, address)?.outcome == .updated)
            await refresher.refresh()
            #expect(refresher.trust.snapshot.anchors.isEmpty)
            #expect(try self.refresher().trust.snapshot.anchors.isEmpty)
        }
    }

    @Test("A list of readers' authorities is kept fresh as well, and wallets take the newest")
    func readerList() async throws {
        try scene.addProvider()
        try scene.store.add(rical: scene.readerList(issue: 1, naming: [scene.root]), from: FetchScene.rical, at: clock.now)
        let refresher = try refresher()
        #expect(refresher.trust.readers.anchors.map(\.certificate.fingerprint) == [scene.root.fingerprint])
        let reader = try ParsedCertificate(ByteSlice(scene.parties.readerAuthority.identity.derEncoded))
        network.publish(try scene.readerList(issue: 2, naming: [reader]), at: FetchScene.rical)
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.rical)?.kind == .readerList)
        #expect(await report(refresher, FetchScene.rical)?.outcome == .updated)
        #expect(refresher.trust.readers.anchors.map(\.certificate.fingerprint) == [reader.fingerprint])
        #expect(refresher.trust.snapshot.anchors.isEmpty, "readers' authorities vouch for no document")
        network.publish(try scene.readerList(issue: 1, naming: [scene.root]), at: FetchScene.rical)
        await refresher.refreshAll()
        guard case .failed("store.rollback", _) = await report(refresher, FetchScene.rical)?.outcome else { return #expect(Bool(false), "taken") }
        try scene.store.distrust(fingerprint: reader.fingerprint, reason: "test", at: clock.now)
        await refresher.refresh()
        #expect(refresher.trust.readers.anchors.isEmpty)
    }

    @Test("Removing a root makes yesterday's good response fail today, without restart; also one that a list named, once it is distrusted")
    func removal() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        #expect(try scene.verify(refresher.trust.snapshot).isVerified)
        try scene.store.remove(fingerprint: scene.root.fingerprint)
        clock.advance(bySeconds: 86_400)
        await refresher.refresh()
        #expect(try scene.verify(refresher.trust.snapshot, at: clock.now).report.failures.map(\.identifier) == [.signerPath])
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7), at: clock.now)
        await refresher.refresh()
        #expect(try scene.verify(refresher.trust.snapshot, at: clock.now).isVerified, "the list names it")
        try scene.store.distrust(fingerprint: scene.root.fingerprint, reason: "test", at: clock.now)
        try scene.store.add(vical: scene.list(issue: 8), at: clock.now)
        await refresher.refresh()
        #expect(try scene.verify(refresher.trust.snapshot, at: clock.now).report.failures.map(\.identifier) == [.signerPath])
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

    @Test("While an authority changes its key under one address, the list of the old key counts on for what that key signed")
    func changeOfKey() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        network.publish(try scene.revocationList(revoking: true), at: FetchScene.crl)
        await refresher.refresh()
        #expect(try revocation(refresher) == .failed)
        let renewed = try scene.addRootOfOtherKey()
        network.publish(try renewed.signRevocationList(content(number: 2)), at: FetchScene.crl)
        // The new key is asked for at once, although the old one's list is not due for days.
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.crl)?.outcome == .updated)
        #expect(try revocation(refresher) == .failed, "the new key's list says nothing of what the old key signed")
        let signer = try scene.signer(FetchScene.crl, of: renewed)
        #expect(try scene.verify(refresher.trust.snapshot, signer: signer).outcome(.signerRevocation) == .passed)
        // A program started anew has both, before anything is fetched; so has a single command.
        network.publish(nil, at: FetchScene.crl)
        let next = try self.refresher()
        #expect(try revocation(next) == .failed)
        #expect(try scene.verify(next.trust.snapshot, signer: signer).outcome(.signerRevocation) == .passed)
        #expect(CopyFolder(of: scene.store).revocationLists(of: try scene.store.contents(at: clock.now).issuers).count == 2)
        // Older lists are not taken, of whichever key: they would keep the newest one away.
        network.publish(try scene.revocationList(number: 1, daysAgo: 2), at: FetchScene.crl)
        await next.refreshAll()
        guard case .failed("crl.rollback", _) = await report(next, FetchScene.crl)?.outcome else { return #expect(Bool(false), "an older list was taken") }
        network.publish(try scene.revocationList(number: 3, daysAgo: 0), at: FetchScene.crl)
        await next.refreshAll()
        #expect(try revocation(next) == .passed)
        #expect(try scene.verify(next.trust.snapshot, signer: signer).outcome(.signerRevocation) == .passed)
        let copies = try FileManager.default.contentsOfDirectory(atPath: scene.store.path + "/fetched").filter { $0.hasSuffix(".copy") }
        #expect(copies.count == 2, "what counts no longer is not kept")
    }

    /// The root as it was before it was renewed: of the same key, with its name in another type of string, and over. Nobody looks at its own signature.
    private func formerRoot() throws -> ParsedCertificate {
        var der = scene.root.encoded.array
        let name: [UInt8] = [0x0C, 11] + Array("Utopia IACA".utf8)
        let first = try #require(der.firstRange(of: name)).lowerBound
        while let place = der.firstRange(of: name)?.lowerBound { der[place] = 0x13 }
        let begin = try #require(der[first...].firstRange(of: [0x17, 0x0D] as [UInt8])).lowerBound
        der.replaceSubrange(begin + 15..<begin + 30, with: Array(der[begin..<begin + 15]))
        return try ParsedCertificate(ByteSlice(der))
    }

    @Test("The list of a root counts for what the same key signed before the root was renewed, in whatever type of string it wrote its name")
    func renewedName() async throws {
        let former = try formerRoot()
        try scene.store.add(former, confirming: former.fingerprint, provenance: "test", at: clock.now)
        try scene.addRoot()
        let refresher = try refresher()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        await refresher.refresh()
        #expect(try revocation(refresher) == .passed)
        network.publish(try scene.revocationList(number: 2, daysAgo: 0, revoking: true), at: FetchScene.crl)
        await refresher.refreshAll()
        #expect(try revocation(refresher) == .failed)
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        await refresher.refreshAll()
        guard case .failed("crl.rollback", _) = await report(refresher, FetchScene.crl)?.outcome else { return #expect(Bool(false), "an older list was taken") }
        #expect(try revocation(refresher) == .failed)
    }

    private func content(number: UInt64, daysAgo: Int = 1) throws -> RevocationListContent {
        try RevocationListContent(
            number: number, thisUpdate: clock.now.advanced(byDays: -daysAgo), nextUpdate: clock.now.advanced(byDays: 30), revoked: [])
    }

    @Test("A server that says nothing has changed, where nothing is held, has failed")
    func nothingHeld() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        network.answerNotModified(FetchScene.crl)
        await refresher.refresh()
        let report = try #require(await report(refresher, FetchScene.crl))
        guard case .failed("fetch.status", _) = report.outcome else { return #expect(Bool(false), "\(report.outcome)") }
        #expect(report.failedAttempts == 1)
    }

    @Test(
        "An older revocation list, also of the same moment, one that takes a withdrawal back, another authority's, one from the future and rubbish are not taken",
        arguments: ["older", "lower", "fewer", "other", "later", "rubbish"])
    func badRevocationList(what: String) async throws {
        try scene.addRoot()
        let refresher = try refresher()
        network.publish(try scene.revocationList(number: 2, daysAgo: 1, revoking: true), at: FetchScene.crl)
        await refresher.refresh()
        let (content, code): ([UInt8], String) = switch what {
        case "older": (try scene.revocationList(daysAgo: 2), "crl.rollback")
        case "lower": (try scene.revocationList(number: 1), "crl.rollback")
        case "fewer": (try scene.revocationList(number: 2), "crl.rollback")
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

    @Test("Of two programs on one store neither takes back a newer revocation list that the other fetched, nor an authority that it noted")
    func twoPrograms() async throws {
        try scene.addRoot()
        let other = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let (first, second) = (try refresher(), try refresher())
        network.publish(try scene.revocationList(number: 2, daysAgo: 0, revoking: true), at: FetchScene.crl)
        await first.refresh()
        network.publish(try scene.revocationList(number: 1), at: FetchScene.crl)
        await second.refresh()
        guard case .failed("crl.rollback", _) = await report(second, FetchScene.crl)?.outcome else { return #expect(Bool(false), "an older list was taken") }
        #expect(try revocation(second) == .failed)
        #expect(try revocation(try refresher()) == .failed)
        #expect(await second.watch(try certificate(scene.signer(FetchScene.crl, of: other))))
        #expect(await first.watch(try certificate(scene.signer(FetchScene.crl))))
        let record = try #require(CopyFolder(of: scene.store).record(of: FetchScene.crl))
        #expect(record.authorities.count == 2)
        #expect(try revocation(try refresher()) == .failed, "the copy stays with the record")
    }

    @Test("A copy that no authority known to a program signed stays, for the other program that knows who did")
    func copyOfOthers() throws {
        try scene.addRoot()
        let other = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let name = try certificate(other.identity).subject
        let (copies, anchors) = (CopyFolder(of: scene.store), try scene.store.contents(at: clock.now).issuers)
        func save(_ list: [UInt8], isOther: Bool) throws -> CopyRecord {
            var record = CopyRecord(address: FetchScene.crl, kind: .revocationList)
            record.sha256 = Hexadecimal.text([UInt8](SHA256.hash(data: list)))
            return try copies.save(record, content: list, by: anchors.filter { ($0.certificate.subject == name) == isOther })
        }
        let first = try save(scene.revocationList(), isOther: false)
        let second = try save(other.signRevocationList(content(number: 1)), isOther: true)
        #expect(second.kept == [first.sha256].compactMap { $0 })
        #expect(copies.contents(of: second).count == 2)
        let third = try save(scene.revocationList(number: 2, daysAgo: 0), isOther: false)
        #expect(third.kept == [second.sha256].compactMap { $0 }, "what is followed by a newer one goes")
    }

    @Test("Beside a store lie records and copies alone: no lock of one user keeps another out")
    func noLockFile() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        try await refresher().refresh()
        let names = try FileManager.default.contentsOfDirectory(atPath: scene.store.path + "/fetched")
        #expect(names.count == 2)
        #expect(names.allSatisfy { $0.hasSuffix(".json") || $0.hasSuffix(".copy") }, "\(names)")
    }

    @Test(
        "What root keeps beside another user's store belongs to that user: the folder, its records and its copies",
        .enabled(if: OtherOwners.areAllowed, "needs root, free to give files away"))
    func ofAnotherUser() async throws {
        try scene.addRoot()
        try #require(chown(scene.store.path, 65_534, 65_534) == 0)
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        try await refresher().refresh()
        let folder = scene.store.path + "/fetched"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 2)
        for path in [folder] + names.map({ "\(folder)/\($0)" }) {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.ownerAccountID] as? Int == 65_534 && attributes[.groupOwnerAccountID] as? Int == 65_534, "\(path)")
        }
    }

    @Test("A copy that could not be written is asked for whole the next time, and written then")
    func unwritableCopy() async throws {
        try scene.addRoot()
        let folder = scene.store.path + "/fetched"
        try Data().write(to: URL(fileURLWithPath: folder))
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        let refresher = try refresher()
        await refresher.refresh()
        guard case .failed("copy.unwritable", _) = await report(refresher, FetchScene.crl)?.outcome else { return #expect(Bool(false), "written") }
        #expect(try revocation(refresher) == .passed)
        try FileManager.default.removeItem(atPath: folder)
        await refresher.refreshAll()
        #expect(network.validators(FetchScene.crl) == nil)
        #expect(await report(refresher, FetchScene.crl)?.outcome == .unchanged)
        #expect(try revocation(try self.refresher()) == .passed)
    }

    /// A certificate that names two addresses of its revocation list, made from one that names another one as long as both.
    private func naming(_ addresses: (String, String), _ make: (String) throws -> CertifiedKey) throws -> ParsedCertificate {
        let begin = "https://padding.example/"
        let place = begin + String(repeating: "x", count: addresses.0.utf8.count + addresses.1.utf8.count + 2 - begin.utf8.count)
        // GeneralName, uniformResourceIdentifier [6].
        func name(_ uri: String) -> [UInt8] { [0x86, UInt8(uri.utf8.count)] + Array(uri.utf8) }
        var der = try make(place).derEncoded
        der.replaceSubrange(try #require(der.firstRange(of: name(place))), with: name(addresses.0) + name(addresses.1))
        return try ParsedCertificate(ByteSlice(der))
    }

    @Test("An address of a directory keeps no other one from being fetched, a signer's nor a root's, whichever is named first", arguments: [true, false])
    func directoryAddress(isFirst: Bool) async throws {
        let (directory, own) = ("ldap://d.example/cn=a", "https://e.example/a.crl")
        let addresses = isFirst ? (directory, own) : (own, directory)
        try scene.addRoot()
        let refresher = try refresher()
        #expect(await refresher.watch(try naming(addresses) { try scene.signer($0) }))
        let (another, third) = ("https://e.example/root.crl", "https://e.example/b.crl")
        let root = try naming(isFirst ? (directory, another) : (another, directory), scene.readerRoot)
        try scene.store.add(root, confirming: root.fingerprint, role: .reader, provenance: "test", at: clock.now)
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address) == [own, another, FetchScene.crl])
        // Nor does one that is refused, as a list of authorities is fetched from there.
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7), from: FetchScene.vical, at: clock.now)
        await refresher.refresh()
        let mixed = isFirst ? (FetchScene.vical, third) : (third, FetchScene.vical)
        #expect(await !refresher.watch(try naming(mixed) { try scene.signer($0) }))
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address).contains(third))
    }

    @Test("The list of a signer is fetched once the signer was seen, and only under a root that is trusted")
    func signer() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        let own = "https://elsewhere.utopia.example/signers.crl"
        let signer = try scene.signer(own)
        network.publish(try scene.revocationList(), at: own)
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address) == [FetchScene.crl], "nobody has seen the signer")
        #expect(try revocation(refresher) == .unknown)
        guard case .verified(let answer) = try scene.verify(refresher.trust.snapshot, signer: signer) else { return #expect(Bool(false), "not verified") }
        #expect(await refresher.watch(answer.documents[0].signer))
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address) == [own, FetchScene.crl])
        #expect(try scene.verify(refresher.trust.snapshot, signer: signer).outcome(.signerRevocation) == .passed)
        let another = "https://elsewhere.utopia.example/more.crl"
        #expect(await refresher.watch(try certificate(scene.signer(another))))
        await refresher.refresh()
        #expect(await refresher.reports.map(\.address) == [another, own, FetchScene.crl])
        #expect(await !refresher.watch(scene.providerRoot), "a certificate without an address names none")
        try scene.store.remove(fingerprint: scene.root.fingerprint)
        await refresher.refresh()
        #expect(await refresher.reports.isEmpty)
    }

    @Test("A signer is not watched whose authority the store does not have, even if it names the address of one that it has")
    func strangersSigner() async throws {
        try scene.addRoot()
        let stranger = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let known = try self.refresher()
        let signer = try certificate(scene.signer(FetchScene.crl, of: stranger))
        #expect(await known.hasAuthority(of: signer))
        #expect(await known.watch(signer))
        try scene.store.remove(fingerprint: try certificate(stranger.identity).fingerprint)
        let refresher = try self.refresher()
        #expect(await !refresher.hasAuthority(of: signer))
        #expect(await !refresher.watch(signer))
        #expect(await refresher.watch(try certificate(scene.signer(FetchScene.crl))))
    }

    @Test("The authority of a signer is known in whatever type of string the signer writes its name, and not by another name")
    func untypedAuthority() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        let signer = try scene.signer(FetchScene.crl).derEncoded
        // A UTF8String of 11 bytes, then a PrintableString of them.
        let name: [UInt8] = [0x0C, 11] + Array("Utopia IACA".utf8)
        let place = try #require(signer.firstRange(of: name)).lowerBound
        var printable = signer
        printable[place] = 0x13
        let same = try ParsedCertificate(ByteSlice(printable))
        #expect(await refresher.hasAuthority(of: same))
        #expect(await refresher.watch(same))
        var renamed = signer
        renamed[place + 2] = UInt8(ascii: "u")
        #expect(await !refresher.hasAuthority(of: try ParsedCertificate(ByteSlice(renamed))))
    }

    @Test("Authorities whose signers name one address share it: none takes it from another")
    func sharedAddress() async throws {
        let shared = "https://elsewhere.utopia.example/shared.crl"
        try scene.addRoot()
        let other = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let refresher = try refresher()
        #expect(await refresher.watch(try certificate(scene.signer(shared))))
        #expect(await refresher.watch(try certificate(scene.signer(shared, of: other))))
        network.publish(try scene.revocationList(), at: shared)
        await refresher.refresh()
        #expect(await report(refresher, shared)?.outcome == .updated)
        #expect(try revocation(refresher) == .passed)
    }

    @Test("Where a list of authorities is fetched from no signer says: it is refused, and one that was named before makes room")
    func addressOfList() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        let signer = try certificate(scene.signer(FetchScene.vical))
        #expect(await refresher.watch(signer), "it is nobody's yet")
        await refresher.refresh()
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7), from: FetchScene.vical, at: clock.now)
        network.publish(try scene.list(issue: 8), at: FetchScene.vical)
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.vical)?.kind == .issuerList)
        #expect(await report(refresher, FetchScene.vical)?.outcome == .updated)
        #expect(await !refresher.watch(signer))
        #expect(try await !self.refresher().watch(signer), "nor by a program started anew")
    }

    @Test("The signers of one authority add 64 addresses at most, and leave room for those of another")
    func share() async throws {
        try scene.addRoot()
        let other = try scene.addOtherRoot("https://erewhon.example/iaca.crl")
        let refresher = try refresher()
        for number in 0..<64 {
            #expect(await refresher.watch(try certificate(scene.signer("https://elsewhere.utopia.example/\(number).crl"))))
        }
        let next = "https://elsewhere.utopia.example/64.crl"
        #expect(await !refresher.watch(try certificate(scene.signer(next))))
        #expect(await refresher.watch(try certificate(scene.signer(next, of: other))))
    }

    @Test("Another authority at the same address is asked for at once, not when the list of the one before ends")
    func otherAuthority() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        await refresher.refresh()
        try scene.store.remove(fingerprint: scene.root.fingerprint)
        let other = try scene.addOtherRoot(FetchScene.crl)
        let content = try RevocationListContent(number: 1, thisUpdate: clock.now, nextUpdate: clock.now.advanced(byDays: 1), revoked: [])
        network.publish(try other.signRevocationList(content), at: FetchScene.crl)
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.crl)?.outcome == .updated)
        #expect(await report(refresher, FetchScene.crl)?.issuedAt == clock.now)
    }

    @Test("No status token is taken from a signer that a revocation list at hand names")
    func revokedStatusSigner() async throws {
        try scene.addRoot()
        network.publish(try scene.revocationList(revokingStatusSigner: true), at: FetchScene.crl)
        try await refresher().refresh()
        network.publish(try scene.statusToken(), at: FetchScene.token)
        let status = scene.statusRefresher(network, clock: clock)
        let refresher = try TrustRefresher(scene.store, fetcher: network, status: status, clock: clock, jitter: { _ in 0 })
        let running = Task { try await refresher.run() }
        #expect(try await eventually { await status.failures[FetchScene.token] != nil })
        #expect(await status.failures[FetchScene.token]?.reason.contains("revoked") == true)
        #expect(try scene.verify(refresher.trust.snapshot).outcome(.msoStatus) == .unknown)
        running.cancel()
        try await running.value
    }

    @Test("Run once more after it was cancelled, it takes the status tokens that are published since")
    func runAgain() async throws {
        try scene.addRoot()
        let status = scene.statusRefresher(network, clock: clock)
        let refresher = try TrustRefresher(scene.store, fetcher: network, status: status, clock: clock, jitter: { _ in 0 })
        for (revoked, outcome) in [(nil, .passed), (3, .failed)] as [(Int?, CheckOutcome)] {
            network.publish(try scene.statusToken(revoking: revoked), at: FetchScene.token)
            clock.advance(bySeconds: 3_600)
            let running = Task { try await refresher.run() }
            #expect(try await eventually { try scene.verify(refresher.trust.snapshot, at: clock.now).outcome(.msoStatus) == outcome })
            running.cancel()
            try await running.value
        }
    }

    @Test("That a status token could not be fetched is told with the code of what kept it from being fetched")
    func statusFailure() async throws {
        let status = scene.statusRefresher(network, clock: clock)
        await status.refresh()
        #expect(try await eventually { await status.failures[FetchScene.token] != nil })
        #expect(await status.failures[FetchScene.token]?.reason == "it could not be fetched: fetch.connection")
    }

    // MARK: Silent servers

    @Test("Who is removed, or distrusted, is trusted no longer although a server never answers", arguments: ["removed", "distrusted"])
    func removedWhileSilent(how: String) async throws {
        try scene.addRoot()
        network.silence(FetchScene.crl)
        let refresher = try refresher()
        #expect(try scene.verify(refresher.trust.snapshot).isVerified)
        let running = Task { try await refresher.run() }
        #expect(try await eventually { network.asked == [FetchScene.crl] })
        if how == "removed" {
            try scene.store.remove(fingerprint: scene.root.fingerprint)
        } else {
            try scene.store.distrust(fingerprint: scene.root.fingerprint, reason: "test", at: clock.now)
        }
        #expect(try await eventually { try !scene.verify(refresher.trust.snapshot).isVerified })
        #expect(network.asked == [FetchScene.crl], "its answer is still awaited")
        running.cancel()
        try await running.value
    }

    @Test("What one server answers counts although another one never does")
    func besideSilent() async throws {
        let refresher = try listed()
        network.silence(FetchScene.vical)
        network.publish(try scene.revocationList(), at: FetchScene.crl)
        let running = Task { try await refresher.run() }
        #expect(try await eventually { try revocation(refresher) == .passed })
        running.cancel()
        try await running.value
    }

    @Test("A store that another program does not let go of is reported, and the last trust stays")
    func heldStore() async throws {
        try scene.addRoot()
        let refresher = try refresher()
        let lock = open(scene.store.path + "/lock", O_RDWR)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        await refresher.refresh()
        #expect(await refresher.storeFailure?.code == .inaccessible)
        #expect(await refresher.storeFailure?.reason.contains("another program") == true)
        #expect(try scene.verify(refresher.trust.snapshot).isVerified)
        try #require(flock(lock, LOCK_UN) == 0)
        await refresher.refresh()
        #expect(await refresher.storeFailure == nil)
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

    /// Seconds to a day fast, and to the year 2100.
    private static let fastClocks: [Int64] = [86_400, 2_320_000_000]

    @Test("Once a clock that was a day fast, or in the year 2100, is set right, every source is asked again at once", arguments: fastClocks, [true, false])
    func fastClock(_ ahead: Int64, isPublished: Bool) async throws {
        try scene.addRoot()
        let refresher = try refresher()
        if isPublished { network.publish(try scene.revocationList(), at: FetchScene.crl) }
        clock.advance(bySeconds: ahead)
        await refresher.refresh()
        let before = network.asked.count
        network.publish(try scene.revocationList(number: 2, daysAgo: 0), at: FetchScene.crl)
        clock.advance(bySeconds: -ahead)
        await refresher.refresh()
        #expect(network.asked.count == before + 1)
        #expect(await report(refresher, FetchScene.crl)?.outcome == .updated)
        #expect(try revocation(refresher) == .passed)
    }

    @Test("A list that is dated tomorrow is not taken and keeps out no list of today; one that a fast clock took gives way to the next issue")
    func listOfTomorrow() async throws {
        let refresher = try listed()
        network.publish(try scene.list(issue: 8, daysAgo: -1), at: FetchScene.vical)
        await refresher.refresh()
        let outcome = await report(refresher, FetchScene.vical)?.outcome
        guard case .failed("store.listRefused", _) = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
        #expect(try scene.store.contents(at: clock.now).lists.map(\.issueID) == [7])
        network.publish(try scene.list(issue: 8, daysAgo: 0), at: FetchScene.vical)
        await refresher.refreshAll()
        #expect(await report(refresher, FetchScene.vical)?.outcome == .updated)

        try scene.store.add(vical: scene.list(issue: 9, daysAgo: -1), at: clock.now.advanced(byDays: 1))
        network.publish(try scene.list(issue: 10, daysAgo: 0), at: FetchScene.vical)
        await refresher.refreshAll()
        #expect(await report(refresher, FetchScene.vical)?.outcome == .updated)
        #expect(try scene.store.contents(at: clock.now).lists.map(\.issueID) == [10])
    }

    @Test("Once a clock that was fast is set right, the time begins after which nobody is trusted without a store", arguments: fastClocks)
    func fastClockWithoutStore(_ ahead: Int64) async throws {
        try scene.addRoot()
        let refresher = try refresher(TrustRefreshLimits(longestWithoutStore: 3_600))
        clock.advance(bySeconds: ahead)
        await refresher.refresh()
        try FileManager.default.removeItem(atPath: scene.store.path + "/trust-store.json")
        clock.advance(bySeconds: -ahead)
        await refresher.refresh()
        #expect(await refresher.storeReadAt == clock.now)
        clock.advance(bySeconds: 3_600)
        await refresher.refresh()
        #expect(await refresher.storeFailure?.code == .missing)
        #expect(refresher.trust.snapshot.anchors.isEmpty)
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

    @Test("There are never more sources than the limit: lists go before listed roots, these before signers; what is left out is counted")
    func bounded() async throws {
        let list = "https://zenith.example/vical"
        try scene.addProvider()
        try scene.store.add(vical: scene.list(issue: 7), from: list, at: clock.now)
        for (limit, kept) in [(1, [list]), (2, [FetchScene.crl, list])] {
            let refresher = try refresher(TrustRefreshLimits(sources: limit))
            await refresher.watch(try certificate(scene.signer("https://a.example/signers.crl")))
            await refresher.refresh()
            #expect(await refresher.reports.map(\.address) == kept)
            #expect(await refresher.leftOut == 3 - limit)
        }
    }

    @Test("Of what is due together, a confirmed root's revocation list is asked for first, then lists, then what lists name")
    func order() async throws {
        let listed = "https://a.example/crl"
        try scene.addRoot()
        try scene.addProvider()
        try scene.store.add(
            rical: scene.readerList(issue: 1, naming: [certificate(scene.readerRoot(listed))]), from: FetchScene.rical, at: clock.now)
        try await refresher(TrustRefreshLimits(concurrentFetches: 1)).refresh()
        #expect(network.asked == [FetchScene.crl, FetchScene.rical, listed])
    }

    @Test("A list of readers' authorities that names many addresses displaces no list of an issuing authority, nor what a confirmed root names")
    func displaced() async throws {
        try scene.addRoot()
        try scene.addProvider()
        let refresher = try refresher(TrustRefreshLimits(sources: 4))
        network.publish(try scene.revocationList(revoking: true), at: FetchScene.crl)
        await refresher.refresh()
        #expect(try revocation(refresher) == .failed)
        let readers = try (0..<6).map { try certificate(scene.readerRoot("https://a\($0).example/crl")) }
        try scene.store.add(rical: scene.readerList(issue: 1, naming: readers), from: FetchScene.rical, at: clock.now)
        await refresher.refresh()
        #expect(await Set(refresher.reports.map(\.address)).isSuperset(of: [FetchScene.crl, FetchScene.rical]))
        #expect(await refresher.reports.count == 4)
        #expect(await refresher.leftOut == 4)
        #expect(try revocation(refresher) == .failed, "what was revoked stays revoked")
    }

    @Test("A list that names a confirmed root's revocation list as its own address does not get it, and that is told")
    func seizedAddress() async throws {
        try scene.addRoot()
        try scene.addProvider()
        try scene.store.add(rical: scene.readerList(issue: 1, naming: [scene.root]), from: FetchScene.crl, at: clock.now)
        network.publish(try scene.revocationList(revoking: true), at: FetchScene.crl)
        let refresher = try refresher()
        await refresher.refresh()
        #expect(await report(refresher, FetchScene.crl)?.kind == .revocationList)
        #expect(try revocation(refresher) == .failed)
        #expect(await refresher.leftOut == 1)
    }

    /// One whose store trusts the readers' authority, and that watches the reader.
    private func watchedReader() async throws -> TrustRefresher {
        let authority = try ParsedCertificate(ByteSlice(scene.parties.readerAuthority.identity.derEncoded))
        try scene.store.add(authority, confirming: authority.fingerprint, role: .reader, provenance: "test", at: clock.now)
        let refresher = try refresher()
        #expect(await refresher.watch(try certificate(scene.parties.reader)))
        return refresher
    }

    @Test("A reader that its authority revokes is refused by the wallet once the list is fetched, and a wallet's rules reach its readers' list")
    func revokedReader() async throws {
        let refresher = try await watchedReader()
        #expect(try scene.readerRefusal(refresher.trust.readers, at: clock.now) == nil)
        let reader = scene.parties.reader.certificate.serialNumber
        func publish(_ number: UInt64, _ revoked: [RevokedCertificate]) throws {
            let content = try RevocationListContent(
                number: number, thisUpdate: clock.now, nextUpdate: clock.now.advanced(byDays: 30), revoked: revoked)
            network.publish(try scene.parties.readerAuthority.signRevocationList(content), at: FetchScene.readerCRL)
        }
        try publish(1, [])
        await refresher.refresh()
        #expect(try scene.readerRefusal(refresher.trust.readers, at: clock.now) == nil)
        clock.advance(bySeconds: 86_400)
        try publish(2, [RevokedCertificate(serialNumber: Array(reader.bytes), time: clock.now)])
        await refresher.refresh()
        #expect(try scene.readerRefusal(refresher.trust.readers, at: clock.now) == .revoked)
        try FileManager.default.removeItem(atPath: scene.store.path + "/trust-store.json")
        clock.advance(bySeconds: 86_400)
        await refresher.refresh()
        #expect(refresher.trust.readers.anchors.isEmpty, "nobody is trusted once the store has been away for a day")
    }

    @Test("A revocation list by a clock that is less than a minute fast counts at once: it refuses no reader but those that it withdraws")
    func readerListAhead() async throws {
        let refresher = try await watchedReader()
        let reader = RevokedCertificate(serialNumber: Array(scene.parties.reader.certificate.serialNumber.bytes), time: clock.now)
        for (number, ahead, revoked) in [(1, -3_600, []), (2, 45, []), (3, 50, [reader])] as [(UInt64, Int64, [RevokedCertificate])] {
            let content = try RevocationListContent(
                number: number, thisUpdate: clock.now.advanced(bySeconds: ahead), nextUpdate: clock.now.advanced(byDays: 30), revoked: revoked)
            network.publish(try scene.parties.readerAuthority.signRevocationList(content), at: FetchScene.readerCRL)
            await refresher.refreshAll()
            #expect(await report(refresher, FetchScene.readerCRL)?.outcome == .updated)
            let refusal: ReaderRefusal? = revoked.isEmpty ? nil : .revoked
            #expect(try scene.readerRefusal(refresher.trust.readers, at: clock.now) == refusal)
        }
    }

    @Test("A revocation list of readers is asked for half way to the moment from which wallets no longer rely on it, however late its next update is")
    func readerListAge() async throws {
        let refresher = try await watchedReader()
        // Of 49 hours it is too old, though its publisher owes no other; of 40 there are eight left.
        for (number, hours, pause) in [(1, 49, 3_600), (2, 40, 14_400), (3, 0, 86_400)] as [(UInt64, Int64, Int64)] {
            let content = try RevocationListContent(
                number: number, thisUpdate: clock.now.advanced(bySeconds: -hours * 3_600), nextUpdate: clock.now.advanced(byDays: 30), revoked: [])
            network.publish(try scene.parties.readerAuthority.signRevocationList(content), at: FetchScene.readerCRL)
            await refresher.refreshAll()
            #expect(await report(refresher, FetchScene.readerCRL)?.due == clock.now.advanced(bySeconds: pause))
        }
    }

    @Test("A store that cannot be read leaves the last trust for a time, and then nobody is trusted")
    func unreadableStore() async throws {
        try scene.addRoot()
        let refresher = try refresher(TrustRefreshLimits(longestWithoutStore: 3_600))
        await refresher.refresh()
        let good = try Data(contentsOf: URL(fileURLWithPath: scene.store.path + "/trust-store.json"))
        try FileManager.default.removeItem(atPath: scene.store.path + "/trust-store.json")
        clock.advance(bySeconds: 3_599)
        await refresher.refresh()
        #expect(await refresher.storeFailure?.code == .missing)
        #expect(refresher.trust.snapshot.anchors.count == 1)
        let since = await refresher.storeReadAt
        #expect(clock.now.secondsSinceEpoch - since.secondsSinceEpoch == 3_599, "the last good copy has an age")
        clock.advance(bySeconds: 1)
        await refresher.refresh()
        #expect(refresher.trust.snapshot.anchors.isEmpty)
        let index = scene.store.path + "/trust-store.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: index))
        await refresher.refresh()
        #expect(await refresher.storeFailure?.code == .damaged)
        try good.write(to: URL(fileURLWithPath: index))
        await refresher.refresh()
        #expect(await refresher.storeFailure == nil)
        #expect(refresher.trust.snapshot.anchors.count == 1)
        #expect(await refresher.storeReadAt == clock.now)
    }

    @Test("Without a change the very same snapshot stays, with the paths found under it; a change makes a new one")
    func sameSnapshot() async throws {
        let refresher = try listed()
        let signer = scene.parties.signer.derEncoded
        await refresher.refresh()
        let before = refresher.trust.snapshot
        #expect(try scene.verify(before).isVerified)
        #expect(before.cache[ByteSlice(signer)] != nil)
        await refresher.refreshAll()
        #expect(refresher.trust.snapshot.cache === before.cache)
        // A revocation list is judged at each verification, and no part of a path.
        network.publish(try scene.revocationList(revoking: true), at: FetchScene.crl)
        await refresher.refreshAll()
        #expect(refresher.trust.snapshot.cache === before.cache)
        #expect(try revocation(refresher) == .failed)
        try scene.addRoot()
        await refresher.refresh()
        #expect(before.anchors.count == 1, "a snapshot that was taken does not change")
        #expect(refresher.trust.snapshot.anchors.count == 2)
        #expect(refresher.trust.snapshot.cache !== before.cache)
    }

    @Test("Trust is another one when it becomes known which key is distrusted")
    func distrustedKey() {
        func key(_ fingerprint: [UInt8]?) -> TrustKey {
            let authority = DistrustedAuthority(fingerprint: [1], keyFingerprint: fingerprint, subject: nil, reason: "test", since: clock.now)
            return TrustKey(TrustStoreContents(anchors: [], lists: [], readerLists: [], distrusted: [authority]), revocationLists: [])
        }
        #expect(key(nil) == key(nil))
        #expect(key(nil) != key([2]))
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
