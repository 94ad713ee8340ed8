import CBOR
import COSE
import Crypto
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@testable import DocumentTrust

@Suite("Revocation of documents")
struct DocumentStatusTests {
    @Test("A revoked document is refused, its neighbours are not", arguments: StatusValueBits.allCases)
    func revoked(_ bits: StatusValueBits) throws {
        let scene = try StatusScene()
        let trust = scene.trust([(StatusScene.uri, try scene.list(bits: bits) { try $0.revoke(20) })])
        let refused = try scene.verify(StatusScene.place(20), trust: trust)
        #expect(refused.status == [.failed] && !refused.isVerified)
        #expect(refused.statusReason.contains("revoked") && refused.statusReason.contains("status list of 2026-05-31"))
        #expect(refused.report.failures.map(\.identifier) == [.msoStatus])
        for neighbour: UInt64 in [19, 21, 0, 63] {
            let verdict = try scene.verify(StatusScene.place(neighbour), trust: trust)
            #expect(verdict.status == [.passed] && verdict.isVerified, "\(neighbour)")
        }
    }

    @Test("A refused response says where the revocation of its documents is published, where nothing but a revocation is in doubt")
    func published() throws {
        let scene = try StatusScene()
        let signer = try ParsedCertificate(ByteSlice(scene.parties.signer.derEncoded)).fingerprint
        func uris(
            _ trust: IssuerTrustList, _ profile: any VerificationProfile = ISOStrictProfile(), _ change: (inout ForgedResponse) -> Void = { _ in }
        ) throws -> [String] {
            var response = ForgedResponse(scene.parties)
            response.msoStatus = StatusScene.place(3)
            change(&response)
            let (session, _) = try scene.parties.request(World.asked)
            let verdict = try Verifier(trust: trust, profile: profile, mode: .development).verify(
                deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now)
            #expect(verdict.publishedRevocation.allSatisfy { $0.signer.fingerprint == signer })
            return [verdict.isVerified ? "verified" : "refused"] + verdict.publishedRevocation.flatMap(\.statusSources).map(\.uri)
        }
        let trust = scene.trust([])
        #expect(try uris(trust, ISOProfile()) == ["verified", StatusScene.uri])
        #expect(try uris(trust) == ["refused", StatusScene.uri])
        #expect(try uris(trust) { $0.proof = .signatureBytes(Array(repeating: 1, count: 64)) } == ["refused"])
        #expect(try uris(trust) { $0.proof = .otherSession(scene.parties.deviceKey) } == ["refused"], "replayed")
        #expect(try uris(trust) { $0.validUntil = .dateTime(World.now.advanced(bySeconds: -3_600).description) } == ["refused"], "ended")
        let revoking = try scene.list { try $0.revoke(3) }
        #expect(try uris(scene.trust([(StatusScene.uri, revoking)])) == ["refused"])
        #expect(try uris(IssuerTrustList([])) == ["refused"])
        #expect(try uris(trust) { $0.issuerSignature = Array(repeating: 1, count: 64) } == ["refused"])
        let revoked = RevokedCertificate(serialNumber: Array(scene.parties.signer.certificate.serialNumber.bytes), time: World.now)
        let content = try RevocationListContent(
            number: 1, thisUpdate: World.now, nextUpdate: World.now.advanced(byDays: 1), revoked: [revoked])
        let list = try RevocationList(scene.parties.root.signRevocationList(content), issuedBy: scene.anchor)
        #expect(try uris(scene.trust([], revocationLists: [list])) == ["refused"])
    }

    @Test("A suspended document is refused by that name, and again valid when it is reinstated")
    func suspended() throws {
        let scene = try StatusScene()
        let suspended = try scene.verify(
            StatusScene.place(5), trust: scene.trust([(StatusScene.uri, try scene.list(bits: .two) { try $0.suspend(5) })]))
        #expect(suspended.status == [.failed] && suspended.statusReason.contains("suspended"))
        let reinstated = try scene.list(bits: .two) {
            try $0.suspend(5)
            try $0.reinstate(5)
        }
        #expect(try scene.verify(StatusScene.place(5), trust: scene.trust([(StatusScene.uri, reinstated)])).isVerified)
    }

    @Test("A document whose identifier is listed is refused, another is not")
    func identifiers() throws {
        let scene = try StatusScene()
        let trust = scene.trust([(StatusScene.identifierURI, try scene.identifiers([1, 2, 3, 4]))])
        let refused = try scene.verify(StatusScene.entry(.bytes([1, 2, 3, 4])), trust: trust)
        #expect(refused.status == [.failed] && refused.statusReason.contains("identifier list"))
        let other = try scene.verify(StatusScene.entry(.bytes([1, 2, 3])), trust: trust)
        #expect(other.status == [.passed] && other.isVerified)
    }

    @Test("An identifier written as text is compared by its bytes, with a warning")
    func textIdentifier() throws {
        let scene = try StatusScene()
        let trust = scene.trust([(StatusScene.identifierURI, try scene.identifiers(Array("abc".utf8)))])
        #expect(try scene.verify(StatusScene.entry(.text("abc")), trust: trust).status == [.failed, .warning])
        let other = try scene.verify(StatusScene.entry(.text("abd")), trust: trust)
        #expect(other.status == [.passed, .warning] && other.isVerified)
    }

    @Test("Of two lists either one revokes, and good is only what both call good")
    func both() throws {
        let scene = try StatusScene()
        let both = CBORValue.textMap([
            "status_list": .textMap(["idx": .unsigned(7), "uri": .text(StatusScene.uri)]),
            "identifier_list": .textMap(["id": .bytes([7]), "uri": .text(StatusScene.identifierURI)]),
        ])
        let (good, bad) = (try scene.list(), try scene.list { try $0.revoke(7) })
        let (unlisted, listed) = (try scene.identifiers(), try scene.identifiers([7]))
        for (values, identifiers, expected) in [
            (good, unlisted, CheckOutcome.passed), (bad, unlisted, .failed), (good, listed, .failed), (bad, listed, .failed),
        ] {
            let trust = scene.trust([(StatusScene.uri, values), (StatusScene.identifierURI, identifiers)])
            #expect(try scene.verify(both, trust: trust).status == [expected])
        }
        #expect(try scene.verify(both, trust: scene.trust([(StatusScene.uri, good)])).status == [.unknown])
        #expect(try scene.verify(both, trust: scene.trust([(StatusScene.identifierURI, listed)])).status == [.failed])
    }

    @Test("Without a usable token the outcome is unknown with its cause and age, and nothing is refused for it")
    func unknown() throws {
        let scene = try StatusScene()
        let place = StatusScene.place(3)
        let good = try scene.list()
        let cases: [(IssuerTrustList, Instant, String)] = [
            (scene.trust([]), World.now, "no token"),
            (scene.trust([("https://elsewhere.example", good)]), World.now, "no token"),
            (scene.trust([(StatusScene.uri, [0x80])]), World.now, "not a COSE_Sign1"),
            (scene.trust([(StatusScene.uri, try scene.identifiers())]), World.now, "another address"),
            (scene.trust([(StatusScene.uri, good)]), World.now.advanced(byDays: 7), "expired on 2026-06-07"),
        ]
        for (trust, time, words) in cases {
            let verdict = try scene.verify(place, trust: trust, at: time)
            #expect(verdict.status == [.unknown] && verdict.isVerified, "\(words)")
            #expect(verdict.statusReason.contains(words), "\(verdict.statusReason)")
        }
        let aged = try scene.verify(place, trust: scene.trust([(StatusScene.uri, good)]), at: World.now.advanced(byDays: 7))
        #expect(aged.statusReason.contains("fetched 7 days ago"))
    }

    @Test("A place beyond the end of a current list is refused; of one that has ended, is older than the document, or whose signer is not trusted, it is unknown")
    func beyondTheEnd() throws {
        let scene = try StatusScene()
        let trust = scene.trust([(StatusScene.uri, try scene.list())])
        #expect(try scene.verify(StatusScene.place(63), trust: trust).status == [.passed])
        for index: UInt64 in [64, .max] {
            let beyond = try scene.verify(StatusScene.place(index), trust: trust)
            #expect(beyond.status == [.failed] && !beyond.isVerified, "\(index)")
            #expect(beyond.statusReason.contains("ends before the document's place in it (status list of 2026-05-31"), "\(beyond.statusReason)")
        }
        // The list may have grown for a document that was signed since.
        for (signed, isRefused) in [(scene.period.issuedAt, true), (scene.period.issuedAt.advanced(bySeconds: 1), false)] {
            let verdict = try scene.verify(StatusScene.place(64), signed: signed, trust: trust)
            #expect(verdict.status == [isRefused ? .failed : .unknown] && verdict.isVerified == !isRefused, "\(signed)")
            #expect(verdict.statusReason.contains("ends before"), "\(verdict.statusReason)")
        }
        let ended = try scene.verify(StatusScene.place(64), trust: trust, at: World.now.advanced(byDays: 7))
        #expect(ended.status == [.unknown] && ended.statusReason.contains("ends before"))
        let foreign = try SampleParties(now: World.now).root.identity.derEncoded
        #expect(try scene.verify(StatusScene.place(64, certificate: foreign), trust: trust).status == [.unknown])
    }

    @Test("A token of the other kind says nothing of a document, though the document names its address")
    func otherKind() throws {
        let scene = try StatusScene()
        let identifiers = try IdentifierListPublisher(uri: StatusScene.uri).token(scene.period, signer: scene.signer)
        let values = try StatusListPublisher(uri: StatusScene.identifierURI, count: 64).token(scene.period, signer: scene.signer)
        for (status, uri, token, words) in [
            (StatusScene.place(3), StatusScene.uri, identifiers, "not a status list"),
            (StatusScene.entry(.bytes([3])), StatusScene.identifierURI, values, "not an identifier list"),
        ] {
            let verdict = try scene.verify(status, trust: scene.trust([(uri, token)]))
            #expect(verdict.status == [.unknown] && verdict.statusReason.contains(words), "\(verdict.statusReason)")
        }
    }

    @Test("Once revoked, always revoked: an expired list still refuses; an expired suspension is unknown")
    func expiredRevocation() throws {
        let scene = try StatusScene()
        let later = World.now.advanced(byDays: 20)
        let revoked = scene.trust([(StatusScene.uri, try scene.list { try $0.revoke(3) })])
        #expect(try scene.verify(StatusScene.place(3), trust: revoked, at: later).status == [.failed])
        let suspended = scene.trust([(StatusScene.uri, try scene.list(bits: .two) { try $0.suspend(3) })])
        #expect(try scene.verify(StatusScene.place(3), trust: suspended, at: later).status == [.unknown])
    }

    @Test("A foreign root cannot vouch, neither for good nor for revoked")
    func foreignRoot() throws {
        let scene = try StatusScene()
        let foreign = try SampleParties(now: World.now)
        let signer = try foreign.root.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 64)
        try list.revoke(3)
        let trust = scene.trust([(StatusScene.uri, try list.token(scene.period, signer: signer))])
        for index: UInt64 in [3, 4] {
            let verdict = try scene.verify(StatusScene.place(index), trust: trust)
            #expect(verdict.status == [.unknown] && verdict.statusReason.contains("did not issue"))
        }
        // Unless the issuer names the foreign root in the signed document, and then it alone.
        let named = foreign.root.identity.derEncoded
        #expect(try scene.verify(StatusScene.place(3, certificate: named), trust: trust).status == [.failed])
        #expect(try scene.verify(StatusScene.place(4, certificate: named), trust: trust).status == [.passed])
        let own = scene.trust([(StatusScene.uri, try scene.list())])
        #expect(try scene.verify(StatusScene.place(4, certificate: named), trust: own).status == [.unknown])
        #expect(try scene.verify(StatusScene.place(4, certificate: [1, 2]), trust: own).statusReason.contains("document names"))
    }

    @Test("The token of a distrusted signer, or that a distrusted certificate vouches for, is not believed, whatever it says")
    func distrusted() throws {
        let scene = try StatusScene()
        let foreign = try SampleParties(now: World.now).root
        let foreignSigner = try foreign.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        let named = foreign.identity.derEncoded
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 64)
        try list.revoke(3)
        let cases: [(signer: CertifiedKey, named: [UInt8]?, distrusted: [UInt8])] = [
            (scene.signer, nil, scene.signer.derEncoded), (foreignSigner, named, foreignSigner.derEncoded), (foreignSigner, named, named),
        ]
        for (signer, certificate, distrusted) in cases {
            let token = try list.token(scene.period, signer: signer)
            let authority = DistrustedAuthority(
                fingerprint: try ParsedCertificate(ByteSlice(distrusted)).fingerprint, keyFingerprint: nil, subject: nil, reason: "a test",
                since: World.now)
            let lists = scene.trust([(StatusScene.uri, token)]).statusLists
            let trust = IssuerTrustList([scene.anchor], distrusted: [authority], revocationLists: [], statusLists: lists)
            for index: UInt64 in [3, 4] {
                let verdict = try scene.verify(StatusScene.place(index, certificate: certificate), trust: trust)
                #expect(verdict.status == [.unknown] && verdict.isVerified, "\(index)")
                #expect(verdict.statusReason.contains("a certificate of the token is distrusted"), "\(verdict.statusReason)")
            }
        }
    }

    @Test("A token of a signer valid for more than 1187 days counts, with a warning")
    func longSigner() throws {
        let scene = try StatusScene()
        guard case .p256(let rootKey) = scene.parties.root.identity.signingKey else { throw World.Unavailable() }
        let key = P256.Signing.PrivateKey()
        let root = scene.parties.root.identity.certificate
        let maker = CertificateMaker(subject: "CN=Utopia Status,C=UT", notAfter: World.now.advanced(byDays: 1200), extendedKeyUsage: nil)
        let certificate = try maker.make(key: key, issuerName: root.subject, issuerKey: rootKey)
        let token = try StatusTokenMaker(chain: [certificate.encoded.array], key: key).make()
        let verdict = try scene.verify(StatusScene.place(4), trust: scene.trust([(StatusScene.uri, token)]))
        #expect(verdict.status == [.passed, .warning] && verdict.isVerified)
    }

    @Test("What no trusted signer signed is not looked up")
    func untrustedReference() throws {
        let scene = try StatusScene()
        let stranger = try SampleParties(now: World.now).issuerTrust()
        let lists = scene.trust([(StatusScene.uri, try scene.list())]).statusLists
        #expect(try scene.verify(StatusScene.place(3), trust: stranger.updating(statusLists: lists)).status == [.skipped])
    }

    @Test("A token is verified once for each root, not for each response, and a new snapshot keeps the work")
    func verifiedOnce() throws {
        let scene = try StatusScene()
        let trust = scene.trust([(StatusScene.uri, try scene.list())])
        let token = try #require(trust.statusLists[StatusScene.uri])
        #expect(token.verifications == 0)
        for index in 0..<5 { #expect(try scene.verify(StatusScene.place(UInt64(index)), trust: trust).status == [.passed]) }
        #expect(token.verifications == 1)
        var next = trust.statusLists
        next.insert(try scene.identifiers(), from: StatusScene.identifierURI, fetchedAt: World.now)
        #expect(next[StatusScene.uri] === token)
        #expect(try scene.verify(StatusScene.place(0, certificate: scene.root.encoded.array), trust: trust).status == [.passed])
        #expect(token.verifications == 1, "the same certificate, named")
    }

    @Test("A list of a million places is published, loaded and answers")
    func million() async throws {
        let scene = try StatusScene()
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 1_000_000)
        for index in stride(from: 7, to: 1_000_000, by: 1000) { try list.revoke(index) }
        // Other tests wait for this thread.
        await Task.yield()
        let trust = scene.trust([(StatusScene.uri, try list.token(scene.period, signer: scene.signer))])
        #expect(try scene.verify(StatusScene.place(999_007), trust: trust).status == [.failed])
        #expect(try scene.verify(StatusScene.place(999_008), trust: trust).status == [.passed])
        let verified = try #require(trust.statusLists[StatusScene.uri]).verified(vouchedBy: scene.root.encoded) { scene.root }
        await Task.yield()
        var revoked = 0
        // Every hundredth place, those that are revoked among them, and the one beside it.
        for index in stride(from: UInt64(7), to: UInt64(verified.count), by: 100) {
            for place in [index, index + 1] where try verified.value(at: place) == .invalid { revoked += 1 }
            if index % 1000 == 7 { await Task.yield() }
        }
        #expect(verified.count == 1_000_000 && revoked == 1000)
    }

    @Test("Issued with a status, a document is verified, revoked, and written as the standard says")
    func issued() throws {
        let scene = try StatusScene()
        let midnight = CalendarDate(World.now).startOfDay
        let status = StatusReference(
            statusList: .init(index: 12, uri: StatusScene.uri),
            identifierList: .init(identifier: ByteSlice([9, 9]), uri: StatusScene.identifierURI, certificate: scene.root.encoded))
        let document = try MobileDocumentIssuer(signer: scene.parties.signer).issue(
            SampleContent.drivingLicence(), deviceKey: scene.parties.deviceKey.verificationKey.coseKey,
            validity: ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 30)), status: status)
        let issued = try IssuerSigned(document)
        let mso = try MobileSecurityObject(issuerAuthPayload: try #require(issued.issuerAuth.payload))
        #expect(mso.status == status)
    }

    // MARK: The status signer's own revocation

    private func statusSigner(_ verdict: Verdict) -> [CheckOutcome] { verdict.report.outcomes(of: .msoStatusSigner) }

    @Test("The token of a revoked status signer is not believed, neither when it says good nor when it says revoked")
    func revokedSigner() throws {
        let scene = try StatusScene()
        let token = (StatusScene.uri, try scene.list { try $0.revoke(3) })
        let revoked = scene.trust([token], revocationLists: [try crl(scene, revoking: [scene.signer])])
        for index: UInt64 in [3, 4] {
            let verdict = try scene.verify(StatusScene.place(index), trust: revoked)
            #expect(verdict.status == [.unknown] && verdict.isVerified, "\(index)")
            #expect(verdict.statusReason.contains("is revoked (list of 2026-05-31"), "\(verdict.statusReason)")
            #expect(statusSigner(verdict) == [.warning])
            let strict = try scene.verify(StatusScene.place(index), trust: revoked, profile: ISOStrictProfile())
            #expect(strict.report.failures.map(\.identifier) == [.msoStatus])
        }
        // Another certificate on the list says nothing of this one.
        let other = scene.trust([token], revocationLists: [try crl(scene, revoking: [scene.parties.readerAuthority.identity])])
        #expect(try scene.verify(StatusScene.place(3), trust: other).status == [.failed])
        let good = try scene.verify(StatusScene.place(4), trust: other)
        #expect(good.status == [.passed] && statusSigner(good) == [.passed])
    }

    @Test("That nobody says whether a status signer is revoked is reported with its cause and age, and refused under iso-strict")
    func unknownSigner() throws {
        let scene = try StatusScene()
        let token = (StatusScene.uri, try scene.list())
        let stale = try crl(scene, thisUpdate: World.now.advanced(byDays: -40), nextUpdate: World.now.advanced(byDays: -10))
        let staleRevoking = try crl(
            scene, thisUpdate: World.now.advanced(byDays: -40), nextUpdate: World.now.advanced(byDays: -10), revoking: [scene.signer])
        for (lists, words) in [([], "no revocation list of the certificate's authority"), ([stale], "40 days old")] {
            let verdict = try scene.verify(StatusScene.place(3), trust: scene.trust([token], revocationLists: lists))
            #expect(verdict.status == [.passed] && statusSigner(verdict) == [.unknown] && verdict.isVerified)
            let reason = verdict.report.checks.first { $0.identifier == .msoStatusSigner }?.reason
            #expect(reason?.contains(words) == true, "\(reason ?? "")")
            let strict = try scene.verify(
                StatusScene.place(3), trust: scene.trust([token], revocationLists: lists), profile: ISOStrictProfile())
            #expect(strict.report.failures.map(\.identifier) == [.signerRevocation, .msoStatusSigner])
        }
        // Once revoked, always revoked.
        #expect(
            try scene.verify(StatusScene.place(3), trust: scene.trust([token], revocationLists: [staleRevoking])).status == [.unknown])
        // Without a token there is no signer to speak of.
        #expect(statusSigner(try scene.verify(StatusScene.place(3), trust: scene.trust([]))) == [.skipped])
    }

    @Test("A token read by itself is refused for its revoked signer, too")
    func revokedSignerOfToken() throws {
        let scene = try StatusScene()
        let list = try VerifiedStatusList(StatusToken(scene.list()), from: StatusScene.uri, vouchedBy: scene.root)
        #expect(list.fault(at: World.now) == nil)
        #expect(list.fault(at: World.now, revocationLists: [try crl(scene)]) == nil)
        #expect(list.fault(at: World.now, revocationLists: [try crl(scene, revoking: [scene.signer])])?.code == .revoked)
    }

    @Test("An address that is not https is unknown for that cause", arguments: [
        "http://status.utopia.example/1", "ftp://status.utopia.example/1", "https:///1", "https://user@status.utopia.example/1", "file:///etc/passwd",
        "https://status.utopia.example/1 2", "https://status.utopia.example\\@evil.example/", "https://:443/", "",
        "https://status.utopia.example/" + String(repeating: "a", count: 2048),
    ])
    func addresses(_ uri: String) throws {
        let scene = try StatusScene()
        let verdict = try scene.verify(StatusScene.place(3, uri: uri), trust: scene.trust([]))
        #expect(verdict.status == [.unknown] && verdict.isVerified)
        #expect(verdict.statusReason.contains("never fetched: its address "), "\(verdict.statusReason)")
        #expect(uri.isEmpty || !verdict.statusReason.contains(uri))
    }

    // MARK: Policy

    /// The list of a root, that of the scene where no other is named.
    private func crl(
        _ scene: StatusScene, of root: IssuerRoot? = nil, thisUpdate: Instant = World.now.advanced(byDays: -1), nextUpdate: Instant = World.now.advanced(byDays: 30),
        revoking certificates: [CertifiedKey] = []
    ) throws -> RevocationList {
        let identity = (root ?? scene.parties.root).identity
        guard case .p256(let key) = identity.signingKey else { throw World.Unavailable() }
        var list = RevocationTests.ListMaker(issuer: identity.certificate.subject)
        list.serials = certificates.map { Array($0.certificate.serialNumber.bytes) }
        list.thisUpdate = thisUpdate
        list.nextUpdate = nextUpdate
        return try RevocationList(
            list.make(with: key), issuedBy: TrustAnchor(ParsedCertificate(ByteSlice(identity.derEncoded)), provenance: "test"))
    }

    @Test("Under iso-strict an unknown revocation is refused, of the signer and of the document; under iso it is reported")
    func strict() throws {
        let scene = try StatusScene()
        let current = try crl(scene, thisUpdate: World.now.advanced(byDays: -1), nextUpdate: World.now.advanced(byDays: 30))
        let token = (StatusScene.uri, try scene.list())
        let place = StatusScene.place(3)
        func failures(_ status: CBORValue?, _ trust: IssuerTrustList, _ profile: any VerificationProfile) throws -> [CheckIdentifier] {
            try scene.verify(status, trust: trust, profile: profile).report.failures.map(\.identifier)
        }
        #expect(try failures(place, scene.trust([token], revocationLists: [current]), ISOStrictProfile()) == [])
        #expect(try failures(nil, scene.trust([], revocationLists: [current]), ISOStrictProfile()) == [], "a document that names no list")
        #expect(try failures(place, scene.trust([], revocationLists: [current]), ISOStrictProfile()) == [.msoStatus])
        #expect(try failures(place, scene.trust([token]), ISOStrictProfile()) == [.signerRevocation, .msoStatusSigner])
        #expect(try failures(place, scene.trust([]), ISOStrictProfile()) == [.signerRevocation, .msoStatus])
        #expect(try failures(place, scene.trust([]), ISOProfile()) == [])
        #expect(try scene.verify(place, trust: scene.trust([]), profile: ISOStrictProfile()).report.profile == "iso-strict")
        #expect(throws: Never.self) { try Verifier(trust: scene.trust([]), profile: ISOStrictProfile(), mode: .production) }
    }

    @Test("That nobody has lists of an authority that the document alone names is reported under iso-strict, too; a list that is at hand counts")
    func namedAuthority() throws {
        let scene = try StatusScene()
        let foreign = try SampleParties(now: World.now).root
        let signer = try foreign.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -5), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        var list = try StatusListPublisher(uri: StatusScene.uri, count: 64)
        try list.revoke(3)
        let token = (StatusScene.uri, try list.token(scene.period, signer: signer))
        let own = try crl(scene)
        func verify(_ index: UInt64, _ lists: [RevocationList]) throws -> Verdict {
            try scene.verify(
                StatusScene.place(index, certificate: foreign.identity.derEncoded), trust: scene.trust([token], revocationLists: lists),
                profile: ISOStrictProfile())
        }
        let good = try verify(4, [own])
        #expect(good.isVerified && good.status == [.passed] && statusSigner(good) == [.unknown])
        let reason = good.report.checks.first { $0.identifier == .msoStatusSigner }?.reason
        #expect(reason?.contains("the document itself names that authority") == true, "\(reason ?? "")")
        #expect(try verify(3, [own]).report.failures.map(\.identifier) == [.msoStatus])

        let current = try verify(4, [own, crl(scene, of: foreign)])
        #expect(current.isVerified && statusSigner(current) == [.passed])
        let ended = try verify(
            4, [own, crl(scene, of: foreign, thisUpdate: World.now.advanced(byDays: -40), nextUpdate: World.now.advanced(byDays: -10))])
        #expect(ended.report.failures.map(\.identifier) == [.msoStatusSigner])
        let revoked = try verify(4, [own, crl(scene, of: foreign, revoking: [signer])])
        #expect(revoked.report.failures.map(\.identifier) == [.msoStatus] && statusSigner(revoked) == [.warning])
        // A trusted authority has lists, whoever names it.
        let trusted = try scene.verify(
            StatusScene.place(4, certificate: scene.root.encoded.array), trust: scene.trust([(StatusScene.uri, scene.list())]),
            profile: ISOStrictProfile())
        #expect(trusted.report.failures.map(\.identifier) == [.signerRevocation, .msoStatusSigner])
    }

    @Test("A document that names its revocation in no way that is understood is refused under iso-strict, and unknown under the others")
    func notUnderstood() throws {
        let scene = try StatusScene()
        let trust = scene.trust([], revocationLists: [try crl(scene)])
        let others: [any VerificationProfile] = [ISOProfile(), LegacySamplesProfile()]
        for status in [CBORValue.textMap(["attestation_list": .textMap(["uri": .text(StatusScene.uri)])]), .textMap([:])] {
            let strict = try scene.verify(status, trust: trust, profile: ISOStrictProfile())
            #expect(strict.report.failures.map(\.identifier) == [.msoStatus] && !strict.isVerified)
            #expect(strict.statusReason.contains("not understood"))
            for profile in others {
                let verdict = try scene.verify(status, trust: trust, profile: profile)
                #expect(verdict.status == [.unknown] && verdict.isVerified, "\(verdict.report.profile)")
            }
        }
    }

    @Test("Under iso-strict a list older than 90 days is none, even if it has not ended")
    func maximumAge() throws {
        let scene = try StatusScene()
        let signer = try scene.parties.root.issueStatusSigner(
            notBefore: World.now.advanced(byDays: -10), contact: .uri("https://mobility.utopia.example"),
            crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        let issuedAt = World.now.advanced(byDays: -9)
        let list = try StatusListPublisher(uri: StatusScene.uri, count: 8)
        let token = try list.token(StatusTokenPeriod(issuedAt: issuedAt, expiresAt: World.now.advanced(byDays: 200)), signer: signer)
        let lists = scene.trust([(StatusScene.uri, token)], revocationLists: [])
        func check(_ time: Instant, _ rules: VerificationRules, place: UInt64 = 1) -> [RevocationFinding] {
            var check = DocumentStatusCheck(
                status: StatusReference(statusList: .init(index: place, uri: StatusScene.uri)), signed: issuedAt, root: scene.root,
                context: VerificationContext(trust: lists, rules: rules, time: time, tolerance: 0))
            return check.findings()
        }
        #expect(check(issuedAt.advanced(byDays: 90), ISOStrictProfile().rules) == [.good])
        guard case .unknown(let reason)? = check(issuedAt.advanced(byDays: 90).advanced(bySeconds: 1), ISOStrictProfile().rules).first else {
            Issue.record("accepted")
            return
        }
        #expect(reason.contains("90 days"))
        #expect(check(issuedAt.advanced(byDays: 150), ISOProfile().rules) == [.good])
        // Nor does it refuse a place that it does not have.
        for (seconds, isRefused) in [(0, true), (1, false)] as [(Int64, Bool)] {
            let finding = check(issuedAt.advanced(byDays: 90).advanced(bySeconds: seconds), ISOStrictProfile().rules, place: 8).first
            if case .revoked? = finding { #expect(isRefused) } else { #expect(!isRefused, "\(finding.debugDescription)") }
        }
    }
}
