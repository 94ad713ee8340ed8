import CBOR
import COSE
import Crypto
import DocumentTrust
import Foundation
import Inspection
import IssuingAuthority
import MobileDocument
import Testing
import X509

/// What the authorities publish beside documents, made by this library's own issuers.
@Suite("An inspection of what trust is made of")
struct TrustStructureTests {
    private let now = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z

    /// A PNG of 64 by 64 pixels without content: only its outline is ever read.
    private static let icon = "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAYAAACqaXHeAAAACElEQVR4nAMAAAAAAUgGidIAAAAASUVORK5CYII="

    private var begin: Instant { now.advanced(byDays: -10) }

    private func root() throws -> IssuerRoot {
        try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "UT", organization: "Utopia Department of Mobility", commonName: "Utopia IACA"), notBefore: begin,
                contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: "https://mobility.utopia.example/iaca.crl"))
    }

    private func listSigner() throws -> CertifiedKey {
        let provider = try ListProviderRoot.make(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Root"), notBefore: begin)
        return try provider.issueVICALSigner(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Signer"), notBefore: begin)
    }

    private func readers() throws -> ReaderAuthority {
        try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Utopia Reader CA"), notBefore: begin)
    }

    private func text(_ report: InspectionReport, _ label: String) -> String? { report.lines.first { $0.label == label }?.text }

    @Test("A VICAL names its provider, its issue, and for each authority the certificate, the types and the dates")
    func vical() throws {
        let root = try ParsedCertificate(ByteSlice(try self.root().identity.derEncoded))
        let draft = VICALDraft(
            provider: "Utopia", issueID: 7, date: now, nextUpdate: now.advanced(byDays: 30), entries: [.init(root, docTypes: [.mobileDrivingLicence])])
        let report = Inspector.inspect(try VICALSigner(listSigner()).sign(draft))
        #expect(report.kind == .vical)
        #expect(report.summary == "VICAL, COSE_Sign1 with ES256, of Utopia, 1 certificate")
        #expect(text(report, "vicalIssueID") == "7")
        #expect(text(report, "nextUpdate") == "2026-07-01T12:00:00Z (date and time)")
        #expect(text(report, "certificate")?.contains("CN=Utopia IACA") == true)
        #expect(text(report, "ski")?.hasSuffix("(subject key identifier)") == true)
        #expect(report.lines.contains { $0.label == "subject" && $0.text.hasSuffix("(name in DER)") })
        let docTypes = try #require(report.lines.firstIndex { $0.label == "docType" })
        #expect(report.lines[docTypes + 1].text == "\"org.iso.18013.5.1.mDL\" (mobile driving licence)")
        #expect(report.lines.contains { $0.label.hasPrefix("extended key usage") && $0.text.contains("VICAL signer") })
        #expect(report.findings.isEmpty)
    }

    @Test("The profiles of an authority in a VICAL are named")
    func profiles() throws {
        let entry = CBORValue.textMap(["certificateProfile": .array([.text("1.0.18013.5.1.7"), .text("1.2.3")])])
        let list = CBORValue.textMap(["vicalProvider": .text("Utopia"), "certificateInfos": .array([entry])])
        let texts = Inspector.inspect(list.encoded).lines.map(\.text)
        #expect(texts.contains("\"1.0.18013.5.1.7\" (IACA)") && texts.contains("\"1.2.3\""))
    }

    @Test("A RICAL says what it is a list of, and which of its authorities end paths, under either spelling of their constraints")
    func rical() throws {
        let readers = try ParsedCertificate(ByteSlice(try self.readers().identity.derEncoded))
        let signer = try listSigner()
        let report = Inspector.inspect(
            try RICALSigner(signer).sign(RICALDraft(provider: "Utopia", issueID: 4, date: now, entries: [.init(readers, name: "Utopia Readers")])))
        #expect(report.kind == .rical)
        #expect(report.summary == "RICAL, COSE_Sign1 with ES256, of Utopia, 1 certificate")
        #expect(text(report, "type") == "\"org.iso.18013.5.1.reader_authentication\" (authorities of readers)")
        #expect(text(report, "isTrustAnchor") == "true (paths end here)")
        #expect(text(report, "name") == "\"Utopia Readers\"")
        #expect(report.findings.isEmpty, "\(report.findings)")

        for spelling in ["trustConstraints", "trustContraints"] {
            let entry = CBORValue.textMap([
                "isTrustAnchor": .boolean(false), "aki": .bytes([1, 2]), spelling: .array([.textMap(["org.example.colour": .text("green")])]),
            ])
            let list = CBORValue.textMap(["provider": .text("Utopia"), "certificateInfos": .array([entry])])
            let payload = Inspector.inspect(list.encoded)
            #expect(payload.kind == .rical)
            #expect(payload.lines.contains { $0.text.hasPrefix("trust constraint") })
            #expect(text(payload, "isTrustAnchor") == "false (below another authority of the list)")
            #expect(text(payload, "aki")?.hasSuffix("(authority key identifier)") == true)
            // The same list with its signer's certificate where no signature covers it.
            let misplaced = Inspector.inspect(
                try COSESign1.encode(signing: list.encoded, isDetached: false, chain: [signer.derEncoded], with: signer.signingKey))
            #expect(misplaced.kind == .rical)
            #expect(misplaced.findings.contains { $0.code.hasPrefix("x5chain") })
        }
    }

    @Test("Status tokens of both kinds name their address, their times and their lists")
    func statusTokens() throws {
        let signer = try root().issueStatusSigner(
            notBefore: begin, contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        let period = try StatusTokenPeriod(issuedAt: now, expiresAt: now.advanced(byDays: 7), timeToLive: 3600)
        let list = Inspector.inspect(try StatusListPublisher(uri: "https://status.utopia.example/1", count: 64).token(period, signer: signer))
        #expect(list.kind == .statusListToken)
        #expect(list.summary == "status list token, COSE_Sign1 with ES256, for https://status.utopia.example/1")
        #expect(text(list, "16 typ") == "\"application/statuslist+cwt\"")
        #expect(text(list, "4 expires")?.hasSuffix("(2026-06-08T12:00:00Z)") == true)
        #expect(text(list, "65534 time to live") == "3600")
        #expect(text(list, "65533 status list")?.hasPrefix("StatusList") == true)
        #expect(text(list, "bits") == "1")
        #expect(text(list, "lst")?.hasSuffix("(zlib)") == true)
        #expect(list.findings.isEmpty, "\(list.findings)")

        var publisher = try IdentifierListPublisher(uri: "https://status.utopia.example/2")
        publisher.revoke([1, 2, 3])
        let identifiers = Inspector.inspect(try publisher.token(period, signer: signer))
        #expect(identifiers.kind == .identifierListToken)
        #expect(text(identifiers, "65530 identifier list")?.hasPrefix("IdentifierList") == true)
        #expect(identifiers.lines.contains { $0.label == "h'010203'" })
        #expect(identifiers.findings.isEmpty, "\(identifiers.findings)")
    }

    @Test("A revocation list names its issuer, its times, and each certificate with the reason")
    func revocationList() throws {
        let content = try RevocationListContent(
            number: 258, thisUpdate: now, nextUpdate: now.advanced(byDays: 7),
            revoked: [
                RevokedCertificate(serialNumber: [0x12, 0x34], time: begin, reason: .keyCompromise), RevokedCertificate(serialNumber: [0x56], time: begin),
            ])
        let der = try readers().signRevocationList(content)
        let report = Inspector.inspect(der)
        #expect(report.kind == .certificateRevocationList)
        #expect(report.summary.hasPrefix("certificate revocation list of C=UT"))
        #expect(report.summary.hasSuffix("2 certificates, 2026-06-01T12:00:00Z to 2026-06-08T12:00:00Z"))
        #expect(text(report, "issuer")?.contains("CN=Utopia Reader CA") == true)
        #expect(text(report, "this update") == "2026-06-01T12:00:00Z")
        #expect(text(report, "next update") == "2026-06-08T12:00:00Z")
        let revoked = report.lines.filter { $0.label == "revoked" }
        try #require(revoked.count == 2)
        #expect(revoked[0].text == "serial 1234, on 2026-05-22T12:00:00Z, key compromise")
        #expect(revoked[1].text.hasPrefix("serial 56, on 2026-05-22T12:00:00Z"))
        #expect(der[revoked[0].offset] == 0x30)
        #expect(text(report, "CRL number") == "0102")
        #expect(text(report, "authority key identifier") != nil)
        #expect(text(report, "signature")?.hasPrefix("ECDSA with SHA-256") == true)

        for length in stride(from: 20, to: der.count, by: 7) { _ = Inspector.inspect(Array(der.prefix(length))) }
        for position in der.indices {
            var changed = der
            changed[position] ^= 0x41
            _ = Inspector.inspect(changed)
        }
    }

    @Test("Entries of an issuer's list have serial number and date only; a reason given stays out")
    func issuersEntries() throws {
        let content = try RevocationListContent(
            number: 1, thisUpdate: now, nextUpdate: now.advanced(byDays: 7),
            revoked: [RevokedCertificate(serialNumber: [0x12, 0x34], time: begin, reason: .keyCompromise)])
        // Of CRLReason, as DER has it.
        let reason: [UInt8] = [0x06, 0x03, 0x55, 0x1D, 0x15]
        let der = try root().signRevocationList(content)
        #expect(Inspector.inspect(der).lines.first { $0.label == "revoked" }?.text == "serial 1234, on 2026-05-22T12:00:00Z")
        #expect(der.firstRange(of: reason) == nil)
        #expect(try readers().signRevocationList(content).firstRange(of: reason) != nil)
    }

    @Test("A list of more certificates than anybody reads is shown in part and counted in whole")
    func longRevocationList() throws {
        let content = try RevocationListContent(
            number: 1, thisUpdate: now, nextUpdate: now.advanced(byDays: 7),
            revoked: (0..<5000).map { RevokedCertificate(serialNumber: [1, UInt8($0 >> 8), UInt8($0 & 0xff)], time: begin) })
        let report = Inspector.inspect(try root().signRevocationList(content))
        #expect(report.summary.contains("5000 certificates"))
        #expect(report.lines.last { $0.label == "revoked" }?.text == "and 4936 more")
    }

    @Test("A registered reader's certificate shows the brand, the icon and what may be asked for, in words")
    func reader() throws {
        let icon = try BrandIcon(png: [UInt8](try #require(Data(base64Encoded: Self.icon))))
        var generator = SeededGenerator(seed: 7)
        let certificate = try readers().certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: .init(P256.Signing.PrivateKey().publicKey),
                domains: ["rentals.example"], crlDistributionPoint: "https://readers.example/reader-ca.crl",
                registration: ReaderRegistration(
                    brand: "Spaceship Rentals", purpose: "To check your licence", privacyPolicy: "https://rentals.example/privacy"),
                icon: icon,
                allowedElements: AllowedElements([.mobileDrivingLicence: [ElementReference(.mobileDrivingLicence, "age_over_21")]])),
            notBefore: begin, using: &generator)
        let report = Inspector.inspect(certificate)
        #expect(report.kind == .certificate)
        #expect(text(report, "logotype") == "image/png picture, embedded, \(icon.png.count) bytes")
        #expect(text(report, "elements the reader may ask for") == "org.iso.18013.5.1.mDL, org.iso.18013.5.1: age_over_21")
        #expect(
            text(report, "who asks and why")
                == "brand \"Spaceship Rentals\", purpose \"To check your licence\", privacy policy \"https://rentals.example/privacy\"")
        #expect(report.lines.contains { $0.label.hasPrefix("extended key usage") && $0.text.contains("mdoc reader authentication") })
        #expect(!report.findings.contains { $0.severity == .error })
    }
}
