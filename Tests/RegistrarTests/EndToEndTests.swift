import COSE
import DocumentProvider
import DocumentTrust
import IssuingAuthority
import MobileDocument
import Registrar
import Testing

@Suite("From brand to answer", .disabled(if: OpenSSL.isMissing, "openssl is not installed"))
struct EndToEndTests {
    private let now = RegistrarWorld.now

    /// A website whose key and request openssl made.
    private struct Website {
        var world: RegistrarWorld
        let certificate: IssuedCertificate
        let key: SigningKey

        init(_ newKey: [String] = ["ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], registrar: String = "Utopia Registrar") throws {
            let (key, request) = try OpenSSL.request(newKey: newKey)
            world = try RegistrarWorld.ready(name: registrar)
            certificate = try world.issue(request)
            self.key = try SigningKey(pemRepresentation: key)
        }

        /// Asks for elements of the licence and lets a wallet look.
        func review(
            _ elements: [ElementIdentifier], origin: String = "https://rentals.example", trust: ReaderTrustList, at time: Instant = RegistrarWorld.now
        ) throws -> RequestReview {
            try Wallet.review(elements, certificate: certificate.derEncoded, key: key, origin: origin, trust: trust, at: time)
        }

        mutating func trust(lists: Bool = true, at time: Instant = RegistrarWorld.now) throws -> ReaderTrustList {
            let anchor = try world.anchor()
            guard lists else { return ReaderTrustList([anchor]) }
            return ReaderTrustList(
                [anchor], revocationLists: [try RevocationList(world.ledger.revocationList(by: world.authority, at: time), issuedBy: anchor)])
        }
    }

    @Test(
        "A certificate made for openssl's request signs a request that a wallet trusts, with name and icon and no network",
        arguments: ["prime256v1", "secp384r1", "secp521r1", "ed25519"])
    func trusted(_ key: String) throws {
        var website = try Website(key == "ed25519" ? [key] : ["ec", "-pkeyopt", "ec_paramgen_curve:\(key)"])
        let review = try website.review(["family_name", "age_over_21"], trust: website.trust())
        let reader = review.readers.signatures[0]
        #expect(reader.outcome == .trusted)
        #expect(reader.refusal == nil)
        #expect(reader.details?.registration?.brand == "Spaceship Rentals")
        #expect(reader.details?.icon?.png == website.world.icon)
        #expect(reader.report.outcomes(of: .readerRevocation) == [.passed])
        #expect(reader.report.outcomes(of: .readerDomain) == [.passed])
        #expect(reader.report.outcomes(of: .readerElements) == [.passed])
        #expect(!(try review.answer(PresentationChoice(acceptingDefaultsOf: review)).encoded.isEmpty))
    }

    @Test("Without a list revocation is unknown and refuses nothing")
    func unknown() throws {
        var website = try Website()
        let review = try website.review(["family_name"], trust: website.trust(lists: false))
        #expect(review.readers.signatures[0].report.outcomes(of: .readerRevocation) == [.unknown])
        #expect(review.readers.signatures[0].outcome == .trusted)
    }

    @Test("A withdrawn reader is refused by the next list, and stays so when that list is old")
    func revoked() throws {
        var website = try Website()
        try website.world.ledger.revoke(website.certificate.serialNumber, .privilegeWithdrawn, at: now)
        let trust = try website.trust()
        for time in [now, now.advanced(byDays: 30)] {
            #expect(throws: PresentationRefusal.readerRefused(.revoked)) { _ = try website.review(["family_name"], trust: trust, at: time) }
        }
    }

    @Test("A list beyond its next update or the wallet's greatest age is not relied on")
    func stale() throws {
        var website = try Website()
        let trust = try website.trust()
        _ = try website.review(["family_name"], trust: trust, at: now.advanced(bySeconds: 24 * 3_600))
        #expect(throws: PresentationRefusal.readerRefused(.staleRevocationList)) {
            _ = try website.review(["family_name"], trust: trust, at: now.advanced(bySeconds: 24 * 3_600 + 1))
        }
        let anchor = try website.world.anchor()
        let list = try RevocationList(website.world.ledger.revocationList(by: website.world.authority, at: now), issuedBy: anchor)
        let strict = ReaderTrustList([anchor], revocationLists: [list], maximumListAge: 3_600)
        #expect(throws: PresentationRefusal.readerRefused(.staleRevocationList)) {
            _ = try website.review(["family_name"], trust: strict, at: now.advanced(bySeconds: 3_601))
        }
        _ = try website.review(["family_name"], trust: strict, at: now.advanced(bySeconds: 3_600))
    }

    @Test("Asking for more than was granted is refused, and the element is named")
    func beyond() throws {
        var website = try Website()
        let refusal = PresentationRefusal.readerRefused(.elementNotGranted(ElementReference(.mobileDrivingLicence, "portrait")))
        let trust = try website.trust()
        #expect(throws: refusal) { _ = try website.review(["family_name", "portrait"], trust: trust) }
        #expect(refusal.description.contains("portrait"))
        #expect(refusal.code == "presentation.reader.elementNotGranted")
    }

    @Test("Another site cannot use the certificate")
    func otherHost() throws {
        var website = try Website()
        let trust = try website.trust()
        #expect(throws: PresentationRefusal.readerRefused(.otherHost("evil.example"))) {
            _ = try website.review(["family_name"], origin: "https://evil.example", trust: trust)
        }
        #expect(throws: PresentationRefusal.readerRefused(.otherHost("www.rentals.example"))) {
            _ = try website.review(["family_name"], origin: "https://www.rentals.example", trust: trust)
        }
    }

    @Test("The certificate of one registrar does not satisfy a wallet that trusts another, of the same name or not", arguments: ["Utopia Registrar", "Local Driving Authority"])
    func otherRegistrar(_ name: String) throws {
        var (website, other) = (try Website(), try Website(registrar: name))
        let trust = try other.trust()
        #expect(throws: PresentationRefusal.untrustedReader) { _ = try website.review(["family_name"], trust: trust) }
        _ = try website.review(["family_name"], trust: website.trust())
        _ = try other.review(["family_name"], trust: trust)
    }

    @Test("RSA requests are refused by that name, whatever their size", arguments: ["1024", "2048"])
    func rsa(_ bits: String) throws {
        let (_, request) = try OpenSSL.request(newKey: ["rsa:\(bits)"])
        #expect(throws: RegistrarError(.requestKeyRSA, "", mend: "")) { _ = try SigningRequest(pem: request) }
    }

    @Test("openssl verifies the certificate and the list against the registrar's root")
    func openSSL() throws {
        var website = try Website()
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try folder.write("root.pem", website.world.authority.identity.certificatePEM)
        try folder.write("reader.der", website.certificate.derEncoded)
        try folder.write("list.der", website.world.ledger.revocationList(by: website.world.authority, at: now))
        try OpenSSL.run(["x509", "-inform", "DER", "-in", "reader.der", "-out", "reader.pem"], in: folder.url)
        try OpenSSL.run(["crl", "-inform", "DER", "-in", "list.der", "-CAfile", "root.pem", "-out", "list.pem"], in: folder.url)
        let verify = ["verify", "-attime", "\(now.secondsSinceEpoch)", "-crl_check", "-CRLfile", "list.pem", "-CAfile", "root.pem", "reader.pem"]
        try OpenSSL.run(verify, in: folder.url)
        try website.world.ledger.revoke(website.certificate.serialNumber, .keyCompromise, at: now)
        try folder.write("list.der", website.world.ledger.revocationList(by: website.world.authority, at: now))
        try OpenSSL.run(["crl", "-inform", "DER", "-in", "list.der", "-out", "list.pem"], in: folder.url)
        #expect(throws: RegistrarWorld.Missing.self) { try OpenSSL.run(verify, in: folder.url) }
    }
}
