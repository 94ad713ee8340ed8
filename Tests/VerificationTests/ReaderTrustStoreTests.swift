import Crypto
import DocumentTrust
import MobileDocument
import Testing

@Suite("The trust store: whom a wallet trusts to ask")
struct ReaderTrustStoreTests {
    private let place = StorePlace()
    private let store: TrustStore
    private let root: ParsedCertificate

    init() throws {
        store = try TrustStore.create(at: place.path)
        root = try RICALMaker.authority()
    }

    private func code(_ body: () throws -> Void) -> TrustStoreError.Code? {
        do {
            try body()
            return nil
        } catch { return (error as? TrustStoreError)?.code }
    }

    private func confirm(_ certificate: ParsedCertificate, as role: TrustRole) throws {
        try store.add(certificate, confirming: certificate.fingerprint, role: role, provenance: "test", at: World.now)
    }

    private func confirmProvider() throws { try confirm(try RICALMaker().authorities().anchors[0].certificate, as: .list) }

    private func outcome(at time: Instant = World.now) throws -> ReaderSignature.Outcome {
        try RICALMaker.readerSignature(store.readerSnapshot(at: time)).outcome
    }

    @Test("A reader's authority is trusted once it is confirmed for that, and vouches for no document")
    func confirmed() throws {
        #expect(try outcome() == .untrusted)
        try confirm(root, as: .issuer)
        #expect(try outcome() == .untrusted, "for documents is not for readers")
        try confirm(root, as: .reader)
        #expect(try outcome() == .trusted)
        try store.remove(fingerprint: root.fingerprint, role: .issuer)
        #expect(try store.snapshot(at: World.now).anchors.isEmpty)
        try store.remove(fingerprint: root.fingerprint, role: .reader)
        #expect(try outcome() == .untrusted)
        #expect(code { try store.add(root, confirming: root.fingerprint, role: .reader, scope: .docTypes([.mobileDrivingLicence]), provenance: "test", at: World.now) } == .limit)
    }

    @Test("A list of readers' authorities counts under its provider's root alone, until its last day, on its own terms")
    func list() throws {
        #expect(code { try store.add(rical: try RICALMaker().make(), at: World.now) } == .listRefused)
        try confirmProvider()
        try store.add(rical: try RICALMaker().make(), from: "https://lists.example/rical", at: World.now)
        #expect(try outcome() == .trusted)
        let held = try #require(try store.contents(at: World.now).readerLists.first)
        #expect(held.provider == "Utopia" && held.issueID == 7 && held.source == "https://lists.example/rical")
        #expect(try store.snapshot(at: World.now).anchors.isEmpty, "it vouches for nobody's documents")
        #expect(try outcome(at: World.now.advanced(byDays: 91)) == .untrusted)

        var constrained = try RICALMaker()
        constrained.issueID = .unsigned(8)
        constrained.entries[0].constraints = .array([RICALMaker.constraint("org.example.colour")])
        try store.add(rical: try constrained.make(), at: World.now)
        #expect(try RICALMaker.readerSignature(store.readerSnapshot(at: World.now)).refusal == .trustConstraint)
        #expect(try store.contents(at: World.now).readerLists.map(\.source) == ["https://lists.example/rical"], "the address stays")
        try store.removeList(.rical, of: "Utopia")
        #expect(try outcome() == .untrusted)
    }

    @Test("An older issue is refused; a list of the other kind neither replaces nor renews one, and stands beside it")
    func kinds() throws {
        try confirmProvider()
        var maker = try RICALMaker()
        try store.add(rical: try maker.make(), at: World.now)
        maker.issueID = .unsigned(6)
        #expect(code { try store.add(rical: try maker.make(), at: World.now) } == .rollback)
        #expect(try store.contents(at: World.now).readerLists.map(\.issueID) == [7])

        let vicalRoot = try VICALMaker().authorities().anchors[0].certificate
        try confirm(vicalRoot, as: .list)
        try store.add(vical: try VICALMaker().make(), at: World.now)
        let contents = try store.contents(at: World.now)
        #expect(contents.lists.count == 1 && contents.readerLists.count == 1)
        #expect(contents.lists[0].provider == contents.readerLists[0].provider, "one provider may publish both")
        maker.issueID = .unsigned(8)
        let newer = try maker.make()
        #expect(code { try store.renew(.vical, with: newer, of: "Utopia", at: World.now) } == .listRefused)
        #expect(try store.renew(.rical, with: newer, of: "Utopia", at: World.now).issueID == 8)
        #expect(code { try store.renew(.rical, with: newer, of: "Erewhon", at: World.now) } == .unknown)
        try store.removeList(.vical, of: "Utopia")
        #expect(try store.contents(at: World.now).readerLists.map(\.issueID) == [8], "the list of the other kind stays, and its issue with it")
        #expect(code { try store.removeList(.vical, of: "Utopia") } == .unknown)
    }

    @Test("A distrusted authority vouches for no reader, whichever list names it")
    func distrust() throws {
        try confirmProvider()
        try confirm(root, as: .reader)
        try store.add(rical: try RICALMaker().make(), at: World.now)
        #expect(try outcome() == .trusted)
        try store.distrust(fingerprint: root.fingerprint, reason: "test", at: World.now)
        #expect(try outcome() == .untrusted)
        #expect(try store.readerSnapshot(at: World.now).anchors.isEmpty)
        try store.liftDistrust(fingerprint: root.fingerprint)
        #expect(try outcome() == .trusted, "through the list")
    }

    @Test("A list whose signer is revoked, or distrusted, adds nobody")
    func listSigner() throws {
        try confirmProvider()
        let maker = try RICALMaker()
        try store.add(rical: try maker.make(), at: World.now)
        let provider = try maker.authorities().anchors[0]
        var list = RevocationTests.ListMaker(issuer: provider.certificate.certificate.subject)
        list.serials = [[1, 2, 3, 4, 5, 6, 7, 8]]
        let revoking = try RevocationList(list.make(with: RICALMaker.rootKey), issuedBy: provider)
        #expect(try store.readerSnapshot(at: World.now, revocationLists: [revoking]).anchors.isEmpty)

        var signed = try RICALMaker()
        let signer = try maker.signer.make(key: RICALMaker.signerKey, issuer: maker.root.subject, issuerKey: RICALMaker.rootKey)
        signed.chain = [signer.encoded.array]
        signed.issueID = .unsigned(8)
        try store.add(rical: try signed.make(), at: World.now)
        try store.distrust(fingerprint: signer.fingerprint, reason: "its key was stolen", at: World.now)
        #expect(try store.contents(at: World.now).readerLists.first?.result.failures == ["list.signerPath"])
        #expect(try outcome() == .untrusted)
    }

    @Test("A distrusted authority below a listed root, and a distrusted reader, are believed in nothing")
    func distrustedBelow() throws {
        try confirmProvider()
        let branch = try RICALMaker.lower()
        var maker = try RICALMaker()
        maker.entries.append(RICALMaker.Entry(branch))
        try store.add(rical: try maker.make(), at: World.now)
        func outcome() throws -> ReaderSignature.Outcome { try RICALMaker.readerSignature(store.readerSnapshot(at: World.now), branch: branch).outcome }
        #expect(try outcome() == .trusted)
        try store.distrust(fingerprint: branch.fingerprint, reason: "test", at: World.now)
        #expect(try outcome() == .untrusted)
        #expect(try self.outcome() == .trusted, "readers right below the root are as before")
    }

    @Test("A wallet's knowledge of a list's trust constraints is heeded through the store")
    func constraints() throws {
        struct Rules: RICALConstraintRules {
            func holds(_ constraint: RICALTrustConstraint, for reader: ParsedCertificate) -> Bool { constraint.members.keys.contains("org.example.colour") }
        }
        try confirmProvider()
        var maker = try RICALMaker()
        maker.entries[0].constraints = .array([RICALMaker.constraint("org.example.colour")])
        try store.add(rical: try maker.make(), at: World.now)
        #expect(try outcome() == .untrusted)
        #expect(try RICALMaker.readerSignature(store.readerSnapshot(at: World.now, constraintRules: Rules())).outcome == .trusted)
    }

    @Test("A reader on a revocation list is refused through the store; a list beyond the age given counts no longer")
    func revocation() throws {
        try confirm(root, as: .reader)
        let anchor = TrustAnchor(root, provenance: "test")
        var list = RevocationTests.ListMaker(issuer: root.certificate.subject)
        let good = try RevocationList(list.make(with: RICALMaker.authorityKey), issuedBy: anchor)
        func refusal(_ list: RevocationList, maximumListAge: Int64 = ReaderTrustList.defaultMaximumListAge) throws -> ReaderRefusal? {
            try RICALMaker.readerSignature(store.readerSnapshot(at: World.now, revocationLists: [list], maximumListAge: maximumListAge)).refusal
        }
        #expect(try refusal(good, maximumListAge: 864_000) == nil)
        #expect(try refusal(good, maximumListAge: 60) == .staleRevocationList)
        list.serials = [[1, 2, 3, 4, 5, 6, 7, 8]]
        let revoking = try RevocationList(list.make(with: RICALMaker.authorityKey), issuedBy: anchor)
        #expect(try refusal(revoking) == .revoked)
    }
}
