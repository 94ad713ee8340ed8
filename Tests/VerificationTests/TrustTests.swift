import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import SwiftASN1
import Testing
import X509

@Suite("Trust in the signer")
struct TrustTests {
    private static let rootKey = P256.Signing.PrivateKey()
    private static let signerKey = P256.Signing.PrivateKey()

    /// Verifies a response whose signer has this chain, trusting these anchors.
    private func result(
        chain: [ParsedCertificate], anchors: [TrustAnchor], at time: Instant = World.now, profile: any VerificationProfile = ISOProfile(),
        change: (inout ForgedResponse) -> Void = { _ in }
    ) throws -> Verdict {
        let parties = try World.parties()
        var response = ForgedResponse(parties)
        response.chain = chain.map(\.encoded.array)
        response.issuerKey = .p256(Self.signerKey)
        change(&response)
        let session = try parties.request(World.asked).session
        return try Verifier(trust: IssuerTrustList(anchors), profile: profile, mode: .development).verify(
            deviceResponse: response.encode(transcript: session.transcript), transcript: session.transcript, at: time)
    }

    private func failures(
        signer: CertificateMaker, root: CertificateMaker = .authority(), at time: Instant = World.now, profile: any VerificationProfile = ISOProfile()
    ) throws -> [String] {
        let anchor = try root.make(key: Self.rootKey)
        let leaf = try signer.make(key: Self.signerKey, issuer: root.subject, issuerKey: Self.rootKey)
        let result = try result(chain: [leaf], anchors: [TrustAnchor(anchor, provenance: "test")], at: time, profile: profile)
        if case .verified = result { #expect(RecordedExchange.failures(result.report).isEmpty) }
        return RecordedExchange.failures(result.report)
    }

    @Test("A signer of the profile under its root verifies")
    func good() throws {
        #expect(try failures(signer: CertificateMaker()) == [])
    }

    @Test(
        "A certificate cannot be used whose names have more combining marks in a row than are compared in good time, or longer texts", arguments: [true, false])
    func comparableNames(_ isSubject: Bool) throws {
        func make(_ text: String) throws {
            let (name, other) = ("CN=\(text),C=UT", "CN=a,C=UT")
            _ = try CertificateMaker(subject: isSubject ? name : other)
                .make(key: Self.signerKey, issuer: isSubject ? other : name, issuerKey: Self.rootKey)
        }
        let mark = "\u{301}"
        try make("a" + String(repeating: mark, count: 64))
        #expect(throws: CertificateFault.name) { try make("a" + String(repeating: mark, count: 65)) }
        try make(String(repeating: "a", count: 1_024))
        #expect(throws: CertificateFault.name) { try make(String(repeating: "a", count: 1_025)) }
    }

    @Test("An issuer's name in another type of string is the root's name; another name is not")
    func untypedNames() throws {
        func name(_ common: RelativeDistinguishedName.Attribute) throws -> DistinguishedName {
            DistinguishedName([
                RelativeDistinguishedName([try .init(type: [2, 5, 4, 6], printableString: "UT")]), RelativeDistinguishedName([common]),
            ])
        }
        func failures(_ issuer: DistinguishedName, _ commonName: String = "Utopia IACA") throws -> [String] {
            let root = try CertificateMaker.authority("CN=\(commonName),C=UT").make(
                key: Self.rootKey, issuerName: CertificateMaker.name("CN=\(commonName),C=UT"), issuerKey: Self.rootKey)
            let leaf = try CertificateMaker().make(key: Self.signerKey, issuerName: issuer, issuerKey: Self.rootKey)
            return RecordedExchange.failures(try result(chain: [leaf], anchors: [TrustAnchor(root, provenance: "test")]).report)
        }
        let text = "Utopia IACA"
        // Made in the same order as the maker's, common name first.
        func leading(_ common: RelativeDistinguishedName.Attribute) throws -> DistinguishedName { DistinguishedName(try name(common).reversed()) }
        #expect(try failures(CertificateMaker.name("CN=Utopia IACA,C=UT")) == [])
        #expect(try failures(leading(.init(type: [2, 5, 4, 3], printableString: text))) == [])
        #expect(try failures(leading(.init(type: [2, 5, 4, 3], utf8String: text))) == [])
        for other in ["UTOPIA IACA", "Utopia  IACA", "UtopiaIACA"] {
            #expect(try failures(leading(.init(type: [2, 5, 4, 3], utf8String: other))) == ["signer.path"])
        }
        #expect(try failures(name(.init(type: [2, 5, 4, 3], printableString: text))) == ["signer.path"], "another order is another name")
        // As where a root is confirmed and on a list, or has written its name in another way since it was renewed.
        let printable = try leading(.init(type: [2, 5, 4, 3], printableString: text))
        let plain = try CertificateMaker.authority().make(key: Self.rootKey)
        let renewed = try CertificateMaker.authority().make(key: P256.Signing.PrivateKey())
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuerName: printable, issuerKey: Self.rootKey)
        for anchors in [[plain, plain], [renewed, plain], [plain, renewed]] {
            let verdict = try result(chain: [leaf], anchors: anchors.map { TrustAnchor($0, provenance: "test") })
            #expect(RecordedExchange.failures(verdict.report) == [])
        }
    }

    @Test("An expired signer is refused")
    func expiredSigner() throws {
        #expect(try failures(signer: CertificateMaker(notAfter: World.now.advanced(byDays: -1))) == ["signer.validity"])
    }

    @Test("An expired root is refused, not only an expired leaf")
    func expiredRoot() throws {
        var root = CertificateMaker.authority()
        root.notAfter = World.now.advanced(byDays: -1)
        #expect(try failures(signer: CertificateMaker(), root: root) == ["signer.validity"])
    }

    @Test("A certificate for another purpose is refused, and one with a second purpose is not")
    func purpose() throws {
        #expect(try failures(signer: CertificateMaker(extendedKeyUsage: [[1, 0, 18013, 5, 1, 6]])) == ["signer.extendedKeyUsage"])
        #expect(try failures(signer: CertificateMaker(extendedKeyUsage: nil)) == ["signer.extendedKeyUsage"])
        #expect(try failures(signer: CertificateMaker(extendedKeyUsage: [[1, 0, 23220, 4, 1, 2], [1, 0, 18013, 5, 1, 2]])) == [])
    }

    @Test("The European purpose is one for European documents, and for no driving licence or anybody else's document")
    func europeanPurpose() throws {
        let root = CertificateMaker.authority()
        let anchor = TrustAnchor(try root.make(key: Self.rootKey), provenance: "test")
        func failures(_ docType: DocType, _ purposes: [ASN1ObjectIdentifier]) throws -> [String] {
            let leaf = try CertificateMaker(extendedKeyUsage: purposes).make(key: Self.signerKey, issuer: root.subject, issuerKey: Self.rootKey)
            let verdict = try result(chain: [leaf], anchors: [anchor]) { ($0.docType, $0.signedDocType) = (docType, docType) }
            return RecordedExchange.failures(verdict.report)
        }
        let european: [ASN1ObjectIdentifier] = [[1, 3, 130, 2, 0, 0, 1, 2]]
        for docType: DocType in ["eu.europa.ec.eudi.pid.1", "eu.europa.ec.av.1"] {
            #expect(try failures(docType, european) == [], "\(docType)")
            #expect(try failures(docType, [[1, 0, 18013, 5, 1, 2]]) == [], "\(docType)")
            #expect(try failures(docType, [[1, 0, 18013, 5, 1, 6]]) == ["signer.extendedKeyUsage"], "\(docType)")
        }
        for docType: DocType in [.mobileDrivingLicence, "org.iso.23220.photoid.1", "eu.europa.ecology.1"] {
            #expect(try failures(docType, european) == ["signer.extendedKeyUsage"], "\(docType)")
            #expect(try failures(docType, european + [[1, 0, 18013, 5, 1, 2]]) == [], "\(docType)")
        }
    }

    @Test("A key that is not for signatures is refused, and so is one without a usage")
    func keyUsage() throws {
        #expect(try failures(signer: CertificateMaker(keyUsage: KeyUsage(keyAgreement: true))) == ["signer.keyUsage"])
        #expect(try failures(signer: CertificateMaker(keyUsage: nil)) == ["signer.keyUsage"])
    }

    @Test("Another country is refused; the profile for old samples warns")
    func country() throws {
        let foreign = CertificateMaker(subject: "CN=Foreign DS,C=XX")
        #expect(try failures(signer: foreign) == ["element.issuingCountry", "signer.country"])
        #expect(try failures(signer: foreign, profile: LegacySamplesProfile()) == [])
        #expect(try failures(signer: CertificateMaker(subject: "CN=Nowhere DS")) == ["element.issuingCountry", "signer.country"])
    }

    @Test("Where the root names a state, the signer must name the same")
    func state() throws {
        let root = CertificateMaker.authority("CN=Utopia IACA,ST=UT-A,C=UT")
        #expect(try failures(signer: CertificateMaker(subject: "CN=DS,ST=UT-A,C=UT"), root: root) == [])
        #expect(try failures(signer: CertificateMaker(subject: "CN=DS,ST=UT-B,C=UT"), root: root) == ["signer.country"])
        #expect(try failures(signer: CertificateMaker(), root: root) == ["signer.country"])
    }

    @Test("Where the signer names a state, issuing_jurisdiction must be that state; what other namespaces call it is warned of", arguments: [("UT-A", .passed), ("UT-B", .failed)] as [(String, CheckOutcome)])
    func jurisdiction(_ value: String, _ licence: CheckOutcome) throws {
        let root = try CertificateMaker.authority("CN=Utopia IACA,ST=UT-A,C=UT").make(key: Self.rootKey)
        let leaf = try CertificateMaker(subject: "CN=DS,ST=UT-A,C=UT").make(key: Self.signerKey, issuer: "CN=Utopia IACA,ST=UT-A,C=UT", issuerKey: Self.rootKey)
        for (nameSpace, identifier) in [
            (.mobileDrivingLicence, "issuing_jurisdiction"), ("org.iso.23220.1", "issuing_subdivision"), ("eu.europa.ec.eudi.pid.1", "issuing_jurisdiction"),
        ] as [(NameSpace, ElementIdentifier)] {
            var item = ForgedResponse.Item(7, identifier, .text(value))
            item.nameSpace = nameSpace
            let verdict = try result(chain: [leaf], anchors: [TrustAnchor(root, provenance: "root")]) { $0.items.append(item) }
            let expected = nameSpace != .mobileDrivingLicence && licence == .failed ? .warning : licence
            #expect(verdict.report.outcomes(of: .elementIssuingJurisdiction) == [expected], "\(nameSpace)")
            #expect(RecordedExchange.failures(verdict.report) == (expected == .failed ? ["element.issuingJurisdiction"] : []), "\(nameSpace)")
        }
    }

    @Test("A PID whose issuing_jurisdiction is a code, under a signer that names the state in full, is verified with a warning")
    func jurisdictionOfPID() throws {
        let root = try CertificateMaker.authority("CN=Utopia IACA,ST=Bayern,C=UT").make(key: Self.rootKey)
        let leaf = try CertificateMaker(subject: "CN=DS,ST=Bayern,C=UT").make(key: Self.signerKey, issuer: "CN=Utopia IACA,ST=Bayern,C=UT", issuerKey: Self.rootKey)
        var item = ForgedResponse.Item(7, "issuing_jurisdiction", .text("UT-BY"))
        item.nameSpace = "eu.europa.ec.eudi.pid.1"
        let verdict = try result(chain: [leaf], anchors: [TrustAnchor(root, provenance: "root")]) { $0.items.append(item) }
        #expect(verdict.report.outcomes(of: .elementIssuingJurisdiction) == [.warning] && verdict.isVerified)
    }

    @Test("A root that is no certification authority signs nothing")
    func rootWithoutAuthority() throws {
        var root = CertificateMaker.authority()
        root.isAuthority = false
        root.maximumPathLength = nil
        #expect(try failures(signer: CertificateMaker(), root: root) == ["signer.path"])
        root.isAuthority = nil
        #expect(try failures(signer: CertificateMaker(), root: root) == ["signer.path"])
        root = .authority()
        root.keyUsage = KeyUsage(cRLSign: true)
        #expect(try failures(signer: CertificateMaker(), root: root) == ["signer.path"])
    }

    @Test("An unknown critical extension is refused; a malformed deciding one too; a malformed contact only warns")
    func extensions() throws {
        let unknown = Certificate.Extension(oid: [2, 25, 1], critical: true, value: [0x05, 0x00])
        #expect(try failures(signer: CertificateMaker(otherExtensions: [unknown])) == ["signer.certificate"])
        let contact = Certificate.Extension(oid: [2, 5, 29, 18], critical: false, value: [0xff, 0xff])
        #expect(try failures(signer: CertificateMaker(otherExtensions: [contact])) == [])
        let points = Certificate.Extension(oid: [2, 5, 29, 31], critical: false, value: [0x30, 0x03, 0x02, 0x01, 0x05])
        #expect(throws: CertificateFault.malformedExtension("cRLDistributionPoints")) {
            try CertificateMaker(otherExtensions: [points]).make(key: Self.signerKey)
        }
    }

    @Test("An extension that decides something and is malformed makes the certificate unusable, never as if there were none")
    func malformedExtensions() throws {
        let extensions: [(ASN1ObjectIdentifier, String)] = [
            ([2, 5, 29, 37], "extKeyUsage"), ([2, 5, 29, 19], "basicConstraints"), ([2, 5, 29, 14], "subjectKeyIdentifier"),
            ([2, 5, 29, 35], "authorityKeyIdentifier"),
        ]
        for (identifier, name) in extensions {
            let malformed = Certificate.Extension(oid: identifier, critical: true, value: [0x05, 0x00])
            let maker = CertificateMaker(extendedKeyUsage: nil, otherExtensions: [malformed], hasKeyIdentifiers: false)
            #expect(throws: CertificateFault.malformedExtension(name)) { try maker.make(key: Self.signerKey) }
        }
    }

    @Test("A negative serial number has a code and a sentence of its own, which says who can mend it, in the report of an answer, too")
    func negativeSerialNumber() throws {
        let positive: [UInt8] = [0x02, 0x08, 1, 2, 3, 4, 5, 6, 7, 8]
        let certificate = try CertificateMaker().make(key: Self.signerKey).encoded.array
        let negative = AlteredResponse.replacing(positive, with: [0x02, 0x08, 0x81] + positive[3...], in: certificate)
        try #require(negative != certificate)
        #expect(throws: CertificateFault.negativeSerialNumber) { try ParsedCertificate(ByteSlice(negative)) }
        #expect(CertificateFault.negativeSerialNumber.code == "certificate.negative-serial")
        let report = try World.verify { $0.chain = [negative] }.report
        #expect(RecordedExchange.failures(report) == ["signer.certificate"])
        #expect(report.failures.first?.reason?.contains("serial number is negative") == true)
        #expect(report.failures.first?.reason?.contains("its issuer has to issue it again") == true)
    }

    @Test("The other rules of the profiles of signer and root warn, each in its own sentence, and refuse nothing")
    func profile() throws {
        let root = try CertificateMaker.authority().make(key: Self.rootKey)
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let verdict = try result(chain: [leaf], anchors: [TrustAnchor(root, provenance: "test")])
        guard case .verified = verdict else { Issue.record("refused: \(verdict.report.failures)"); return }
        let findings = verdict.report.checks.filter { $0.identifier == .signerProfile }
        #expect(findings.allSatisfy { $0.outcome == .warning })
        #expect(findings.contains { $0.reason == "the signer has no issuerAltName" })
        #expect(findings.contains { $0.reason == "the root has no issuerAltName" })
    }

    @Test("A root of the same name with another key is not the root")
    func nameIsNotEnough() throws {
        let impostor = try CertificateMaker.authority().make(key: P256.Signing.PrivateKey())
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let alone = try result(chain: [leaf], anchors: [TrustAnchor(impostor, provenance: "impostor")])
        #expect(RecordedExchange.failures(alone.report) == ["signer.path"])
        // After a change of keys both roots are trusted, and the right one is found.
        let root = try CertificateMaker.authority().make(key: Self.rootKey)
        let both = try result(chain: [leaf], anchors: [TrustAnchor(impostor, provenance: "old"), TrustAnchor(root, provenance: "new")])
        guard case .verified(let verified) = both else { Issue.record("refused: \(both.report.failures)"); return }
        #expect(verified.documents[0].signer.provenance == "new")
    }

    @Test("An intermediate authority links signer and root, within the root's path length")
    func intermediate() throws {
        let middleKey = P256.Signing.PrivateKey()
        let middle = try CertificateMaker.authority("CN=Utopia Intermediate,C=UT").make(
            key: middleKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia Intermediate,C=UT", issuerKey: middleKey)
        let open = try CertificateMaker.authority(pathLength: nil).make(key: Self.rootKey)
        let linked = try result(chain: [leaf, middle], anchors: [TrustAnchor(open, provenance: "root")])
        guard case .verified = linked else { Issue.record("refused: \(linked.report.failures)"); return }
        let missing = try result(chain: [leaf], anchors: [TrustAnchor(open, provenance: "root")])
        #expect(RecordedExchange.failures(missing.report) == ["signer.path"])
        let narrow = try CertificateMaker.authority(pathLength: 0).make(key: Self.rootKey)
        let tooLong = try result(chain: [leaf, middle], anchors: [TrustAnchor(narrow, provenance: "root")])
        #expect(RecordedExchange.failures(tooLong.report) == ["signer.path"])
    }

    @Test("A P-384 root over a P-384 intermediate over a P-256 signer verifies")
    func mixedCurves() throws {
        let rootKey = P384.Signing.PrivateKey()
        let middleKey = P384.Signing.PrivateKey()
        let root = try CertificateMaker.authority(pathLength: 1).make(
            publicKey: .init(rootKey.publicKey), issuer: nil, issuerKey: .init(rootKey), algorithm: .ecdsaWithSHA384)
        let middle = try CertificateMaker.authority("CN=Utopia Intermediate,C=UT").make(
            publicKey: .init(middleKey.publicKey), issuer: "CN=Utopia IACA,C=UT", issuerKey: .init(rootKey), algorithm: .ecdsaWithSHA384)
        let leaf = try CertificateMaker().make(
            publicKey: .init(Self.signerKey.publicKey), issuer: "CN=Utopia Intermediate,C=UT", issuerKey: .init(middleKey), algorithm: .ecdsaWithSHA384)
        let result = try result(chain: [leaf, middle], anchors: [TrustAnchor(root, provenance: "root")])
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("A signer that is itself an authority is refused")
    func authorityAsSigner() throws {
        var signer = CertificateMaker()
        signer.isAuthority = true
        #expect(try failures(signer: signer) == ["signer.keyUsage"])
        signer.isAuthority = false
        #expect(try failures(signer: signer) == [])
    }

    @Test("An intermediate authority keeps to its purpose, its country, its time, and what is understood of it", arguments: [
        ("purpose", ["signer.path"]), ("country", ["signer.country"]), ("expired", ["signer.validity"]), ("critical", ["signer.path"]), ("good", []),
    ])
    func intermediateLimits(_ flaw: String, _ expected: [String]) throws {
        let middleKey = P256.Signing.PrivateKey()
        let country = flaw == "country" ? "FR" : "UT"
        var maker = CertificateMaker.authority("CN=Utopia Intermediate,C=\(country)")
        if flaw == "purpose" { maker.extendedKeyUsage = [[1, 3, 6, 1, 5, 5, 7, 3, 1]] }
        if flaw == "good" { maker.extendedKeyUsage = [[2, 5, 29, 37, 0]] }
        if flaw == "expired" { maker.notAfter = World.now.advanced(byDays: -1) }
        if flaw == "critical" { maker.otherExtensions = [Certificate.Extension(oid: [2, 25, 1], critical: true, value: [0x05, 0x00])] }
        let middle = try maker.make(key: middleKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        // A state that the root does not name is no fault, and is not told as one.
        let leaf = try CertificateMaker(subject: "CN=Utopia DS,ST=UT-A,C=UT").make(key: Self.signerKey, issuer: maker.subject, issuerKey: middleKey)
        let root = try CertificateMaker.authority(pathLength: nil).make(key: Self.rootKey)
        let result = try result(chain: [leaf, middle], anchors: [TrustAnchor(root, provenance: "root")])
        #expect(RecordedExchange.failures(result.report) == expected)
        let reasons = [
            "purpose": "the certificate of that name in the chain is limited to other purposes", "critical": "which is not understood",
            "country": "an intermediate authority is of another country",
        ]
        if let reason = reasons[flaw] { #expect(result.report.failures.first?.reason?.contains(reason) == true) }
    }

    @Test("After a root was renewed with the same key, the valid one is found beside the expired one, in any order")
    func renewedRoot() throws {
        var old = CertificateMaker.authority()
        old.notAfter = World.now.advanced(byDays: -1)
        let roots = [try old.make(key: Self.rootKey), try CertificateMaker.authority().make(key: Self.rootKey)]
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        for order in [roots, roots.reversed()] {
            let result = try result(chain: [leaf], anchors: order.map { TrustAnchor($0, provenance: "root") })
            guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
        }
    }

    @Test("One root trusted for two scopes vouches for both")
    func twoScopes() throws {
        let root = try CertificateMaker.authority().make(key: Self.rootKey)
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let anchors = [TrustAnchor.Scope.docTypes(["example.other"]), .docTypes([.mobileDrivingLicence])].map { TrustAnchor(root, scope: $0, provenance: "root") }
        let result = try result(chain: [leaf], anchors: anchors)
        guard case .verified = result else { Issue.record("refused: \(result.report.failures)"); return }
    }

    @Test("Junk beside a good signer changes nothing, and authorities that certify each other end the search")
    func hostileChains() throws {
        let root = try CertificateMaker.authority(pathLength: nil).make(key: Self.rootKey)
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let parties = try World.parties()
        let session = try parties.request(World.asked).session
        var response = ForgedResponse(parties)
        response.issuerKey = .p256(Self.signerKey)
        response.chain = [leaf.encoded.array, [UInt8](repeating: 0x30, count: 20_000), [0xff]]
        let junk = World.replayer(trust: IssuerTrustList([TrustAnchor(root, provenance: "root")])).verify(
            deviceResponse: try response.encode(transcript: session.transcript), transcript: session.transcript, at: World.now)
        guard case .verified = junk else { Issue.record("refused: \(junk.report.failures)"); return }

        let ring = P256.Signing.PrivateKey()
        let authorities = try (0..<7).map { index in
            var maker = CertificateMaker.authority("CN=Ring,C=UT", pathLength: nil)
            maker.notAfter = maker.notAfter.advanced(byDays: index)
            return try maker.make(key: ring)
        }
        let lost = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Ring,C=UT", issuerKey: ring)
        let result = try result(chain: [lost] + authorities, anchors: [TrustAnchor(root, provenance: "root")])
        #expect(RecordedExchange.failures(result.report) == ["signer.path"])
    }

    @Test("Four certificates below the root are a path, five are none, although each was issued as it should be")
    func longChains() throws {
        let root = CertificateMaker.authority(pathLength: nil)
        let anchor = TrustAnchor(try root.make(key: Self.rootKey), provenance: "root")
        func failures(below count: Int) throws -> [String] {
            var (issuer, issuerKey) = (root.subject, Self.rootKey)
            var authorities: [ParsedCertificate] = []
            for number in 1...count {
                let maker = CertificateMaker.authority("CN=Utopia Authority \(number),C=UT", pathLength: count - number)
                let key = P256.Signing.PrivateKey()
                authorities.insert(try maker.make(key: key, issuer: issuer, issuerKey: issuerKey), at: 0)
                (issuer, issuerKey) = (maker.subject, key)
            }
            let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: issuer, issuerKey: issuerKey)
            return RecordedExchange.failures(try result(chain: [leaf] + authorities, anchors: [anchor]).report)
        }
        #expect(try failures(below: 3) == [])
        #expect(try failures(below: 4) == ["signer.path"])
    }

    @Test("A search ends after 24 signatures: a root that only the 25th would show is not found")
    func costlySearch() throws {
        let middleKey = P256.Signing.PrivateKey()
        // It does not say whose key signed it, so every root of the name is tried, in order.
        var middle = CertificateMaker.authority("CN=Utopia Intermediate,C=UT")
        middle.namesAuthorityKey = false
        let root = CertificateMaker.authority(pathLength: nil)
        let link = try middle.make(key: middleKey, issuer: root.subject, issuerKey: Self.rootKey)
        let leaf = try CertificateMaker().make(key: Self.signerKey, issuer: middle.subject, issuerKey: middleKey)
        let others = try (0..<23).map { _ in TrustAnchor(try root.make(key: P256.Signing.PrivateKey()), provenance: "another") }
        let right = TrustAnchor(try root.make(key: Self.rootKey), provenance: "root")
        // One signature for the intermediate authority, and one for each root.
        let found = try result(chain: [leaf, link], anchors: others.dropLast() + [right])
        #expect(RecordedExchange.failures(found.report) == [])
        let lost = try result(chain: [leaf, link], anchors: others + [right])
        #expect(RecordedExchange.failures(lost.report) == ["signer.path"])
    }

    @Test("Documents of a response share one budget of signatures: many honest ones fit, hostile ones use it up for all")
    func costlyResponse() throws {
        let parties = try World.parties()
        let session = try parties.request(World.asked).session
        let authority = CertificateMaker.authority(pathLength: nil)
        let root = TrustAnchor(try authority.make(key: Self.rootKey), provenance: "root")
        func document(_ chain: [ParsedCertificate]) throws -> [UInt8] {
            var response = ForgedResponse(parties)
            response.chain = chain.map(\.encoded.array)
            response.issuerKey = .p256(Self.signerKey)
            return try response.encode(transcript: session.transcript)
        }
        func paths(_ documents: [[UInt8]]) throws -> [CheckOutcome] {
            try World.replayer(trust: IssuerTrustList([root])).verify(
                deviceResponse: AlteredResponse.joining(documents), transcript: session.transcript, at: World.now
            ).report.outcomes(of: .signerPath)
        }

        let middle = CertificateMaker.authority("CN=Utopia Intermediate,C=UT")
        let middleKey = P256.Signing.PrivateKey()
        let link = try middle.make(key: middleKey, issuer: authority.subject, issuerKey: Self.rootKey)
        // Two signatures for each of them, whose signers differ.
        let honest = try (0..<16).map { number in
            let maker = CertificateMaker(subject: "CN=Utopia DS \(number),C=UT")
            return try document([maker.make(key: Self.signerKey, issuer: middle.subject, issuerKey: middleKey), link])
        }
        #expect(try paths(honest) == Array(repeating: .passed, count: 16))

        let ring = P256.Signing.PrivateKey()
        let ringed = try (0..<7).map { index in
            var maker = CertificateMaker.authority("CN=Ring,C=UT", pathLength: nil)
            maker.notAfter = maker.notAfter.advanced(byDays: index)
            return try maker.make(key: ring)
        }
        let lost = try document([CertificateMaker().make(key: Self.signerKey, issuer: "CN=Ring,C=UT", issuerKey: ring)] + ringed)
        let hostile = Array(repeating: lost, count: 15)
        #expect(try paths([honest[0]] + hostile) == [CheckOutcome.passed] + Array(repeating: .failed, count: 15))
        // What they leave does not do for a path behind them, however short it is.
        #expect(try paths(hostile + [honest[0]]) == Array(repeating: .failed, count: 16))
    }

    @Test("A document signer cannot sign another document signer")
    func signerUnderSigner() throws {
        let root = try CertificateMaker.authority(pathLength: nil).make(key: Self.rootKey)
        let otherKey = P256.Signing.PrivateKey()
        let honest = try CertificateMaker(subject: "CN=Honest DS,C=UT").make(key: otherKey, issuer: "CN=Utopia IACA,C=UT", issuerKey: Self.rootKey)
        let rogue = try CertificateMaker().make(key: Self.signerKey, issuer: "CN=Honest DS,C=UT", issuerKey: otherKey)
        let result = try result(chain: [rogue, honest], anchors: [TrustAnchor(root, provenance: "root")])
        #expect(RecordedExchange.failures(result.report) == ["signer.path"])
    }

    @Test("A trusted root presented as the document signer is refused")
    func rootAsSigner() throws {
        var maker = CertificateMaker.authority()
        maker.extendedKeyUsage = [[1, 0, 18013, 5, 1, 2]]
        maker.keyUsage = KeyUsage(digitalSignature: true, keyCertSign: true)
        let root = try maker.make(key: Self.signerKey)
        let result = try result(chain: [root], anchors: [TrustAnchor(root, provenance: "root")])
        #expect(RecordedExchange.failures(result.report) == ["signer.path"])
    }

    @Test("An authority vouches only for the document types in its scope")
    func scope() throws {
        let parties = try World.parties()
        let (session, request) = try parties.request(["given_name"])
        let response = try parties.answer(request)
        let narrow = try parties.issuerTrust(scope: .docTypes(["org.iso.23220.photoid.1"]))
        let refused = Verifier(trust: narrow).verify(response, for: ClaimedSession(claimed: session), at: World.now)
        #expect(RecordedExchange.failures(refused.report) == ["anchor.docType"])
        let wide = try parties.issuerTrust(scope: .docTypes([.mobileDrivingLicence]))
        guard case .verified = Verifier(trust: wide).verify(response, for: ClaimedSession(claimed: session), at: World.now) else {
            Issue.record("refused")
            return
        }
    }

    @Test("A path found once is judged by the time of every later use")
    func cacheKeepsTime() throws {
        let parties = try World.parties()
        let verifier = World.replayer(trust: try parties.issuerTrust())
        let (session, request) = try parties.request(["given_name"])
        let response = try parties.answer(request)
        guard case .verified = verifier.verify(response, for: ClaimedSession(claimed: session), at: World.now) else {
            Issue.record("refused")
            return
        }
        let sealed = try EncryptedResponse(try #require(response.sealed))
        let opened = try #require(ResponseOpener.open(sealed, for: session))
        let later = verifier.verify(deviceResponse: opened, transcript: session.transcript, at: World.now.advanced(byDays: 400))
        #expect(RecordedExchange.failures(later.report) == ["mso.validUntil", "signer.validity"])
    }

    @Test("Production refuses a profile that is not made for it")
    func production() throws {
        let trust = try World.parties().issuerTrust()
        #expect(throws: ProfileRefused.self) { try Verifier(trust: trust, profile: LegacySamplesProfile(), mode: .production) }
        _ = try Verifier(trust: trust, profile: ISOProfile(), mode: .production)
        _ = try Verifier(trust: trust, profile: LegacySamplesProfile(), mode: .development)
    }

    @Test("Anchors load from a folder of PEM files, with the document types beside them")
    func folder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("anchors-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pem = try World.parties().root.identity.certificatePEM
        try pem.write(to: folder.appendingPathComponent("utopia.pem"), atomically: true, encoding: .utf8)
        #expect(try TrustAnchorFolder.load(folder.path).map(\.scope) == [.anyDocType])
        try "# licences only\norg.iso.18013.5.1.mDL\n".write(to: folder.appendingPathComponent("utopia.doctypes"), atomically: true, encoding: .utf8)
        #expect(try TrustAnchorFolder.load(folder.path).map(\.scope) == [.docTypes([.mobileDrivingLicence])])
        let (types, elsewhere) = (folder.path + "/utopia.doctypes", folder.path + "/elsewhere")
        try FileManager.default.moveItem(atPath: types, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: types, withDestinationPath: elsewhere)
        #expect(try TrustAnchorFolder.load(folder.path).map(\.scope) == [.docTypes([.mobileDrivingLicence])])
        try FileManager.default.removeItem(atPath: elsewhere)
        let lost = #expect(throws: TrustAnchorFolderError.self) { try TrustAnchorFolder.load(folder.path) }
        #expect(lost?.path == types, "a link that leads nowhere does not let the roots vouch for everything")
        try FileManager.default.removeItem(atPath: types)
        let cut = folder.appendingPathComponent("cut.pem")
        let beginning = String(pem.dropLast(60))
        // The last one is two files without a line break between them.
        for text in ["\(pem)\n\(beginning)", "\(beginning)\n\(pem)", "\(pem.dropLast())\(pem)"] {
            try text.write(to: cut, atomically: true, encoding: .utf8)
            let error = #expect(throws: TrustAnchorFolderError.self) { try TrustAnchorFolder.load(folder.path) }
            #expect(error?.reason.contains("cut off") == true, "the other certificate alone is not what somebody put there")
        }
        try "-----BEGIN PRIVATE KEY-----c2VjcmV0-----END PRIVATE KEY-----\n".write(to: cut, atomically: true, encoding: .utf8)
        let key = #expect(throws: TrustAnchorFolderError.self) { try TrustAnchorFolder.load(folder.path) }
        #expect(key?.reason == "it holds a PRIVATE KEY, expected certificates only", "and nothing of the key itself")
        try FileManager.default.removeItem(at: cut)
        try "garbage".write(to: folder.appendingPathComponent("broken.pem"), atomically: true, encoding: .utf8)
        #expect(throws: TrustAnchorFolderError.self) { try TrustAnchorFolder.load(folder.path) }
        #expect(throws: TrustAnchorFolderError.self) { try TrustAnchorFolder.load(folder.path + "/none") }
    }
}
