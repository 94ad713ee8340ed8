import CBOR
import Crypto
import DocumentTrust
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import SwiftASN1
import X509

/// The fixed world of trust and the seeds of the fuzzers that live in it.
struct TrustSeeds {
    let parties: SampleParties
    let listRoot: ListProviderRoot
    let listSigner: CertifiedKey
    let statusSigner: CertifiedKey
    let vical: [UInt8]
    let rical: [UInt8]
    let revocationList: [UInt8]
    let reader: [UInt8]
    let icon: [UInt8]

    init(_ parties: SampleParties) throws {
        self.parties = parties
        let (now, begin) = (parties.now, parties.now.advanced(byDays: -10))
        listRoot = try ListProviderRoot.make(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Root"), notBefore: begin)
        listSigner = try listRoot.issueVICALSigner(
            name: AuthorityName(country: "UT", organization: "Utopia Lists", commonName: "Utopia List Signer"), notBefore: begin)
        statusSigner = try parties.root.issueStatusSigner(
            notBefore: begin, contact: .uri("https://mobility.utopia.example"), crlDistributionPoint: "https://mobility.utopia.example/iaca.crl")
        let issuer = try ParsedCertificate(ByteSlice(parties.root.identity.derEncoded))
        let readerRoot = try ParsedCertificate(ByteSlice(parties.readerAuthority.identity.derEncoded))
        vical = try VICALSigner(listSigner).sign(
            VICALDraft(
                provider: "Utopia", issueID: 7, date: now.advanced(byDays: -1), nextUpdate: now.advanced(byDays: 30),
                entries: [.init(issuer, docTypes: [.mobileDrivingLicence], issuingAuthority: "Utopia Department of Mobility")]))
        rical = try RICALSigner(listSigner).sign(
            RICALDraft(provider: "Utopia", issueID: 7, date: now.advanced(byDays: -1), entries: [.init(readerRoot, name: "Utopia Readers")]))
        revocationList = try parties.root.signRevocationList(
            RevocationListContent(
                number: 1, thisUpdate: now.advanced(byDays: -1), nextUpdate: now.advanced(byDays: 6),
                revoked: [RevokedCertificate(serialNumber: [1, 2, 3, 4], time: begin)]))
        icon = Self.png(side: 64)
        var generator = SystemRandomNumberGenerator()
        reader = try parties.readerAuthority.certify(
            RegisteredReader(
                name: AuthorityName(country: "UT", organization: "Spaceship Rentals", commonName: "rentals.example"),
                publicKey: .init(P256.Signing.PrivateKey().publicKey), domains: ["rentals.example"],
                crlDistributionPoint: "https://readers.example/reader-ca.crl",
                registration: ReaderRegistration(
                    brand: "Spaceship Rentals", purpose: "To check your licence", privacyPolicy: "https://rentals.example/privacy"),
                icon: BrandIcon(png: icon),
                allowedElements: AllowedElements([
                    .mobileDrivingLicence: [ElementReference(.mobileDrivingLicence, "given_name"), ElementReference(.mobileDrivingLicence, "age_over_21")]
                ])), notBefore: begin, using: &generator)
    }

    func write(to folder: URL) throws -> Int {
        var count = 0
        for (fuzzer, seeds) in try all() {
            try SeedFolder.write(seeds, for: fuzzer, in: folder)
            count += seeds.count
        }
        try Data(sourceText.utf8).write(to: folder.appendingPathComponent("Sources/TrustSupport/TrustWorldData.swift"))
        return count
    }

    private func all() throws -> [(String, [[UInt8]])] {
        [
            ("FuzzTrustList", try [vical, rical] + [vical, rical].map(Self.payload)),
            ("FuzzRevocation", try statusSeeds() + [revocationList]), ("FuzzReaderCertificate", try readerSeeds()),
            ("FuzzReaderChain", try readerSeeds() + [revocationList]), ("FuzzSigningRequest", try requestSeeds()),
        ]
    }

    /// The payload of a token, which the fuzzers sign themselves.
    private static func payload(_ token: [UInt8]) throws -> [UInt8] {
        var reader = try CBORReader(token)
        if try reader.peekKind() == .tag { _ = try reader.readTag() }
        return try reader.readTuple(4) { (reader) throws(CBORError) in
            _ = try reader.readBytes()
            try reader.skip()
            let payload = try reader.readBytes()
            _ = try reader.readBytes()
            return payload.array
        }
    }

    private func statusSeeds() throws -> [[UInt8]] {
        let period = try StatusTokenPeriod(issuedAt: parties.now.advanced(byDays: -1), expiresAt: parties.now.advanced(byDays: 6), timeToLive: 3600)
        var list = try StatusListPublisher(uri: "https://status.utopia.example/1", count: 64)
        try list.revoke(17)
        var identifiers = try IdentifierListPublisher(uri: "https://status.utopia.example/1")
        identifiers.revoke([1, 2, 3, 4])
        let tokens = [try list.token(period, signer: statusSigner), try identifiers.token(period, signer: statusSigner)]
        // The first byte decides how wide a value is; then a stored block, a compressed one, and one that inflates to much.
        let streams: [[UInt8]] = [
            [0, 0x78, 0x01, 0x01, 0x02, 0x00, 0xfd, 0xff, 0x05, 0x00, 0x00, 0x0c, 0x00, 0x06], [3, 0x78, 0xda, 0x63, 0x60, 0x00, 0x00, 0x00, 0x02, 0x00, 0x01],
        ]
        return try tokens + tokens.map(Self.payload) + streams
    }

    private func readerSeeds() throws -> [[UInt8]] {
        let parsed = try ParsedCertificate(reader: ByteSlice(reader))
        let contents = parsed.certificate.extensions.enumerated().map { position, item in [UInt8(position)] + item.value }
        return [reader, icon] + contents
    }

    private func requestSeeds() throws -> [[UInt8]] {
        let subject = try DistinguishedName([
            .init(.init(type: .RDNAttributeType.countryName, utf8String: "UT")), .init(.init(type: .RDNAttributeType.localityName, utf8String: "Port City")),
            .init(.init(type: .RDNAttributeType.organizationName, utf8String: "Spaceship Rentals")),
            .init(.init(type: .RDNAttributeType.commonName, utf8String: "rentals.example")),
            .init(.init(type: [1, 2, 840, 113549, 1, 9, 1], ia5String: "admin@rentals.example")),
        ])
        let request = try CertificateSigningRequest(
            version: .v1, subject: subject, privateKey: .init(P256.Signing.PrivateKey()), attributes: CertificateSigningRequest.Attributes(),
            signatureAlgorithm: .ecdsaWithSHA256)
        func encoded(_ value: some DERSerializable) throws -> [UInt8] {
            var serializer = DER.Serializer()
            try serializer.serialize(value)
            return serializer.serializedBytes
        }
        let der = try encoded(request)
        return [der, Array(PEMDocument(type: "CERTIFICATE REQUEST", derBytes: der).pemString.utf8), try encoded(subject)]
    }

    /// A picture without content: only its outline is ever read.
    private static func png(side: UInt32) -> [UInt8] {
        func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * $0)) } }
        func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
            let covered = Array(type.utf8) + content
            let sum = ~covered.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
                (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            }
            return bytes(UInt32(content.count)) + covered + bytes(sum)
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", bytes(side) + bytes(side) + [8, 6, 0, 0, 0])
            + chunk("IDAT", [0x78, 0x9C, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01]) + chunk("IEND", [])
    }

    private var sourceText: String {
        func line(_ name: String, _ bytes: [UInt8]) -> String { "    static let \(name) = \"\(Base64URL.encode(bytes))\"\n" }
        func block(_ name: String, _ text: String) -> String {
            "    static let \(name) = \"\"\"\n" + text.split(separator: "\n").map { "        \($0)\n" }.joined() + "        \"\"\"\n"
        }
        return "// Written by MakeSeeds; do not edit. Sample data: the keys protect nothing.\nenum TrustWorldData {\n"
            + line("listRoot", listRoot.identity.derEncoded) + line("listSignerCertificate", listSigner.derEncoded) + line("vical", vical)
            + line("rical", rical) + line("issuerRoot", parties.root.identity.derEncoded)
            + line("statusSignerCertificate", statusSigner.derEncoded) + line("revocationList", revocationList)
            + line("readerAuthority", parties.readerAuthority.identity.derEncoded) + line("reader", reader)
            + block("listSignerKey", listSigner.privateKeyPEM) + block("statusSignerKey", statusSigner.privateKeyPEM)
            + block("readerAuthorityKey", parties.readerAuthority.identity.privateKeyPEM) + "}\n"
    }
}
