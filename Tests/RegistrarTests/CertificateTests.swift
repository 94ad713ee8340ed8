import CBOR
import COSE
import CertificateLists
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import Registrar
import Testing
import X509

@Suite("Certificates of a registrar")
struct CertificateTests {
    private let now = RegistrarWorld.now

    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    @Test("A certificate carries domains, brand, icon, purpose and grant, and lasts 397 days to the second")
    func content() throws {
        var world = try RegistrarWorld.ready()
        try world.prove(["www.rentals.example"])
        let issued = try world.issue(SigningRequestMaker().pem())
        let certificate = try ParsedCertificate(reader: ByteSlice(issued.derEncoded))
        let details = try ReaderCertificateDetails(certificate)
        #expect(details.domains == ["rentals.example", "www.rentals.example"])
        #expect(details.registration?.brand == "Spaceship Rentals")
        #expect(details.registration?.privacyPolicy == "https://rentals.example/privacy")
        #expect(details.icon?.png == world.icon)
        #expect(details.allowedElements?.elements == [.mobileDrivingLicence: RegistrarWorld.granted])
        #expect(certificate.notBefore == now)
        #expect(certificate.notAfter == now.advanced(bySeconds: 397 * 86_400 - 1))
        #expect(certificate.extendedKeyUsage?.contains("1.0.18013.5.1.6") == true)
        #expect(certificate.unknownCriticalExtensions.isEmpty)
        #expect(certificate.certificate.extensions[oid: [2, 5, 29, 31]] != nil)
        #expect(!certificate.subject.contains("admin@"))
    }

    @Test("Organisation and country are the reviewed brand's, and nothing else of the request's subject is certified")
    func subject() throws {
        var world = try RegistrarWorld.ready()
        for (part, value, code) in [
            ("O", "Utopia Police", RegistrarError.Code.requestOrganization), ("O", "Spaceship rentals", .requestOrganization), ("C", "AT", .requestCountry),
        ] {
            expect(code) { _ = try world.issue(SigningRequestMaker().with(part, value).pem()) }
        }
        #expect(world.ledger.certificates.isEmpty)
        let issued = try world.issue(SigningRequestMaker().with("OU", "Utopia Police").with("L", "Utopia Police").with("ST", "Utopia Police").pem())
        let name = try AuthorityName(country: "UT", organization: "Spaceship Rentals", commonName: RegistrarWorld.host)
        #expect(try Certificate(derEncoded: issued.derEncoded).subject == name.distinguishedName)
    }

    @Test("A key that others may know is certified no more, neither by renewal, nor under a new name, nor for another brand")
    func compromisedKey() throws {
        var world = try RegistrarWorld.ready()
        let request = try SigningRequestMaker().pem()
        let first = try world.issue(request)
        let second = try world.issue(request, name: "second")
        let other = try world.issue(SigningRequestMaker().pem(), name: "other-key")
        let withdrawn = try world.ledger.revoke(first.serialNumber, .keyCompromise, at: now)
        #expect(withdrawn.map(\.serialNumber) == [first.serialNumber, second.serialNumber])
        #expect(world.ledger.revokedCertificates.map(\.reason) == [.keyCompromise, .keyCompromise])
        let again = try SigningRequest(pem: request)
        expect(.requestKeyCompromised) { _ = try world.renew(first.name, request) }
        expect(.requestKeyCompromised) { _ = try world.issue(request, name: "third") }
        try world.ledger.submit(Brand(identifier: "twin", name: "Spaceship Rentals", country: "UT", icon: BrandIcon(png: world.icon)), at: now)
        try world.prove([RegistrarWorld.host], of: "twin")
        try world.approveBrand("twin")
        try world.ledger.add(RegistrarWorld.screenshot(), of: "twin")
        let form = try world.ledger.file(RegistrarWorld.form(), for: "twin", at: now)
        try world.ledger.approveForm(form, at: now)
        expect(.requestKeyCompromised) {
            _ = try world.ledger.issue(again, name: "twin", for: "twin", form: form, by: world.authority, tables: .builtIn, at: now, using: &world.generator)
        }
        _ = try world.renew(other.name, SigningRequestMaker().pem())
    }

    @Test("A brand has twenty certificates that have not ended")
    func count() throws {
        var world = try RegistrarWorld.ready()
        let request = try SigningRequestMaker().pem()
        for number in 1...RegistrarLedger.maximumCertificates { _ = try world.issue(request, name: "reader-\(number)") }
        expect(.certificateCount) { _ = try world.issue(request, name: "one-more") }
        try world.ledger.revoke(world.ledger.certificates[0].serialNumber, .superseded, at: now)
        expect(.certificateCount) { _ = try world.issue(request, name: "one-more") }
        let later = now.advanced(byDays: 397)
        try world.prove([RegistrarWorld.host], at: later)
        _ = try world.issue(request, name: "one-more", at: later)
    }

    @Test("A compromise that is learnt after another withdrawal counts, and the first time of withdrawal stays")
    func laterCompromise() throws {
        var world = try RegistrarWorld.ready()
        let request = try SigningRequestMaker().pem()
        let issued = try world.issue(request)
        try world.ledger.revoke(issued.serialNumber, .superseded, at: now)
        _ = try world.issue(request, name: "second")
        expect(.certificateRevoked) { try world.ledger.revoke(issued.serialNumber, .privilegeWithdrawn, at: now) }
        try world.ledger.revoke(issued.serialNumber, .keyCompromise, at: now.advanced(byDays: 1))
        #expect(try world.ledger.certificate(issued.serialNumber).revokedAt == now)
        #expect(world.ledger.revokedCertificates.map(\.reason) == [.keyCompromise, .keyCompromise])
        expect(.requestKeyCompromised) { _ = try world.issue(request, name: "third") }
        expect(.certificateRevoked) { try world.ledger.revoke(issued.serialNumber, .keyCompromise, at: now) }
    }

    @Test("Brand, form, domain and names must all be in order, each has its refusal")
    func conditions() throws {
        let request = try SigningRequestMaker().pem()
        var world = try RegistrarWorld()
        expect(.brandUnknown) { _ = try world.issue(request) }
        try world.submitBrand()
        expect(.brandNotApproved) { _ = try world.issue(request) }
        try world.prove([RegistrarWorld.host])
        try world.approveBrand()
        expect(.formUnknown) { _ = try world.issue(request) }
        expect(.formUnknown) { _ = try world.issue(request, form: 0) }
        expect(.formUnknown) { _ = try world.issue(request, form: .min) }
        try world.ledger.add(RegistrarWorld.screenshot(), of: "rentals")
        try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        expect(.formNotApproved) { _ = try world.issue(request) }
        try world.ledger.approveForm(1, at: now)
        try world.ledger.removeDomain(RegistrarWorld.host, of: "rentals", at: now)
        expect(.requestDomain) { _ = try world.issue(request) }
        let challenge = try world.ledger.challenge([RegistrarWorld.host], of: "rentals", at: now, using: &world.generator)[0]
        expect(.domainNotProven) { _ = try world.issue(request) }
        try world.ledger.confirm(challenge.domain, of: "rentals", texts: [challenge.value], at: now)
        expect(.domainProofExpired) { _ = try world.issue(request, at: now.advanced(byDays: 398)) }
        expect(.requestDomain) { _ = try world.issue(SigningRequestMaker().with("CN", "other.example").pem()) }
        for name in ["", "two words", "naïve", String(repeating: "n", count: 51)] { expect(.certificateName) { _ = try world.issue(request, name: name) } }
        #expect(world.ledger.certificates.isEmpty)
        _ = try world.issue(request)
        expect(.certificateName) { _ = try world.issue(request) }
        _ = try world.issue(request, name: "second")
        #expect(world.ledger.certificates.map(\.name) == ["rentals-2026", "second"])
    }

    @Test("A form of whose elements a certificate could not name all is refused before a reviewer sees it; what can just be named gets its certificate")
    func size() throws {
        var world = try RegistrarWorld.ready()
        func form(nameBytes: Int) throws -> RequestForm {
            let stem = String(repeating: "e", count: nameBytes - 4)
            var elements: Set<ElementReference> = []
            for space in 0..<AllowedElements.maximumNameSpaces {
                for number in 1_000..<1_000 + AllowedElements.maximumElements {
                    elements.insert(ElementReference(NameSpace(rawValue: "n\(space)"), ElementIdentifier(rawValue: "\(stem)\(number)")))
                }
            }
            return try RequestForm(
                subject: .identity, region: "UT", purpose: "To rent.", elements: AllowedElements([DocType(rawValue: "card"): elements]),
                retentionDays: 0, privacyPolicy: "https://rentals.example/privacy", screenshots: [RegistrarWorld.screenshot().digest])
        }
        // With two bytes before each, 1,024 names of 61 bytes stay below 65,536 bytes, and those of 62 fill them alone.
        expect(.form) { try world.ledger.file(form(nameBytes: 62), for: "rentals", at: now) }
        #expect(world.ledger.queue.isEmpty)
        let number = try world.ledger.file(form(nameBytes: 61), for: "rentals", at: now)
        try world.ledger.approveForm(number, at: now)
        _ = try world.issue(SigningRequestMaker().pem(), form: number)
    }

    @Test("A form is rejected for its domain, its content or its screenshots, and gives no certificate then", arguments: [Rejection.Part.domain, .form, .screenshot])
    func rejections(_ part: Rejection.Part) throws {
        var world = try RegistrarWorld.ready()
        #expect(try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now) == 2)
        #expect(world.ledger.queue.map(\.number) == [2])
        try world.ledger.refuseForm(2, Rejection(part, reason: "Please show the whole page."), at: now)
        #expect(world.ledger.queue.isEmpty)
        #expect(world.ledger.forms[1].review == .refused(try Rejection(part, reason: "Please show the whole page.")))
        expect(.formNotApproved) { _ = try world.issue(SigningRequestMaker().pem(), form: 2) }
        expect(.reviewOver) { try world.ledger.approveForm(2, at: now) }
    }

    @Test("A form asks for what it says it does")
    func forms() throws {
        expect(.form) { _ = try RegistrarWorld.form(.age) }
        #expect(try RegistrarWorld.form().subject == .identity)
    }

    @Test("A form comes with 1 to 20 screenshots, by the digests of pictures that the brand handed in")
    func screenshots() throws {
        var world = try RegistrarWorld.ready()
        let digest = try RegistrarWorld.screenshot().digest
        for digests in [[], ["2"], ["../ledger"], [digest.uppercased()], Array(repeating: digest, count: 21)] {
            expect(.form) { _ = try RegistrarWorld.form(screenshots: digests) }
        }
        let unknown = try RegistrarWorld.form(screenshots: [digest, String(repeating: "a", count: 64)])
        expect(.screenshotUnknown) { try world.ledger.file(unknown, for: "rentals", at: now) }
        let number = try world.ledger.file(RegistrarWorld.form(screenshots: Array(repeating: digest, count: 20)), for: "rentals", at: now)
        #expect(try world.ledger.form(number).form.screenshots.count == 20)
    }

    @Test("Renewal gives a new certificate under the old name, by the rules as they are then")
    func renewal() throws {
        var world = try RegistrarWorld.ready()
        let first = try world.issue(SigningRequestMaker().pem())
        let later = now.advanced(byDays: 390)
        let request = try SigningRequestMaker().pem()
        let second = try world.renew(first.name, request, at: later)
        #expect(second.serialNumber != first.serialNumber)
        #expect(second.notBefore == later)
        expect(.domainProofExpired) { _ = try world.renew(first.name, request, at: now.advanced(byDays: 398)) }
        expect(.certificateUnknown) { _ = try world.renew("none", request, at: later) }
    }

    @Test("The revocation list is one the wallet reads, numbered, with and without entries")
    func lists() throws {
        var world = try RegistrarWorld.ready()
        let issued = try world.issue(SigningRequestMaker().pem())
        let empty = try world.ledger.revocationList(by: world.authority, at: now)
        _ = try RevocationList(empty, issuedBy: world.anchor())
        try world.ledger.revoke(issued.serialNumber, .keyCompromise, at: now)
        expect(.certificateRevoked) { try world.ledger.revoke(issued.serialNumber, .keyCompromise, at: now) }
        expect(.certificateUnknown) { try world.ledger.revoke("00", .keyCompromise, at: now) }
        let full = try world.ledger.revocationList(by: world.authority, at: now)
        _ = try RevocationList(full, issuedBy: world.anchor())
        #expect(full.count > empty.count)
        #expect(world.ledger.lastListNumber == 2)
        let other = try RegistrarWorld(name: "Another Registrar")
        #expect(throws: RevocationListFault.otherIssuer) { _ = try RevocationList(full, issuedBy: other.anchor()) }
    }

    @Test("A list that makes no sense is not written")
    func senselessLists() throws {
        func refused(_ days: Int, _ serials: [[UInt8]]) {
            #expect(throws: IssuingError.self) {
                _ = try RevocationListContent(
                    number: 1, thisUpdate: now, nextUpdate: now.advanced(byDays: days),
                    revoked: serials.map { RevokedCertificate(serialNumber: $0, time: now) })
            }
        }
        refused(0, [])
        refused(91, [])
        refused(1, [[1], [1]])
        refused(1, [[]])
        refused(1, [[0, 0]])
        refused(1, [[1], [0, 1]])
        refused(1, [[UInt8](repeating: 1, count: 21)])
    }

    @Test("A serial number whose first bit is set is listed, with or without the zero that keeps it positive")
    func highSerialNumbers() throws {
        let world = try RegistrarWorld.ready()
        let serials: [[UInt8]] = [[0x80], [0, 0x81], [UInt8](repeating: 0xFF, count: 20)]
        let content = try RevocationListContent(
            number: 7, thisUpdate: now, nextUpdate: now.advanced(byDays: 1), revoked: serials.map { RevokedCertificate(serialNumber: $0, time: now) })
        let list = try world.authority.signRevocationList(content)
        let listed: Set<[UInt8]> = [[0x80], [0x81], [UInt8](repeating: 0xFF, count: 20)]
        let published = try RevocationListSyntax(list)
        #expect(published.number?.value == 7)
        #expect(published.revoked == listed)
        _ = try RevocationList(list, issuedBy: world.anchor())
        #expect(throws: RevocationListSyntax.Fault.malformed) { try RevocationListSyntax(Array(list.dropLast())) }
        #expect(throws: RevocationListSyntax.Fault.malformed, "a certificate is no list") { try RevocationListSyntax(world.authority.identity.derEncoded) }
    }

    @Test("The ledger survives its file, which only its owner can read; a damaged file is named")
    func storage() throws {
        var world = try RegistrarWorld.ready()
        _ = try world.issue(SigningRequestMaker().pem())
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("registrar-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("ledger.json").path
        let storage = FileRegistrarStorage(path: path)
        #expect(try storage.load() == nil)
        expect(.storage) { try storage.change { (_) throws(RegistrarError) in } }
        try storage.begin(world.ledger)
        expect(.storage) { try storage.begin(world.ledger) }
        #expect(try storage.load() == world.ledger)
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: RegistrarError(.storage, "", mend: "")) { _ = try storage.load() }
        #expect(world.ledger.audit.map(\.event) == [
            .brandSubmitted, .challengeIssued, .domainProven, .brandApproved, .formFiled, .formApproved, .certificateIssued,
        ])
    }

    @Test("An issuer's root signs lists, too, on every curve and across the year 2050", arguments: [EllipticCurve.p256, .p384, .p521])
    func issuersLists(_ curve: EllipticCurve) throws {
        let root = try IssuerRoot(
            identity: IssuingAuthorityCertificate.make(
                name: AuthorityName(country: "UT", commonName: "Utopia IACA"), curve: curve, notBefore: now, years: 20,
                contact: .uri("https://iaca.example"), crlDistributionPoint: "https://iaca.example/list.crl"))
        let anchor = TrustAnchor(try ParsedCertificate(ByteSlice(root.identity.derEncoded)), provenance: "test")
        let late = try #require(Instant("2049-12-31T23:59:59Z"))
        for (begin, end) in [(now, now.advanced(byDays: 90)), (late, late.advanced(bySeconds: 1))] {
            let list = try root.signRevocationList(
                RevocationListContent(
                    number: .max, thisUpdate: begin, nextUpdate: end,
                    revoked: RevocationReason.allCases.enumerated().map {
                        RevokedCertificate(serialNumber: [UInt8($0.offset), 0xFF], time: begin, reason: $0.element)
                    }))
            _ = try RevocationList(list, issuedBy: anchor)
            #expect(throws: RevocationListFault.self) { _ = try RevocationList(Array(list.dropLast()), issuedBy: anchor) }
        }
    }

    @Test("The administrator's mailbox does not print")
    func redaction() throws {
        var world = try RegistrarWorld.ready()
        let pem = try SigningRequestMaker().pem()
        let request = try SigningRequest(pem: pem)
        let issued = try world.issue(pem)
        for text in [String(describing: request), String(reflecting: request), String(describing: issued), String(reflecting: world.ledger)] {
            #expect(!text.contains("admin@"))
        }
        var dumped = ""
        dump(request, to: &dumped)
        dump(issued, to: &dumped)
        #expect(!dumped.contains("admin@"))
    }
}
