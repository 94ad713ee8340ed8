import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Synchronization
import Testing

@Suite("The trust of a running server")
struct CurrentTrustTests {
    /// A server that is never started again: one verifier, one holder, a clock.
    private struct Server {
        let place = StorePlace()
        let store: TrustStore
        let current: CurrentTrust
        let verifier: Verifier
        let response: [UInt8]
        let transcript: SessionTranscript

        init(_ fill: (TrustStore) throws -> Void) throws {
            store = try TrustStore.create(at: place.path)
            try fill(store)
            current = try CurrentTrust(store, interval: 600, at: World.now)
            verifier = World.replayer(trust: IssuerTrustList([]))
            let parties = try World.parties()
            let session = try parties.request(World.asked).session
            transcript = session.transcript
            response = try ForgedResponse(parties).encode(transcript: transcript)
        }

        /// The failed checks of one and the same response.
        func failures(at time: Instant) -> [String] {
            RecordedExchange.failures(
                verifier.trusting(current.trust(at: time)).verify(deviceResponse: response, transcript: transcript, at: time).report)
        }
    }

    private let tomorrow = World.now.advanced(byDays: 1)

    private func root() throws -> ParsedCertificate { try World.parties().issuerTrust().anchors[0].certificate }

    private func confirm(_ root: ParsedCertificate, in store: TrustStore, role: TrustRole = .issuer) throws {
        try store.add(root, confirming: root.fingerprint, role: role, provenance: "test", at: World.now)
    }

    @Test("Removing a root makes yesterday's good response fail today, without restart")
    func removal() throws {
        let root = try root()
        let server = try Server { try confirm(root, in: $0) }
        #expect(server.failures(at: World.now) == [])
        try TrustStore(at: server.place.path).remove(fingerprint: root.fingerprint)
        #expect(server.failures(at: tomorrow) == ["signer.path"])
        try confirm(root, in: server.store)
        #expect(server.failures(at: tomorrow) == [])
    }

    @Test("Removing a root makes yesterday's good response fail today, without restart, even if a list names it: distrusted")
    func removalOfListed() throws {
        let root = try root()
        var maker = try VICALMaker()
        maker.entries = [VICALMaker.Entry(root)]
        let listRoot = try maker.authorities().anchors[0].certificate
        let token = try maker.make()
        let server = try Server { store in
            try confirm(root, in: store)
            try confirm(listRoot, in: store, role: .list)
            try store.add(vical: token, at: World.now)
        }
        #expect(server.failures(at: World.now) == [])
        try server.store.remove(fingerprint: root.fingerprint)
        #expect(server.failures(at: World.now) == [], "the list brings it back")
        try server.store.distrust(fingerprint: root.fingerprint, reason: "test", at: World.now)
        #expect(server.failures(at: World.now) == ["signer.path"])
        #expect(server.failures(at: tomorrow) == ["signer.path"])
        maker.issueID = 8
        try server.store.add(vical: maker.make(), at: tomorrow)
        #expect(server.failures(at: tomorrow) == ["signer.path"], "nor does its next issue")
    }

    @Test("A list that ends is noticed at the interval, although no file has changed")
    func interval() throws {
        var maker = try VICALMaker()
        maker.entries = [VICALMaker.Entry(try root())]
        maker.notAfter = World.now.advanced(bySeconds: 900)
        let listRoot = try maker.authorities().anchors[0].certificate
        let token = try maker.make()
        let server = try Server { store in
            try confirm(listRoot, in: store, role: .list)
            try store.add(vical: token, at: World.now)
        }
        #expect(server.failures(at: World.now.advanced(bySeconds: 900)) == [])
        #expect(server.failures(at: World.now.advanced(bySeconds: 1499)) == [])
        #expect(server.failures(at: World.now.advanced(bySeconds: 1500)) == ["signer.path"])
    }

    @Test("A store that cannot be read leaves the last good snapshot, with its age and the cause, until it is mended")
    func damage() throws {
        let root = try root()
        let server = try Server { try confirm(root, in: $0) }
        #expect(server.current.state(at: World.now).failure == nil)
        let index = server.place.url.appendingPathComponent("trust-store.json")
        let good = try Data(contentsOf: index)
        try Data("{".utf8).write(to: index)
        let later = World.now.advanced(bySeconds: 60)
        #expect(server.failures(at: later) == [])
        let state = server.current.state(at: later)
        #expect(state.failure?.code == .damaged && state.readAt == World.now && state.age(at: later) == 60)
        try FileManager.default.removeItem(at: index)
        #expect(server.current.state(at: later).failure?.code == .missing)
        #expect(server.failures(at: later) == [])
        try good.write(to: index)
        #expect(server.current.state(at: later).failure == nil)
        #expect(server.current.state(at: later).readAt == later)
        #expect(throws: TrustStoreError.self) { try CurrentTrust(TrustStore(at: server.place.path + "/none"), at: World.now) }
    }

    @Test("Newer revocation lists count from the next use on")
    func revocation() throws {
        let root = try root()
        let server = try Server { try confirm(root, in: $0) }
        #expect(server.failures(at: World.now) == [])
        let parties = try World.parties()
        guard case .p256(let key) = parties.root.identity.signingKey else { throw World.Unavailable() }
        var list = RevocationTests.ListMaker(issuer: root.certificate.subject)
        list.serials = [Array(parties.signer.certificate.serialNumber.bytes)]
        server.current.use([try RevocationList(list.make(with: key), issuedBy: TrustAnchor(root, provenance: "test"))])
        #expect(server.failures(at: World.now) == ["signer.revocation"])
    }

    /// How often the store was changed; odd while the root is out of it.
    private final class Changes: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }

        func add() { number.withLock { $0 += 1 } }
    }

    @Test("Asked from many threads while the store changes, it never answers with what was removed before the question")
    func concurrency() async throws {
        let root = try root()
        let server = try Server { try confirm(root, in: $0) }
        let (current, store, changes) = (server.current, server.store, Changes())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<200 {
                        let before = changes.count
                        let anchors = current.trust(at: World.now).anchors.count
                        if before % 2 == 1, changes.count == before { #expect(anchors == 0) }
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 {
                    try? store.remove(fingerprint: root.fingerprint)
                    changes.add()
                    for _ in 0..<50 { #expect(current.trust(at: World.now).anchors.isEmpty) }
                    changes.add()
                    try? store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
                }
            }
        }
        #expect(current.trust(at: World.now).anchors.count == 1)
        withExtendedLifetime(server) {}
    }
}
