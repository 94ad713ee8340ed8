import CBOR
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import VectorSupport
import X509

@Suite("The trust store")
struct TrustStoreTests {
    private func code(_ body: () throws -> Void) -> TrustStoreError.Code? {
        do {
            try body()
            return nil
        } catch let error as TrustStoreError {
            #expect(!error.path.isEmpty && !error.reason.isEmpty && !error.mend.isEmpty)
            return error.code
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    /// Verifies the sample licence by what a store says.
    private func verdict(_ store: TrustStore, at time: Instant = World.now) throws -> Verdict {
        let parties = try World.parties()
        let (session, _) = try parties.request(World.asked)
        return World.replayer(trust: try store.snapshot(at: time)).verify(
            deviceResponse: try ForgedResponse(parties).encode(transcript: session.transcript), transcript: session.transcript, at: time)
    }

    private func failures(_ store: TrustStore, at time: Instant = World.now) throws -> [String] {
        RecordedExchange.failures(try verdict(store, at: time).report)
    }

    private func root() throws -> ParsedCertificate { try World.parties().issuerTrust().anchors[0].certificate }

    private func listRoot(_ maker: VICALMaker) throws -> ParsedCertificate { try maker.authorities().anchors[0].certificate }

    /// A list that names the sample's authority.
    private func sampleList() throws -> VICALMaker {
        var maker = try VICALMaker()
        maker.entries = [VICALMaker.Entry(try root())]
        return maker
    }

    @Test("An empty store refuses everything and says so")
    func empty() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let result = try verdict(store)
        #expect(RecordedExchange.failures(result.report) == ["signer.path"])
        #expect(result.report.failures.first?.reason == "the list of trusted roots is empty")
    }

    @Test("Nothing is trusted before its fingerprint is confirmed")
    func confirmation() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        var wrong = root.fingerprint
        wrong[31] ^= 1
        for fingerprint in [wrong, [], Array(root.fingerprint.dropLast())] {
            #expect(code { try store.add(root, confirming: fingerprint, provenance: "test", at: World.now) } == .fingerprint)
        }
        #expect(try store.snapshot(at: World.now).anchors.isEmpty)
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        #expect(try failures(store) == [])
    }

    @Test("Removing a root makes yesterday's good response fail at the next snapshot, without a restart")
    func removal() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        #expect(try failures(store) == [])
        let yesterday = try store.snapshot(at: World.now)
        try store.remove(fingerprint: root.fingerprint)
        #expect(try failures(store, at: World.now.advanced(byDays: 1)) == ["signer.path"])
        #expect(yesterday.anchors.count == 1, "a snapshot does not change")
        #expect(try place.files("certificates").isEmpty)
        #expect(code { try store.remove(fingerprint: root.fingerprint) } == .unknown)
    }

    @Test("What was confirmed comes back as it was: document types, places, provenance, date")
    func roundTrip() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        let places: Set = [Jurisdiction(country: "UT"), Jurisdiction(country: "US", stateOrProvince: "US-AZ/1")]
        try store.add(
            root, confirming: root.fingerprint, scope: .docTypes([.mobileDrivingLicence]), jurisdictions: places, provenance: "its website",
            at: World.now)
        let stored = try #require(try TrustStore(at: place.path).contents(at: World.now).anchors.first)
        #expect(stored.anchor.certificate.encoded == root.encoded)
        #expect(stored.anchor.scope == .docTypes([.mobileDrivingLicence]))
        #expect(stored.anchor.jurisdictions == places)
        #expect(stored.anchor.provenance == "its website")
        #expect(stored.added == World.now)
        #expect(stored.role == .issuer)
    }

    @Test("A root vouches for the document types and places it was confirmed for, and for no others")
    func limits() throws {
        func failures(scope: TrustAnchor.Scope = .anyDocType, _ jurisdictions: Set<Jurisdiction>?) throws -> [String] {
            let place = StorePlace()
            let store = try TrustStore.create(at: place.path)
            let root = try root()
            try store.add(root, confirming: root.fingerprint, scope: scope, jurisdictions: jurisdictions, provenance: "test", at: World.now)
            return try self.failures(store)
        }
        #expect(try failures(nil) == [])
        #expect(try failures([Jurisdiction(country: "UT")]) == [])
        #expect(try failures([Jurisdiction(country: "US"), Jurisdiction(country: "UT")]) == [])
        #expect(try failures([Jurisdiction(country: "US")]) == ["anchor.jurisdiction"])
        #expect(try failures([Jurisdiction(country: "UT", stateOrProvince: "UT-7")]) == ["anchor.jurisdiction"])
        #expect(try failures([]) == ["anchor.jurisdiction"])
        #expect(try failures(scope: .docTypes([DocType(rawValue: "org.iso.23220.photoid.1")]), nil) == ["anchor.docType"])
        #expect(try failures(scope: .docTypes([]), nil) == ["anchor.docType"])
    }

    @Test("A certificate that is no authority, or is there already, is not added")
    func refusedCertificates() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let signer = try ParsedCertificate(ByteSlice(World.parties().signer.derEncoded))
        #expect(code { try store.add(signer, confirming: signer.fingerprint, provenance: "test", at: World.now) } == .notAuthority)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        #expect(code { try store.add(root, confirming: root.fingerprint, provenance: "again", at: World.now) } == .duplicate)
    }

    @Test("A store that is not there is an error, and one that is there is not made again")
    func missing() throws {
        let place = StorePlace()
        let root = try root()
        #expect(code { _ = try TrustStore(at: place.path).snapshot(at: World.now) } == .missing)
        #expect(code { try TrustStore(at: place.path).add(root, confirming: root.fingerprint, provenance: "test", at: World.now) } == .missing)
        _ = try TrustStore.create(at: place.path)
        #expect(code { _ = try TrustStore.create(at: place.path) } == .exists)
        let unreachable = TrustStore(at: place.path + "/trust-store.json/store")
        #expect(code { _ = try unreachable.snapshot(at: World.now) } == .inaccessible, "whether it is there cannot be told")
        #expect(code { try unreachable.remove(fingerprint: root.fingerprint) } == .inaccessible)
    }

    @Test("A damaged file is an error, never an empty store; a damaged certificate can be removed")
    func damage() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        let index = place.url.appendingPathComponent("trust-store.json")
        let good = try Data(contentsOf: index)
        let text = String(decoding: good, as: UTF8.self)
        let damaged = [
            Data(), good.dropLast(9), Data("{}".utf8), Data(text.replacingOccurrences(of: "store 3", with: "store 4").utf8),
            Data(text.replacingOccurrences(of: "\"added\" : \"2", with: "\"added\" : \"x").utf8),
        ]
        for content in damaged {
            #expect(content != good)
            try content.write(to: index)
            #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
        }
        try good.write(to: index)
        #expect(try failures(store) == [])

        let file = try #require(try place.files("certificates").first)
        var certificate = try Data(contentsOf: file)
        certificate[40] ^= 1
        try certificate.write(to: file)
        #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
        try FileManager.default.removeItem(at: file)
        #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
        try store.remove(fingerprint: root.fingerprint)
        #expect(try failures(store) == ["signer.path"])
    }

    @Test("A file in the place of the one that was confirmed damages the store, however sound it is")
    func exchanged() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let (root, listRoot) = (try root(), try listRoot(maker))
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        maker.issueID = 8
        let exchanges: [(URL, [UInt8])] = [
            (
                place.url.appendingPathComponent("certificates/\(Hex.text(root.fingerprint)).der"),
                try CertificateMaker.authority().make(key: P256.Signing.PrivateKey()).encoded.array
            ),
            (try #require(try place.files("lists").first), try maker.make()),
        ]
        for (file, content) in exchanges {
            let confirmed = try Data(contentsOf: file)
            try Data(content).write(to: file)
            #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
            try confirmed.write(to: file)
            #expect(try failures(store) == [])
        }
    }

    @Test("An index without the distrusted, with a list that does not say its kind or of another format is damaged")
    func missingParts() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        let index = place.url.appendingPathComponent("trust-store.json")
        var members = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: index)) as? [String: Any])
        #expect(members["format"] as? String == "mdoc trust store 3")
        let confirmed = members
        func expectDamaged(_ comment: Comment) throws {
            try JSONSerialization.data(withJSONObject: members).write(to: index)
            #expect(code { _ = try store.snapshot(at: World.now) } == .damaged, comment)
        }
        members["distrusted"] = nil
        try expectDamaged("who takes the distrusted out damages the store")
        members = confirmed
        for format in [2, 4] {
            members["format"] = "mdoc trust store \(format)"
            try expectDamaged("format \(format)")
        }
        try JSONSerialization.data(withJSONObject: confirmed).write(to: index)
        #expect(try failures(store) == [])

        let maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        members = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: index)) as? [String: Any])
        members["lists"] = (members["lists"] as? [[String: Any]])?.map { $0.filter { $0.key != "kind" } }
        try expectDamaged("a list says its kind")
    }

    @Test("What could not be read back is not stored: a huge certificate, a place that is none, a text without end")
    func unreadable() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        func refusal(
            _ certificate: ParsedCertificate? = nil, _ jurisdictions: Set<Jurisdiction>? = nil, provenance: String = "test"
        ) -> TrustStoreError.Code? {
            let certificate = certificate ?? root
            return code {
                try store.add(
                    certificate, confirming: certificate.fingerprint, jurisdictions: jurisdictions, provenance: provenance, at: World.now)
            }
        }
        for jurisdiction in [
            Jurisdiction(country: "ut"), Jurisdiction(country: ""), Jurisdiction(country: "UTO"), Jurisdiction(country: "U/"),
            Jurisdiction(country: "UT", stateOrProvince: ""),
        ] {
            #expect(refusal(nil, [jurisdiction]) == .unreadable, "\(jurisdiction)")
            #expect(refusal(nil, [Jurisdiction(country: "UT"), jurisdiction]) == .unreadable, "\(jurisdiction)")
        }
        let key = P256.Signing.PrivateKey()
        var maker = CertificateMaker.authority("CN=Large,C=UT")
        let padding = Certificate.Extension(oid: [1, 2, 3, 4], critical: false, value: [0x04, 0x82, 0x3c, 0x00] + [UInt8](repeating: 7, count: 0x3c00))
        maker.otherExtensions = [padding]
        let small = try maker.make(key: key)
        maker.otherExtensions = [padding, Certificate.Extension(oid: [1, 2, 3, 5], critical: false, value: padding.value)]
        let large = try maker.make(key: key)
        #expect(small.encoded.count < 16_384 && large.encoded.count > 16_384)
        #expect(refusal(large) == .unreadable)
        let long = String(repeating: "a", count: 4097)
        #expect(refusal(provenance: long) == .unreadable)
        #expect(code { try store.distrust(fingerprint: root.fingerprint, reason: long, at: World.now) } == .unreadable)
        #expect(code { try store.distrust(fingerprint: [1, 2], reason: "test", at: World.now) } == .unreadable)
        #expect(try store.contents(at: World.now).anchors.isEmpty, "nothing was stored, and the store is whole")
        #expect(refusal(small, [Jurisdiction(country: "UT", stateOrProvince: "a/b")], provenance: "\u{0}\n\"") == nil)
        #expect(try store.contents(at: World.now).anchors.map(\.anchor.certificate.encoded) == [small.encoded])
        #expect(try place.files("certificates").count == 1)
    }

    @Test("A jurisdiction that cannot be read back damages the store; it does not lift the limit")
    func unreadablePlace() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, jurisdictions: [Jurisdiction(country: "UT")], provenance: "test", at: World.now)
        let index = place.url.appendingPathComponent("trust-store.json")
        try String(contentsOf: index, encoding: .utf8).replacingOccurrences(of: "\"UT\"", with: "\"Utopia\"").write(to: index, atomically: true, encoding: .utf8)
        #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
    }

    @Test("A change leaves no file behind that nothing refers to")
    func tidiness() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let listRoot = try listRoot(maker)
        #expect(code { try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, scope: .docTypes([.mobileDrivingLicence]), provenance: "test", at: World.now) } == .limit)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        maker.issueID = 8
        try store.add(vical: maker.make(), at: World.now)
        #expect(try place.files("lists").count == 1)
        #expect(try place.files("").map(\.lastPathComponent).sorted() == ["certificates", "lists", "lock", "trust-store.json"])
    }

    @Test("A file name in the index that is no SHA-256 damages the store; nothing outside the folder is read")
    func names() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        let index = place.url.appendingPathComponent("trust-store.json")
        let text = try String(contentsOf: index, encoding: .utf8)
        for name in ["../outside", "", String(Hex.text(root.fingerprint).dropLast())] {
            try text.replacingOccurrences(of: Hex.text(root.fingerprint), with: name).write(to: index, atomically: true, encoding: .utf8)
            #expect(code { _ = try store.snapshot(at: World.now) } == .damaged, "\(name)")
        }
    }

    @Test("What a crash left half written is not read, and the next change replaces it")
    func crash() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        let half = place.url.appendingPathComponent("trust-store.json.new")
        try Data("{".utf8).write(to: half)
        #expect(try failures(store) == [])
        try store.remove(fingerprint: root.fingerprint)
        #expect(try failures(store) == ["signer.path"])
        #expect(!FileManager.default.fileExists(atPath: half.path))
    }

    @Test("Who may read the index stays as its owner has set it, and what was put in the place of its draft is not followed")
    func rights() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let (index, other) = (place.path + "/trust-store.json", place.url.appendingPathComponent("elsewhere"))
        try Data("untouched".utf8).write(to: other)
        for rights in [0o640, 0o644] {
            try FileManager.default.setAttributes([.posixPermissions: rights], ofItemAtPath: index)
            try FileManager.default.createSymbolicLink(atPath: index + ".new", withDestinationPath: "elsewhere")
            let root = try VICALMaker.issuer("CN=Authority \(rights),C=UT")
            try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
            let attributes = try FileManager.default.attributesOfItem(atPath: index)
            #expect(attributes[.posixPermissions] as? Int == rights)
            #expect(attributes[.type] as? FileAttributeType == .typeRegular)
        }
        #expect(try String(contentsOf: other, encoding: .utf8) == "untouched")
        #expect(try store.snapshot(at: World.now).anchors.count == 2)
    }

    @Test("Changes made at the same time are all kept")
    func concurrency() async throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let roots = try (0..<24).map { try VICALMaker.issuer("CN=Authority \($0),C=UT") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for root in roots {
                group.addTask { try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now) }
            }
            try await group.waitForAll()
        }
        let stored = try store.snapshot(at: World.now).anchors.map(\.certificate.fingerprint)
        #expect(Set(stored) == Set(roots.map(\.fingerprint)))
        #expect(stored.count == roots.count)
    }

    @Test("Whoever reads while a change is under way waits for its end, and sees no half of it")
    func readerDuringChange() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        let file = try #require(try place.files("certificates").first)
        let certificate = try Data(contentsOf: file)
        // Another process in the middle of a change: it holds the lock, and a file is not there.
        let lock = open(place.path + "/lock", O_RDWR)
        #expect(flock(lock, LOCK_EX) == 0)
        try FileManager.default.removeItem(at: file)
        // On a thread of its own, whatever else the tests do with theirs.
        Thread.detachNewThread {
            usleep(300_000)
            try? certificate.write(to: file)
            _ = flock(lock, LOCK_UN)
            _ = close(lock)
        }
        #expect(try TrustStore(at: place.path).snapshot(at: World.now).anchors.count == 1)
    }

    @Test("Readers beside writers see the store as it was or as it is")
    func readersBesideWriters() async throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let roots = try (0..<6).map { try VICALMaker.issuer("CN=Authority \($0),C=UT") }
        for root in roots { try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for root in roots[..<2] {
                group.addTask {
                    for _ in 0..<8 {
                        try store.remove(fingerprint: root.fingerprint)
                        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
                    }
                }
            }
            group.addTask {
                for _ in 0..<200 {
                    let count = try TrustStore(at: place.path).snapshot(at: World.now).anchors.count
                    #expect((4...6).contains(count))
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.snapshot(at: World.now).anchors.count == 6)
    }

    @Test("A store whose lock is gone is read all the same")
    func withoutLock() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        try FileManager.default.removeItem(at: place.url.appendingPathComponent("lock"))
        #expect(try failures(store) == [])
    }

    // MARK: Distrust

    @Test("A distrusted root is not brought back by a list that names it, nor by a newer issue, nor by a certificate renewed for its key")
    func distrust() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let (root, listRoot) = (try root(), try listRoot(maker))
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        try store.remove(fingerprint: root.fingerprint)
        #expect(try failures(store) == [], "the list names it still")
        try store.distrust(fingerprint: root.fingerprint, reason: "its key was stolen", at: World.now)
        #expect(try failures(store) == ["signer.path"])

        let contents = try store.contents(at: World.now)
        #expect(contents.distrusted.map(\.fingerprint) == [root.fingerprint])
        #expect(contents.distrusted.map(\.keyFingerprint) == [root.keyFingerprint])
        #expect(contents.distrusted.map(\.subject) == [root.subject])
        #expect(contents.distrusted.map(\.reason) == ["its key was stolen"])
        #expect(contents.distrusted.map(\.since) == [World.now])
        #expect(contents.lists.first?.anchors.map(\.certificate.fingerprint) == [root.fingerprint] && contents.issuers.isEmpty)
        // Said again when no list can be read that names it, it means no less.
        try store.distrust(fingerprint: root.fingerprint, reason: "again", at: World.now.advanced(byDays: 1000))
        #expect(try store.contents(at: World.now).distrusted.map(\.keyFingerprint) == [root.keyFingerprint])
        #expect(try store.contents(at: World.now).distrusted.map(\.reason) == ["again"])

        guard case .p256(let key) = try World.parties().root.identity.signingKey else { throw World.Unavailable() }
        let renewed = try CertificateMaker.authority().make(key: key, issuerName: root.certificate.subject, issuerKey: key)
        maker.issueID = 8
        maker.entries = [VICALMaker.Entry(root), VICALMaker.Entry(renewed), VICALMaker.Entry(try VICALMaker.issuer("CN=Other,C=UT"))]
        try store.add(vical: maker.make(), at: World.now)
        let other = try VICALMaker.issuer("CN=Other,C=UT").subject
        #expect(try store.contents(at: World.now).issuers.map(\.certificate.subject) == [other])
        #expect(try failures(store) == ["signer.path"])
        for certificate in [root, renewed] {
            #expect(code { try store.add(certificate, confirming: certificate.fingerprint, provenance: "again", at: World.now) } == .distrusted)
        }

        try store.liftDistrust(fingerprint: root.fingerprint)
        #expect(try failures(store) == [])
        #expect(code { try store.liftDistrust(fingerprint: root.fingerprint) } == .unknown)
    }

    @Test("A root can be distrusted before anybody names it, and one whose file is damaged, too")
    func distrustOfTheAbsent() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let (root, listRoot) = (try root(), try listRoot(maker))
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        try Data([0]).write(to: try #require(try place.files("certificates").first))
        try store.distrust(fingerprint: root.fingerprint, reason: "first", at: World.now)
        try store.distrust(fingerprint: root.fingerprint, reason: "second", at: World.now)
        #expect(try store.contents(at: World.now).distrusted.map(\.reason) == ["second"])
        #expect(try store.contents(at: World.now).distrusted.map(\.subject) == [nil])
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        #expect(try failures(store) == ["signer.path"])
        #expect(try place.files("certificates").count == 1)
    }

    @Test("Distrusted before anybody here has seen it, an authority's key is learned from the first list that names it, and outlives that list")
    func distrustLearnsKey() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let (root, listRoot) = (try root(), try listRoot(maker))
        try store.distrust(fingerprint: root.fingerprint, reason: "test", at: World.now)
        #expect(try store.contents(at: World.now).distrusted.map(\.keyFingerprint) == [nil])
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        let distrusted = try store.contents(at: World.now).distrusted
        #expect(distrusted.map(\.keyFingerprint) == [root.keyFingerprint] && distrusted.map(\.subject) == [root.subject])
        guard case .p256(let key) = try World.parties().root.identity.signingKey else { throw World.Unavailable() }
        maker.issueID = 8
        maker.entries = [VICALMaker.Entry(try CertificateMaker.authority().make(key: key, issuerName: root.certificate.subject, issuerKey: key))]
        try store.add(vical: maker.make(), at: World.now)
        #expect(try store.contents(at: World.now).issuers.isEmpty, "a certificate renewed for the same key")
    }

    @Test("A distrusted document signer signs for nobody, although its root is trusted")
    func distrustedSigner() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        #expect(try failures(store) == [])
        let signer = try ParsedCertificate(ByteSlice(World.parties().signer.derEncoded))
        try store.distrust(fingerprint: signer.fingerprint, reason: "its key was stolen", at: World.now)
        #expect(try failures(store) == ["signer.path"])
    }

    @Test("A copy of a distrusted signer's certificate with its signature in the other form that verifies is distrusted as well")
    func distrustedCopy() throws {
        let curves: [(Certificate.PrivateKey, Certificate.SignatureAlgorithm, String)] = [
            (.init(P256.Signing.PrivateKey()), .ecdsaWithSHA256, "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"),
            (
                .init(P384.Signing.PrivateKey()), .ecdsaWithSHA384,
                "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973"
            ),
            (
                .init(P521.Signing.PrivateKey()), .ecdsaWithSHA512,
                "01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"
            ),
        ]
        for (rootKey, algorithm, order) in curves {
            let signerKey = P256.Signing.PrivateKey()
            let root = try CertificateMaker.authority("CN=Utopia,C=UT").make(
                publicKey: rootKey.publicKey, issuer: "CN=Utopia,C=UT", issuerKey: rootKey, algorithm: algorithm)
            let signer = try CertificateMaker().make(
                publicKey: .init(signerKey.publicKey), issuer: "CN=Utopia,C=UT", issuerKey: rootKey, algorithm: algorithm)
            let copy = try ParsedCertificate(ByteSlice(MirroredCertificate.make(of: signer.encoded.array, order: order)))
            #expect(copy.fingerprint != signer.fingerprint)
            let place = StorePlace()
            let store = try TrustStore.create(at: place.path)
            try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
            func failures(_ certificate: ParsedCertificate) throws -> [String] {
                let parties = try World.parties()
                var response = ForgedResponse(parties)
                response.chain = [certificate.encoded.array]
                response.issuerKey = .p256(signerKey)
                let (session, _) = try parties.request(World.asked)
                return RecordedExchange.failures(
                    World.replayer(trust: try store.snapshot(at: World.now)).verify(
                        deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now).report)
            }
            #expect(try failures(signer) == [])
            #expect(try failures(copy) == [], "it verifies")
            try store.distrust(fingerprint: signer.fingerprint, reason: "its key was stolen", at: World.now)
            #expect(try failures(signer) == ["signer.path"])
            #expect(try failures(copy) == ["signer.path"])
            try store.liftDistrust(fingerprint: signer.fingerprint)
            let mirrored = try ParsedCertificate(ByteSlice(MirroredCertificate.make(of: root.encoded.array, order: order)))
            try store.distrust(fingerprint: mirrored.fingerprint, reason: "test", at: World.now)
            #expect(try store.contents(at: World.now).distrusted.map(\.keyFingerprint) == [root.keyFingerprint], "the key of a copy of it")
            #expect(try failures(signer) == ["signer.path"])
        }
    }

    @Test("A distrusted root is no link to another root that certified it")
    func distrustedLink() throws {
        let (topKey, middleKey, signerKey) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let top = try CertificateMaker.authority("CN=Top,C=UT", pathLength: nil).make(key: topKey)
        let middle = try CertificateMaker.authority("CN=Middle,C=UT").make(key: middleKey)
        let crossed = try CertificateMaker.authority("CN=Middle,C=UT").make(key: middleKey, issuer: "CN=Top,C=UT", issuerKey: topKey)
        let leaf = try CertificateMaker().make(key: signerKey, issuer: "CN=Middle,C=UT", issuerKey: middleKey)
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        for root in [top, middle] { try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now) }
        func failures() throws -> [String] {
            let parties = try World.parties()
            var response = ForgedResponse(parties)
            response.chain = [leaf, crossed].map(\.encoded.array)
            response.issuerKey = .p256(signerKey)
            let (session, _) = try parties.request(World.asked)
            return RecordedExchange.failures(
                World.replayer(trust: try store.snapshot(at: World.now)).verify(
                    deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now).report)
        }
        #expect(try failures() == [])
        try store.remove(fingerprint: middle.fingerprint)
        #expect(try failures() == [], "certified by the other one")
        try store.add(middle, confirming: middle.fingerprint, provenance: "test", at: World.now)
        try store.distrust(fingerprint: middle.fingerprint, reason: "test", at: World.now)
        #expect(try failures() == ["signer.path"])
    }

    // MARK: Lists

    @Test("The list of a revoked list signer is not taken, and one that is held adds nobody")
    func revokedListSigner() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        var list = RevocationTests.ListMaker(issuer: listRoot.certificate.subject)
        list.serials = [[1, 2, 3, 4, 5, 6, 7, 8]]
        let revoking = try RevocationList(list.make(with: VICALMaker.rootKey), issuedBy: TrustAnchor(listRoot, provenance: "test"))
        #expect(code { try store.add(vical: maker.make(), at: World.now, revocationLists: [revoking]) } == .listRefused)
        try store.add(vical: maker.make(), at: World.now)
        #expect(try store.snapshot(at: World.now).anchors.count == 1)
        #expect(try store.snapshot(at: World.now, revocationLists: [revoking]).anchors.isEmpty)
        let held = try store.contents(at: World.now, revocationLists: [revoking]).lists.first
        #expect(held?.result.failures == ["list.signerRevocation"])
    }

    @Test("A list counts only if its provider's root was confirmed, and only while that is in the store")
    func lists() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let (token, listRoot) = (try maker.make(), try listRoot(maker))
        #expect(code { try store.add(vical: token, at: World.now) } == .listRefused)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        #expect(try failures(store) == ["signer.path"])
        try store.add(vical: token, at: World.now)
        guard case .verified(let response) = try verdict(store) else { Issue.record("refused"); return }
        #expect(response.documents.first?.signer.provenance.contains("VICAL of Utopia, issue 7") == true)

        try store.remove(fingerprint: listRoot.fingerprint, role: .list)
        #expect(try failures(store) == ["signer.path"])
        #expect(try store.contents(at: World.now).lists.first?.result.failures == ["list.signerPath"])
    }

    @Test("Who verifies a list by what a store says takes none that a distrusted certificate signed, although its provider's root is confirmed")
    func distrustedListSigner() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let (token, listRoot) = (try maker.make(), try listRoot(maker))
        func list() throws -> VerifiedVICAL? {
            try VICALVerification.verify(token, authorities: store.contents(at: World.now).listAuthorities(), at: World.now).list
        }
        #expect(try list() == nil)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        let signer = try #require(try list()).signer
        try store.distrust(fingerprint: signer.fingerprint, reason: "its key was stolen", at: World.now)
        #expect(try list() == nil)
    }

    @Test("The root of a list provider vouches for lists, not for documents; and an issuer's root not for lists")
    func roles() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, role: .list, provenance: "test", at: World.now)
        #expect(try failures(store) == ["signer.path"])
        let maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .issuer, provenance: "test", at: World.now)
        #expect(code { try store.add(vical: maker.make(), at: World.now) } == .listRefused)
        #expect(code { try store.remove(fingerprint: listRoot.fingerprint, role: .list) } == .unknown)
    }

    @Test("An older issue is refused and the last good one is kept with its age; a newer one takes its place")
    func rollback() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        var older = maker
        older.issueID = 6
        older.entries = []
        #expect(code { try store.add(vical: older.make(), at: World.now) } == .rollback)
        older.issueID = 8
        older.date = maker.date.advanced(bySeconds: -1)
        #expect(code { try store.add(vical: older.make(), at: World.now) } == .rollback)
        var forged = maker
        forged.issueID = 9
        forged.signingKey = .p256(P256.Signing.PrivateKey())
        #expect(code { try store.add(vical: forged.make(), at: World.now) } == .listRefused)
        #expect(try failures(store) == [])
        let held = try #require(try store.contents(at: World.now).lists.first)
        #expect(held.issueID == 7)
        #expect(held.age(at: World.now) == 86_400)

        maker.issueID = 8
        maker.entries = []
        try store.add(vical: maker.make(), at: World.now)
        #expect(try failures(store) == ["signer.path"], "struck off the list")
        #expect(try store.contents(at: World.now).lists.map(\.issueID) == [8])
    }

    @Test("A list that is dated later than now, by more than a publisher's clock may be ahead, is not taken, and keeps out no list of today")
    func dateToCome() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        for seconds in [61, 86_400] as [Int64] {
            maker.date = World.now.advanced(bySeconds: seconds)
            #expect(code { try store.add(vical: maker.make(), at: World.now) } == .listRefused)
        }
        #expect(try store.contents(at: World.now).lists.isEmpty)
        for seconds in [0, 60] as [Int64] {
            maker.date = World.now.advanced(bySeconds: seconds)
            try store.add(vical: maker.make(), at: World.now)
            #expect(try failures(store) == [])
        }
    }

    @Test("An issue held whose date has not come gives way to one of a higher number, and to no other")
    func heldDateToCome() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        // By a clock that was fast.
        maker.date = World.now.advanced(byDays: 1)
        try store.add(vical: maker.make(), at: maker.date)
        maker.date = World.now
        for issue in [nil, 6, 7] as [UInt64?] {
            maker.issueID = issue
            #expect(code { try store.add(vical: maker.make(), at: World.now) } == .rollback)
        }
        maker.issueID = 8
        #expect(code { try store.add(vical: maker.make(), at: World.now.advanced(byDays: 1)) } == .rollback, "the date has come")
        try store.add(vical: maker.make(), at: World.now)
        #expect(try store.contents(at: World.now).lists.map(\.issueID) == [8])
        maker.issueID = 9
        maker.date = World.now.advanced(bySeconds: -1)
        #expect(code { try store.add(vical: maker.make(), at: World.now) } == .rollback)
    }

    @Test("A list past its last day adds nobody; one whose successor is due is still used")
    func staleLists() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        maker.nextUpdate = World.now.advanced(byDays: 1)
        maker.notAfter = World.now.advanced(byDays: 2)
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        #expect(try failures(store, at: World.now.advanced(bySeconds: 36 * 3600)) == [])
        #expect(try failures(store, at: World.now.advanced(byDays: 3)) == ["signer.path"])
        #expect(try store.contents(at: World.now.advanced(byDays: 3)).lists.first?.result.failures == ["list.notAfter"])
    }

    @Test("A snapshot does not outlive the list that it trusts a root by")
    func listEnds() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        var maker = try sampleList()
        maker.notAfter = World.now.advanced(byDays: 2)
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        let parties = try World.parties()
        let (session, _) = try parties.request(World.asked)
        func report(_ trust: IssuerTrustList, at time: Instant) throws -> VerificationReport {
            World.replayer(trust: trust).verify(
                deviceResponse: try ForgedResponse(parties).encode(transcript: session.transcript), transcript: session.transcript, at: time).report
        }
        let listed = try store.snapshot(at: World.now)
        #expect(RecordedExchange.failures(try report(listed, at: World.now.advanced(byDays: 2))) == [])
        let late = try report(listed, at: World.now.advanced(byDays: 3))
        #expect(RecordedExchange.failures(late) == ["signer.validity"])
        #expect(late.failures.first?.reason?.contains("VICAL of Utopia") == true)
        let root = try root()
        try store.add(root, confirming: root.fingerprint, provenance: "test", at: World.now)
        #expect(RecordedExchange.failures(try report(store.snapshot(at: World.now), at: World.now.advanced(byDays: 3))) == [], "somebody chose it, too")
    }

    @Test("A provider's list can be forgotten")
    func forgetting() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let listRoot = try listRoot(maker)
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: maker.make(), at: World.now)
        #expect(code { try store.removeList(.vical, of: "Erewhon") } == .unknown)
        try store.removeList(.vical, of: "Utopia")
        #expect(try failures(store) == ["signer.path"])
        #expect(try place.files("lists").isEmpty)
    }

    @Test("A damaged list is an error, and taking it again mends it")
    func damagedList() throws {
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let maker = try sampleList()
        let listRoot = try listRoot(maker)
        let token = try maker.make()
        try store.add(listRoot, confirming: listRoot.fingerprint, role: .list, provenance: "test", at: World.now)
        try store.add(vical: token, at: World.now)
        try Data(token.dropLast()).write(to: try #require(try place.files("lists").first))
        #expect(code { _ = try store.snapshot(at: World.now) } == .damaged)
        try store.add(vical: token, at: World.now)
        #expect(try failures(store) == [])
    }

    // MARK: Many

    @Test("Ten thousand other roots change no verdict")
    func manyAnchors() async throws {
        let crowd = try await RootCrowd.ofOtherNames.value
        let parties = try World.parties()
        let root = try parties.issuerTrust().anchors[0]
        func failures(_ anchors: [TrustAnchor], _ change: (inout ForgedResponse) throws -> Void = { _ in }) throws -> [String] {
            var response = ForgedResponse(parties)
            try change(&response)
            let (session, _) = try parties.request(World.asked)
            return RecordedExchange.failures(
                Verifier(trust: IssuerTrustList(anchors)).verify(
                    try response.seal(for: session), for: ClaimedSession(claimed: session), at: World.now).report)
        }
        let alien = P256.Signing.PrivateKey()
        let leaf = try CertificateMaker().make(key: alien, issuer: "CN=U1000004711,C=UT", issuerKey: alien)
        let change: (inout ForgedResponse) -> Void = { response in
            response.chain = [leaf.encoded.array]
            response.issuerKey = .p256(alien)
        }
        #expect(try failures(crowd + [root]) == failures([root]))
        #expect(try failures(crowd + [root]) == [])
        #expect(try failures(crowd) == ["signer.path"])
        #expect(try failures(crowd + [root], change) == ["signer.path"], "a name of the crowd, not its key")
    }

    /// The index names one file twice, and of its two fingerprints this is not the file's: what confirming is for.
    private static let absent = "1c1f535d2bb56f2f54980e41f1f9e205a131322051a95ec12c79f8b36f2ca1f4"

    @Test("Every published root loads, and is trusted only if its published fingerprint is the file's", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func publishedRoots() throws {
        struct Published: Decodable {
            let file: String
            let sha256: String
        }
        let place = StorePlace()
        let store = try TrustStore.create(at: place.path)
        let folder = try #require(Vectors.folder).appendingPathComponent("iaca-roots")
        let roots = try Vectors.json("iaca-roots/index.json", as: [Published].self)
        #expect(roots.count == 15)
        for root in roots {
            let anchors = try TrustAnchorFolder.load(folder.appendingPathComponent(root.file).path)
            let certificate = try #require(anchors.first?.certificate)
            #expect(anchors.count == 1)
            let refusal = code { try store.add(certificate, confirming: Hex.bytes(root.sha256), provenance: root.file, at: World.now) }
            #expect(refusal == (root.sha256 == Self.absent ? .fingerprint : nil), "\(root.file)")
        }
        #expect(
            try store.snapshot(at: World.now).anchors.map { Hex.text($0.certificate.fingerprint) } == roots.map(\.sha256).filter { $0 != Self.absent })
    }
}
