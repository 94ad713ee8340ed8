import CBOR
import COSE
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import Testing
import X509

@Suite("Lists of readers' authorities")
struct RICALTests {
    @Test("A list of the annex's form verifies and names its authorities")
    func good() throws {
        var maker = try RICALMaker()
        maker.entries.append(RICALMaker.Entry(try RICALMaker.lower()))
        let list = try #require(try maker.verify().list)
        #expect(list.report.failures.isEmpty && list.report.warnings.isEmpty)
        #expect(list.report.outcomes(of: .listEntries) == [.passed])
        #expect(list.report.outcomes(of: .listSignerProfile) == [.skipped])
        #expect(list.entries.map(\.isTrustAnchor) == [true, false])
        #expect(list.entries.map(\.name) == ["Utopia Readers", "Utopia Readers"])
        let trusted = ReaderTrustList([], lists: [list]).anchors
        #expect(trusted.map(\.certificate.subject) == [list.entries[0].certificate.subject], "only roots end paths")
        #expect(trusted[0].provenance == "RICAL of Utopia, issue 7 of \(list.date)")
    }

    /// One defect and the checks that must fail for it, and no others.
    struct Defect: CustomTestStringConvertible, Sendable {
        let name: String
        let failures: [String]
        let change: @Sendable (inout RICALMaker) throws -> Void
        var testDescription: String { name }
    }

    static let defects: [Defect] = [
        Defect(name: "certificate outside of the protected header", failures: ["list.signerHeader"]) { $0.chainIsProtected = false },
        Defect(name: "a reader as signer", failures: ["list.signerExtendedKeyUsage"]) { $0.signer.extendedKeyUsage = [[1, 0, 18013, 5, 1, 6]] },
        Defect(name: "a document signer as signer", failures: ["list.signerExtendedKeyUsage"]) { $0.signer.extendedKeyUsage = [[1, 0, 18013, 5, 1, 2]] },
        Defect(name: "key usage for agreeing on keys", failures: ["list.signerKeyUsage"]) { $0.signer.keyUsage = KeyUsage(keyAgreement: true) },
        Defect(name: "a signer that is an authority", failures: ["list.signerKeyUsage"]) { $0.signer.isAuthority = true },
        Defect(name: "expired signer", failures: ["list.signerValidity"]) { $0.signer.notAfter = World.now.advanced(byDays: -1) },
        Defect(name: "another root", failures: ["list.signerPath"]) { maker in
            let signer = try maker.signer.make(key: RICALMaker.signerKey, issuer: maker.root.subject, issuerKey: RICALMaker.lowerKey)
            maker.chain = [signer.encoded.array]
        },
        Defect(name: "signature by another key", failures: ["list.signature"]) { $0.signingKey = .p256(P256.Signing.PrivateKey()) },
        Defect(name: "no certificate", failures: ["list.signerCertificate"]) { $0.chain = [] },
        Defect(name: "a certificate that is none", failures: ["list.signerCertificate"]) { $0.chain = [[0x30, 0x00]] },
        Defect(name: "a list of another type", failures: ["list.type"]) { $0.type = "org.iso.18013.5.1.mDL" },
        Defect(name: "no type", failures: ["list.structure"]) { $0.type = nil },
        Defect(name: "no provider", failures: ["list.structure"]) { $0.provider = nil },
        Defect(name: "an issue that is not a number", failures: ["list.structure"]) { $0.issueID = .text("7") },
        Defect(name: "a date that is none", failures: ["list.structure"]) { $0.dateText = "yesterday" },
        Defect(name: "bytes after the signed list", failures: ["list.structure"]) { $0.payloadSuffix = [0x00] },
        Defect(name: "version 2", failures: ["list.version"]) { $0.version = "2.0" },
        Defect(name: "past its last day", failures: ["list.notAfter"]) { $0.notAfter = World.now.advanced(bySeconds: -1) },
    ]

    @Test("A list of readers' authorities with one defect is refused for exactly that", arguments: defects)
    func refused(defect: Defect) throws {
        var maker = try RICALMaker()
        try defect.change(&maker)
        let result = try maker.verify()
        #expect(result.failures == defect.failures)
        #expect(World.unsaid(of: "list.", in: result.report) == [], "what was not looked at says so")
    }

    @Test("A list of issuing authorities is no list of readers' authorities, nor the other way round, though one root stands behind both")
    func kinds() throws {
        let vical = try VICALMaker()
        #expect(RICALVerification.verify(try vical.make(), authorities: try vical.authorities(), at: World.now).failures == ["list.signerHeader", "list.structure"])
        var rical = try RICALMaker()
        rical.signer.extendedKeyUsage = [[1, 0, 18013, 5, 1, 8]]
        #expect(try rical.verify().list != nil, "a signer of lists signs either kind")
        #expect(VICALVerification.verify(try rical.make(), authorities: try rical.authorities(), at: World.now).failures == ["list.structure"])
    }

    @Test("Deployed lists are read: fractions of a second warn, and where no entry says so, roots are trust anchors and others are not")
    func deployed() throws {
        var maker = try RICALMaker()
        maker.dateText = "2026-05-31T12:00:00.123456Z"
        maker.entries.append(RICALMaker.Entry(try RICALMaker.lower()))
        for index in maker.entries.indices { maker.entries[index].isTrustAnchor = nil }
        let list = try #require(try maker.verify().list)
        #expect(list.report.outcomes(of: .listDate) == [.warning])
        #expect(list.date == Instant("2026-05-31T12:00:00Z"))
        #expect(list.entries.map(\.isTrustAnchor) == [true, false])
    }

    static let entryDefects: [(code: String, change: @Sendable (inout RICALMaker.Entry) throws -> Void)] = [
        ("entry.serialNumber", { $0.serialNumber = [1, 2, 3] }),
        ("entry.subjectKeyIdentifier", { $0.subjectKeyIdentifier?[0] ^= 1 }),
        ("entry.authorityKeyIdentifier", { $0.authorityKeyIdentifier?[0] ^= 1 }),
        ("entry.issuer", { $0.issuer = [0x30, 0x00] }),
        ("entry.subject", { $0.subject = [0x30, 0x00] }),
        ("entry.certificate", { $0.certificate?.removeLast() }),
        ("entry.structure", { $0.certificate = nil }),
        ("entry.structure", { $0.serialNumber = nil }),
        ("entry.structure", { $0.subjectKeyIdentifier = nil }),
        ("entry.structure", { $0.isTrustAnchor = .text("true") }),
        ("entry.structure", { $0.name = String(repeating: "U", count: 1025) }),
        ("entry.notAuthority", { entry in
            let name = entry.name
            entry = RICALMaker.Entry(try CertificateMaker().make(key: RICALMaker.lowerKey, issuer: "CN=Utopia Reader Root,C=UT", issuerKey: RICALMaker.authorityKey))
            entry.name = name
        }),
        ("entry.noAnchor", { entry in
            entry = RICALMaker.Entry(try CertificateMaker.authority("CN=Stray,C=UT").make(key: RICALMaker.lowerKey, issuer: "CN=Nobody,C=UT", issuerKey: RICALMaker.rootKey))
        }),
        // The right name, and another key behind it.
        ("entry.noAnchor", { entry in
            entry = RICALMaker.Entry(
                try CertificateMaker.authority("CN=Stray,C=UT").make(key: RICALMaker.lowerKey, issuer: "CN=Utopia Reader Root,C=UT", issuerKey: RICALMaker.rootKey))
        }),
        ("entry.noAnchor", { entry in
            entry = RICALMaker.Entry(
                try CertificateMaker.authority("CN=Third,C=UT").make(key: RICALMaker.rootKey, issuer: "CN=Utopia Reader Branch,C=UT", issuerKey: RICALMaker.lowerKey))
        }),
        ("entry.duplicate", { $0 = RICALMaker.Entry(try RICALMaker.authority()) }),
    ]

    @Test("An entry that cannot be used is dropped with its reason, and the others stay", arguments: entryDefects.indices)
    func entries(index: Int) throws {
        let defect = Self.entryDefects[index]
        var maker = try RICALMaker()
        // A duplicate is the very same certificate; those of this maker differ with every signature.
        let root = try RICALMaker.authority()
        maker.entries = [RICALMaker.Entry(root)]
        var bad = RICALMaker.Entry(try RICALMaker.lower())
        if defect.code == "entry.duplicate" { bad = maker.entries[0] } else { try defect.change(&bad) }
        maker.entries.append(bad)
        let list = try #require(try maker.verify().list)
        #expect(list.entries.map(\.certificate.fingerprint) == [root.fingerprint])
        #expect(list.dropped.map(\.position) == [1])
        #expect(list.dropped.map(\.fault.code) == [defect.code])
        #expect(list.report.outcomes(of: .listEntries) == [.warning])
    }

    @Test("Authorities several steps below an anchor are kept in any order, and in whatever type of string they name each other; a circle without an anchor is dropped")
    func hierarchy() throws {
        func authority(_ name: String, _ key: P256.Signing.PrivateKey, below issuer: String, _ issuerKey: P256.Signing.PrivateKey) throws -> RICALMaker.Entry {
            RICALMaker.Entry(try CertificateMaker.authority("CN=\(name),C=UT", pathLength: nil).make(key: key, issuer: "CN=\(issuer),C=UT", issuerKey: issuerKey))
        }
        let keys = (0..<4).map { _ in P256.Signing.PrivateKey() }
        var maker = try RICALMaker()
        maker.entries = [
            try authority("Third", keys[1], below: "Second", keys[0]),
            // The anchor's name in another type of string.
            RICALMaker.Entry(
                try CertificateMaker.authority("CN=Second,C=UT", pathLength: nil).make(
                    key: keys[0], issuer: "PCN=Utopia Reader Root,C=UT", issuerKey: RICALMaker.authorityKey)),
            try authority("Hen", keys[2], below: "Egg", keys[3]), try authority("Egg", keys[3], below: "Hen", keys[2]),
            RICALMaker.Entry(try RICALMaker.authority()),
        ]
        let list = try #require(try maker.verify().list)
        #expect(list.entries.count == 3)
        #expect(list.dropped.map(\.position) == [2, 3] && list.dropped.allSatisfy { $0.fault == .noAnchor })
    }

    // MARK: Readers

    /// Understands one constraint and nothing else.
    private struct Rules: RICALConstraintRules {
        func holds(_ constraint: RICALTrustConstraint, for reader: ParsedCertificate) -> Bool {
            constraint.members.allSatisfy { name, item in
                name == "org.example.subject" && (try? item.value()) == .text(reader.subject)
            }
        }
    }

    private func signature(_ trust: ReaderTrustList, branch: ParsedCertificate? = nil) throws -> ReaderSignature {
        try RICALMaker.readerSignature(trust, branch: branch)
    }

    @Test("A reader below a listed root is trusted, and the report says by which list")
    func trusted() throws {
        let list = try #require(try RICALMaker().verify().list)
        let signature = try signature(ReaderTrustList([], lists: [list]))
        #expect(signature.outcome == .trusted)
        #expect(signature.anchor?.provenance == list.provenance)
        #expect(signature.report.outcomes(of: .readerConstraints) == [.passed])
        #expect(try self.signature(ReaderTrustList([])).outcome == .untrusted)
        let root = TrustAnchor(list.entries[0].certificate, provenance: "test")
        #expect(try self.signature(ReaderTrustList([root])).report.outcomes(of: .readerConstraints) == [.skipped])
    }

    @Test("A reader is trusted by a list for as long as the list may be used, and not longer by a snapshot of it")
    func listEnds() throws {
        var maker = try RICALMaker()
        maker.notAfter = World.now.advanced(byDays: 2)
        let list = try #require(try maker.verify().list)
        func signature(_ trust: ReaderTrustList, days: Int) throws -> ReaderSignature {
            try RICALMaker.readerSignature(trust, at: World.now.advanced(byDays: days))
        }
        #expect(try signature(ReaderTrustList([], lists: [list]), days: 2).outcome == .trusted)
        let late = try signature(ReaderTrustList([], lists: [list]), days: 3)
        #expect(late.outcome == .untrusted)
        #expect(RecordedExchange.failures(late.report) == ["reader.validity"])
        let root = TrustAnchor(list.entries[0].certificate, provenance: "test")
        #expect(try signature(ReaderTrustList([root], lists: [list]), days: 3).outcome == .trusted, "somebody chose it, too")
    }

    static let constraints: [(name: String, value: CBORValue, isTrusted: Bool)] = [
        ("none", .array([]), true),
        ("one that holds", .array([RICALMaker.constraint("org.example.subject", .text("C=UT,CN=rentals.example"))]), true),
        ("one that does not", .array([RICALMaker.constraint("org.example.subject", .text("CN=other"))]), false),
        ("an unknown one", .array([RICALMaker.constraint("org.example.colour")]), false),
        ("an unknown one beside one that holds", .array([
            RICALMaker.constraint("org.example.colour"), RICALMaker.constraint("org.example.subject", .text("C=UT,CN=rentals.example")),
        ]), true),
        ("one that holds with something unknown in it", .array([
            .map([
                .init(key: .text("org.example.subject"), value: .text("C=UT,CN=rentals.example")),
                .init(key: .text("org.example.colour"), value: .boolean(true)),
            ])
        ]), false),
        ("an empty one", .array([.map([])]), false),
        ("something else", .text("none"), false),
        ("too many", .array(Array(repeating: RICALMaker.constraint("org.example.subject", .text("C=UT,CN=rentals.example")), count: 65)), false),
    ]

    @Test("At least one constraint that is understood in full must hold, under either spelling", arguments: constraints.indices)
    func constraint(index: Int) throws {
        let (_, value, isTrusted) = Self.constraints[index]
        for spelling in ["trustConstraints", "trustContraints"] {
            var maker = try RICALMaker()
            maker.entries[0].constraints = value
            maker.entries[0].constraintsKey = spelling
            let list = try #require(try maker.verify().list)
            let signature = try signature(ReaderTrustList([], lists: [list], constraintRules: Rules()))
            #expect((signature.outcome == .trusted) == isTrusted)
            #expect(signature.refusal == (isTrusted ? nil : .trustConstraint))
            #expect(RecordedExchange.failures(signature.report) == (isTrusted ? [] : ["reader.constraints"]))
            let ignorant = try self.signature(ReaderTrustList([], lists: [list]))
            #expect((ignorant.outcome == .trusted) == (value == .array([])), "without rules no constraint holds")
        }
        var both = try RICALMaker()
        both.entries[0].constraints = .array([RICALMaker.constraint("org.example.subject", .text("C=UT,CN=rentals.example"))])
        both.entries[0].moreConstraints = value
        let list = try #require(try both.verify().list)
        #expect(try signature(ReaderTrustList([], lists: [list], constraintRules: Rules())).outcome == .untrusted, "two statements are none")
    }

    @Test("Only the terms of the lowest listed authority count, those above neither allow nor forbid; a root confirmed by a person has none")
    func lowest() throws {
        let unknown = CBORValue.array([RICALMaker.constraint("org.example.colour")])
        let (root, branch) = (try RICALMaker.authority(), try RICALMaker.lower())
        func outcome(root rootConstraints: CBORValue?, branch branchConstraints: CBORValue?, isListed: Bool = true, confirmed: Bool = false) throws -> ReaderSignature.Outcome {
            var maker = try RICALMaker()
            maker.entries = [RICALMaker.Entry(root)]
            maker.entries[0].constraints = rootConstraints
            if isListed {
                maker.entries.append(RICALMaker.Entry(branch))
                maker.entries[1].constraints = branchConstraints
            }
            let list = try #require(try maker.verify().list)
            let anchors = confirmed ? [TrustAnchor(root, provenance: "test")] : []
            return try signature(ReaderTrustList(anchors, lists: [list]), branch: branch).outcome
        }
        #expect(try outcome(root: unknown, branch: nil) == .trusted)
        #expect(try outcome(root: nil, branch: unknown) == .untrusted)
        #expect(try outcome(root: unknown, branch: nil, isListed: false) == .untrusted)
        #expect(try outcome(root: nil, branch: nil, isListed: false) == .trusted)
        #expect(try outcome(root: unknown, branch: unknown, confirmed: true) == .trusted)
    }

    @Test("A list's terms bind merchants as they bind readers: nothing is sealed to the key of one whom they do not allow")
    func merchants() throws {
        let owner = Certificate.Extension(
            oid: MerchantCertificateExtension.merchant, critical: false, value: [0x30, 0x06, 0x0C, 0x01, 0x6D, 0x0C, 0x01, 0x74])
        let sealing = CertificateMaker(
            subject: "CN=rentals.example,C=UT", extendedKeyUsage: [MerchantCertificateExtension.purpose], keyUsage: KeyUsage(keyAgreement: true),
            otherExtensions: [owner])
        let certificate = try MerchantCertificate(
            sealing.make(key: P256.Signing.PrivateKey(), issuer: "CN=Utopia Reader Root,C=UT", issuerKey: RICALMaker.authorityKey).encoded)
        func check(_ constraints: CBORValue?) throws {
            var maker = try RICALMaker()
            maker.entries[0].constraints = constraints
            let list = try #require(try maker.verify().list)
            try certificate.check(for: "m", of: "t", trust: ReaderTrustList([], lists: [list]), at: World.now)
        }
        try check(nil)
        #expect(throws: MerchantCertificateFault.path) { try check(.array([RICALMaker.constraint("org.example.colour")])) }
    }

    @Test("Another certificate of the same authority does not lead around its terms, and neither does an entry that is dropped")
    func noWayAround() throws {
        var maker = try RICALMaker()
        let (listed, renewed) = (try RICALMaker.lower(), try RICALMaker.lower())
        #expect(listed.encoded != renewed.encoded)
        maker.entries.append(RICALMaker.Entry(listed))
        maker.entries[1].constraints = .array([RICALMaker.constraint("org.example.colour")])
        let constrained = try #require(try maker.verify().list)
        #expect(try signature(ReaderTrustList([], lists: [constrained]), branch: renewed).refusal == .trustConstraint)

        maker.entries[1].constraints = nil
        maker.entries[1].serialNumber = [1, 2, 3]
        let dropped = try #require(try maker.verify().list)
        #expect(dropped.dropped.map(\.fault) == [.serialNumber])
        #expect(try signature(ReaderTrustList([], lists: [dropped]), branch: listed).refusal == .trustConstraint)
        #expect(try signature(ReaderTrustList([], lists: [dropped])).outcome == .trusted)
    }

    @Test("A list in which everybody has one name and nobody says whose key signed it costs few signatures: who is not reached is not used")
    func hierarchyCost() throws {
        let name = "CN=Utopia Readers,C=UT"
        func entries(identified: Bool) throws -> [RICALMaker.Entry] {
            var maker = CertificateMaker.authority(name, pathLength: nil)
            maker.namesAuthorityKey = identified
            let keys = (0..<24).map { _ in P256.Signing.PrivateKey() }
            var entries = try keys.map { RICALMaker.Entry(try maker.make(key: $0)) }
            for _ in 0..<24 {
                var entry = RICALMaker.Entry(try maker.make(key: P256.Signing.PrivateKey(), issuer: name, issuerKey: keys[23]))
                // Its subject and its issuer are one name, so it must say itself that it is no trust anchor.
                entry.isTrustAnchor = .boolean(false)
                entries.append(entry)
            }
            return entries
        }
        func list(identified: Bool) throws -> VerifiedRICAL {
            var maker = try RICALMaker()
            maker.entries = try entries(identified: identified)
            return try #require(try maker.verify().list)
        }
        #expect(try list(identified: true).entries.count == 48)
        let costly = try list(identified: false)
        // 48 entries allow 192 signatures; each of the lower ones takes 24.
        #expect(costly.entries.count == 24 + 8)
        #expect(Set(costly.dropped.map(\.fault)) == [.tooCostly])
    }

    // MARK: Issues and bytes

    @Test("A list of readers' authorities never gives way to an older one of its provider")
    func rollback() throws {
        let held = try #require(try RICALMaker().verify().list)
        func offered(_ change: (inout RICALMaker) -> Void) throws -> TrustListRollback? {
            var maker = try RICALMaker()
            change(&maker)
            let list = try #require(try maker.verify().list)
            do throws(TrustListRollback) {
                try list.supersedes(held)
                return nil
            } catch { return error }
        }
        #expect(try offered { _ in } == nil)
        #expect(try offered { $0.issueID = .unsigned(8) } == nil)
        #expect(try offered { $0.issueID = .unsigned(6) } == .lowerIssue(offered: 6, held: 7))
        let earlier = held.date.advanced(bySeconds: -1)
        #expect(try offered { $0.date = earlier } == .olderDate(offered: earlier, held: held.date))
        #expect(try offered { $0.provider = "Erewhon" } == .otherProvider(offered: "Erewhon", held: "Utopia"))
    }

    @Test("No prefix of a list of readers' authorities verifies, nor one with a byte changed or added")
    func mutations() async throws {
        let maker = try RICALMaker()
        let (token, authorities) = (try maker.make(), try maker.authorities())
        func verifies(_ bytes: [UInt8]) -> Bool { RICALVerification.verify(bytes, authorities: authorities, at: World.now).list != nil }
        #expect(verifies(token))
        #expect(!verifies(token + [0]))
        for length in token.indices {
            #expect(!verifies(Array(token[..<length])))
            // Other tests wait for this thread.
            await Task.yield()
        }
        for position in token.indices {
            var changed = token
            changed[position] ^= 0x01
            #expect(!verifies(changed), "byte \(position)")
            await Task.yield()
        }
    }

    @Test("A list signed here verifies; one that makes no sense is not signed")
    func written() throws {
        let begin = World.now.advanced(byDays: -1)
        let root = try ListProviderRoot.make(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Root"), notBefore: begin)
        let signer = try root.issueVICALSigner(name: AuthorityName(country: "UT", organization: "Lists", commonName: "Lists Signer"), notBefore: begin)
        let authorities = TrustListAuthorities([TrustAnchor(try ParsedCertificate(ByteSlice(root.identity.derEncoded)), provenance: "test")])
        let (reader, lower) = (try RICALMaker.authority(), try RICALMaker.lower())
        var draft = RICALDraft(
            provider: "Lists", issueID: 3, date: World.now, nextUpdate: World.now.advanced(byDays: 10), notAfter: World.now.advanced(byDays: 20),
            url: "https://lists.example/rical", entries: [.init(reader, name: "Utopia Readers"), .init(lower)])
        let result = RICALVerification.verify(try RICALSigner(signer).sign(draft), authorities: authorities, at: World.now)
        #expect(result.report.failures.isEmpty && result.report.warnings.isEmpty)
        let list = try #require(result.list)
        #expect(list.issueID == 3 && list.nextUpdate == draft.nextUpdate && list.notAfter == draft.notAfter && list.url == draft.url)
        #expect(list.entries.map(\.certificate.fingerprint) == [reader.fingerprint, lower.fingerprint])
        #expect(list.entries.map(\.isTrustAnchor) == [true, false] && list.entries[0].name == "Utopia Readers")

        func refuses(_ change: (inout RICALDraft) throws -> Void) throws -> Bool {
            var changed = draft
            try change(&changed)
            do throws(IssuingError) {
                _ = try RICALSigner(signer).sign(changed)
                return false
            } catch { return error.code == .listContent }
        }
        #expect(try refuses { $0.entries.append($0.entries[0]) })
        #expect(try refuses { $0.entries = [] })
        #expect(try refuses { $0.entries = [.init(lower)] })
        #expect(try refuses { $0.entries.append(.init(try CertificateMaker().make(key: RICALMaker.lowerKey))) })
        #expect(try refuses { $0.notAfter = World.now })
        draft.nextUpdate = World.now
        #expect(try refuses { _ in })
    }
}
