import CBOR
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import SwiftASN1
import Testing
import X509

@Suite("What a wallet reads out of a reader's certificate")
struct ReaderDetailsTests {
    private static let arc: [UInt] = [2, 25, 6_849_018_726_503_762_786]
    private static let elements = try? ASN1ObjectIdentifier(elements: arc + [1])
    private static let registration = try? ASN1ObjectIdentifier(elements: arc + [2])
    private static let logotype: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 1, 12]

    // DER by hand, so that the reader is not tested with the writer.
    private static func node(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        let bytes = stride(from: 16, through: 0, by: -8).map { UInt8(truncatingIfNeeded: count >> $0) }.drop { $0 == 0 }
        let length: [UInt8] = count < 0x80 ? [UInt8(count)] : [0x80 | UInt8(bytes.count)] + bytes
        return [tag] + length + content
    }
    private static func sequence(_ members: [[UInt8]]) -> [UInt8] { node(0x30, members.flatMap { $0 }) }
    private static func text(_ text: String) -> [UInt8] { node(0x0C, Array(text.utf8)) }
    private static func grant(_ docType: String, _ nameSpaces: [(String, [String])]) -> [UInt8] {
        sequence([text(docType), sequence(nameSpaces.map { sequence([text($0.0), sequence($0.1.map(text))]) })])
    }
    private static func logo(
        _ png: [UInt8] = PNGMaker().icon, type: String = "image/png", prefix: String = "data:image/png;base64,", digest: [UInt8]? = nil, tag: UInt8 = 0xA2
    ) -> [UInt8] {
        let hash = digest ?? Array(SHA256.hash(data: png))
        let algorithm = sequence([[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]])
        let details = sequence([
            node(0x16, Array(type.utf8)), sequence([sequence([algorithm, node(0x04, hash)])]),
            sequence([node(0x16, Array((prefix + Data(png).base64EncodedString()).utf8))]),
        ])
        return sequence([node(tag, node(0xA0, sequence([sequence([details])])))])
    }

    private static func certificate(_ extensions: [(ASN1ObjectIdentifier?, [UInt8])], names: [GeneralName] = []) throws -> ParsedCertificate {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("rentals.example") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(bytes: [1, 2, 3]), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_780_000_000), notValidAfter: Date(timeIntervalSince1970: 1_790_000_000), issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions {
                if !names.isEmpty { SubjectAlternativeNames(names) }
                for (identifier, value) in extensions {
                    Certificate.Extension(oid: identifier ?? [1, 2, 3], critical: false, value: value[...])
                }
            }, issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return try ParsedCertificate(reader: ByteSlice(serializer.serializedBytes))
    }

    private static let licence = "org.iso.18013.5.1.mDL"
    private static let space = "org.iso.18013.5.1"
    private static let many = (0..<129).map { "e\($0)" }

    private static let grants: [(String, [UInt8], ReaderCertificateFault)] = [
        ("nothing granted", sequence([]), .elementsSize),
        ("nine types", sequence((0..<9).map { grant("t\($0)", [(space, ["a"])]) }), .elementsSize),
        ("nine namespaces", sequence([grant(licence, (0..<9).map { ("n\($0)", ["a"]) })]), .elementsSize),
        ("129 elements", sequence([grant(licence, [(space, many)])]), .elementsSize),
        ("a name of 129 bytes", sequence([grant(licence, [(space, [String(repeating: "x", count: 129)])])]), .elementsSize),
        ("an empty name", sequence([grant(licence, [(space, [""])])]), .elementsSize),
        ("a control character", sequence([grant(licence, [(space, ["a\u{7}"])])]), .elementsSize),
        ("no namespace", sequence([grant(licence, [])]), .elementsSize),
        ("no element", sequence([grant(licence, [(space, [])])]), .elementsStructure),
        ("a type twice", sequence([grant(licence, [(space, ["a"])]), grant(licence, [(space, ["b"])])]), .elementsRepeated(licence)),
        ("a namespace twice", sequence([grant(licence, [(space, ["a"]), (space, ["b"])])]), .elementsRepeated(space)),
        ("a third member", sequence([sequence([text(licence), sequence([]), text("x")])]), .elementsStructure),
        ("another kind of string", sequence([sequence([node(0x13, Array(licence.utf8)), sequence([])])]), .elementsStructure),
        ("text that is not UTF-8", sequence([sequence([node(0x0C, [0xFF]), sequence([])])]), .elementsStructure),
        ("a set", node(0x31, []), .elementsStructure),
        ("trailing bytes", sequence([grant(licence, [(space, ["a"])])]) + [0x05, 0x00], .elementsStructure),
        ("no bytes", [], .elementsStructure),
        ("65,537 bytes", node(0x30, [UInt8](repeating: 0, count: 65_533)), .elementsSize),
    ]

    @Test("A reader's certificate is issued for as many domains as a wallet reads, and for no more")
    func domainCount() throws {
        let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Utopia Readers"), notBefore: RegistrarWorld.now)
        func issue(domains count: Int) throws -> CertifiedKey {
            try authority.issueReaderCertificate(
                name: AuthorityName(country: "UT", commonName: "rentals.example"), notBefore: RegistrarWorld.now,
                domains: (1...count).map { "d\($0).example" })
        }
        let details = try ReaderCertificateDetails(ParsedCertificate(reader: ByteSlice(issue(domains: 100).derEncoded)))
        #expect(details.domains.count == 100)
        let refusal = #expect(throws: IssuingError.self) { try issue(domains: 101) }
        #expect(refusal?.code == .domain)
    }

    @Test("A registered reader's certificate is issued only where a wallet reads it: the number of domains and the whole of the grant are bounded")
    func registeredReader() throws {
        let authority = try ReaderAuthority.make(name: AuthorityName(country: "UT", commonName: "Utopia Readers"), notBefore: RegistrarWorld.now)
        func certify(domains count: Int = 1, elements: Set<ElementReference>) throws -> [UInt8] {
            var generator = SystemRandomNumberGenerator()
            return try authority.certify(
                RegisteredReader(
                    name: AuthorityName(country: "UT", commonName: "rentals.example"), publicKey: .init(P256.Signing.PrivateKey().publicKey),
                    domains: (1...count).map { "d\($0).example" }, crlDistributionPoint: "https://registrar.example/crl",
                    registration: ReaderRegistration(
                        brand: "Spaceship Rentals", purpose: "To check your licence", privacyPolicy: "https://rentals.example/privacy"),
                    icon: BrandIcon(png: PNGMaker().icon), allowedElements: AllowedElements([.mobileDrivingLicence: elements])),
                notBefore: RegistrarWorld.now, using: &generator)
        }
        let portrait: Set = [ElementReference(.mobileDrivingLicence, "portrait")]
        let details = try ReaderCertificateDetails(ParsedCertificate(reader: ByteSlice(certify(domains: 100, elements: portrait))))
        #expect(details.domains.count == 100)
        #expect(details.allowedElements?.elements == [.mobileDrivingLicence: portrait])
        let crowd = #expect(throws: IssuingError.self) { try certify(domains: 101, elements: portrait) }
        #expect(crowd?.code == .domain)
        // Within every bound of its own, and 80 KB together.
        let long = String(repeating: "x", count: 100)
        let many = (0..<8).flatMap { space in
            (0..<100).map { ElementReference(NameSpace(rawValue: "n\(space)"), ElementIdentifier(rawValue: "\(long)\($0)")) }
        }
        let excess = #expect(throws: IssuingError.self) { try certify(elements: Set(many)) }
        #expect(excess?.code == .certificateSigning)
    }

    @Test("A grant that is not as stated is refused for exactly its flaw", arguments: grants.indices)
    func grantFlaws(_ index: Int) throws {
        let (flaw, value, fault) = Self.grants[index]
        let certificate = try Self.certificate([(Self.elements, value)])
        #expect(throws: fault, "\(flaw)") { _ = try ReaderCertificateDetails(certificate) }
    }

    private static let logos: [(String, [UInt8], ReaderCertificateFault)] = [
        ("a wrong hash", logo(digest: [UInt8](repeating: 0, count: 32)), .logotypeHash),
        ("a short hash", logo(digest: [0]), .logotypeHash),
        ("a picture elsewhere", logo(prefix: "https://cdn.example/"), .logotypeNotEmbedded),
        ("a drawing", logo(type: "image/svg+xml"), .logotypeNotEmbedded),
        ("no base64", logo(prefix: "data:image/png;base64,*"), .logotypeNotEmbedded),
        ("an icon that is none", logo(PNGMaker(width: 32, height: 32).icon), .icon(.dimensions(32))),
        ("no PNG", logo(Array("<svg/>".utf8)), .icon(.svg)),
        ("an issuer's logo", logo(tag: 0xA1), .logotypeStructure),
        ("nothing in it", sequence([]), .logotypeStructure),
        ("360,001 bytes", [UInt8](repeating: 0x30, count: 360_001), .logotypeSize),
    ]

    @Test("A logotype that is not one sound embedded icon is refused for exactly its flaw", arguments: logos.indices)
    func logoFlaws(_ index: Int) throws {
        let (flaw, value, fault) = Self.logos[index]
        let certificate = try Self.certificate([(Self.logotype, value)])
        #expect(throws: fault, "\(flaw)") { _ = try ReaderCertificateDetails(certificate) }
    }

    private static let registrations: [(String, [UInt8], ReaderCertificateFault)] = [
        ("two members", sequence([text("a"), text("b")]), .registrationStructure),
        ("four members", sequence([text("a"), text("b"), text("https://c"), text("d")]), .registrationStructure),
        ("a brand written backwards", sequence([text("a\u{202E}b"), text("b"), text("https://c")]), .registrationText("brand")),
        ("no purpose", sequence([text("a"), text(""), text("https://c")]), .registrationText("purpose")),
        ("a long purpose", sequence([text("a"), text(String(repeating: "p", count: 201)), text("https://c")]), .registrationText("purpose")),
        ("a policy that is no https URL", sequence([text("a"), text("b"), text("javascript:alert(1)")]), .registrationText("privacy policy")),
        ("a policy with a space", sequence([text("a"), text("b"), text("https://c d")]), .registrationText("privacy policy")),
    ]

    @Test("Words that deceive or are not as stated are refused for exactly their flaw", arguments: registrations.indices)
    func registrationFlaws(_ index: Int) throws {
        let (flaw, value, fault) = Self.registrations[index]
        let certificate = try Self.certificate([(Self.registration, value)])
        #expect(throws: fault, "\(flaw)") { _ = try ReaderCertificateDetails(certificate) }
    }

    @Test("Sound extensions are read; a certificate without them is not limited")
    func sound() throws {
        let value = Self.sequence([Self.grant(Self.licence, [(Self.space, ["given_name"])])])
        let details = try ReaderCertificateDetails(
            Self.certificate([(Self.elements, value), (Self.logotype, Self.logo())], names: [.dnsName("Rentals.Example")]))
        #expect(details.icon?.side == 128)
        #expect(details.domains == ["rentals.example"])
        #expect(details.allowedElements?.contains(ElementReference(.mobileDrivingLicence, "given_name"), of: .mobileDrivingLicence) == true)
        #expect(details.allowedElements?.contains(ElementReference(.mobileDrivingLicence, "portrait"), of: .mobileDrivingLicence) == false)
        let bare = try ReaderCertificateDetails(Self.certificate([]))
        #expect(bare.allowedElements == nil)
        #expect(bare.covers(host: "anything.example"))
    }

    @Test("An icon of 256 KiB fits into a certificate")
    func largest() throws {
        var maker = PNGMaker()
        let room = BrandIcon.maximumBytes - maker.icon.count
        maker.chunks[0].1 += [UInt8](repeating: 7, count: room)
        let details = try ReaderCertificateDetails(Self.certificate([(Self.logotype, Self.logo(maker.icon))]))
        #expect(details.icon?.png.count == BrandIcon.maximumBytes)
    }

    @Test("What a request asks beyond the grant is found, in alternatives too")
    func alternatives() throws {
        let (name, portrait) = (ElementReference(.mobileDrivingLicence, "family_name"), ElementReference(.mobileDrivingLicence, "portrait"))
        let allowed = try AllowedElements([.mobileDrivingLicence: [name]])
        func items(_ docType: DocType = .mobileDrivingLicence, alternative: ElementReference? = nil) -> ItemsRequest {
            let info = alternative.map { DocRequestInfo(alternativeDataElements: [AlternativeDataElements(for: name, sets: [[$0]])]) }
            return ItemsRequest(docType: docType, elements: [.init(name, intentToRetain: false)], requestInfo: info)
        }
        #expect(allowed.firstBeyond(items()) == nil)
        #expect(allowed.firstBeyond(items(alternative: portrait)) == portrait)
        #expect(allowed.firstBeyond(items("other.type")) == name)
    }

    @Test("A host is covered letter for letter, a wildcard is one label, an address is never covered")
    func hosts() throws {
        let details = try ReaderCertificateDetails(
            Self.certificate([], names: [.dnsName("rentals.example"), .dnsName("*.shop.example"), .dnsName("192.0.2.1")]))
        for host in ["rentals.example", "RENTALS.example", "a.shop.example"] { #expect(details.covers(host: host), "\(host)") }
        for host in ["www.rentals.example", "rentals.example.", "shop.example", "a.b.shop.example", ".shop.example", "192.0.2.1", "[::1]", ""] {
            #expect(!details.covers(host: host), "\(host)")
        }
    }
}
