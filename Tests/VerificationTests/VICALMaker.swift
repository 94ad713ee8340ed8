import CBOR
import COSE
import Crypto
import DocumentTrust
import MobileDocument
import SwiftASN1
import X509

/// A list of issuing authorities made in code, each part of which can be wrong.
struct VICALMaker {
    /// One entry; what is nil is left out.
    struct Entry {
        var certificate: [UInt8]?
        var serialNumber: [UInt8]?
        var plainSerialNumber: UInt64?
        var subjectKeyIdentifier: [UInt8]?
        var docTypes: [String]? = ["org.iso.18013.5.1.mDL"]
        var issuer: [UInt8]?
        var subject: [UInt8]?
        var issuingAuthority: String?

        /// An entry that agrees with its certificate.
        init(_ certificate: ParsedCertificate) {
            self.certificate = certificate.encoded.array
            serialNumber = Array(certificate.certificate.serialNumber.bytes)
            subjectKeyIdentifier = certificate.subjectKeyIdentifier
            issuer = Self.encoded(certificate.certificate.issuer)
            subject = Self.encoded(certificate.certificate.subject)
        }

        private static func encoded(_ name: DistinguishedName) -> [UInt8]? {
            var serializer = DER.Serializer()
            guard (try? serializer.serialize(name)) != nil else { return nil }
            return serializer.serializedBytes
        }

        func write(to writer: inout CBORWriter) {
            let byteStrings = [("certificate", certificate), ("ski", subjectKeyIdentifier), ("issuer", issuer), ("subject", subject)]
                .compactMap { name, value in value.map { (name, $0) } }
            let others = [serialNumber != nil, plainSerialNumber != nil, docTypes != nil, issuingAuthority != nil].count { $0 }
            writer.map(byteStrings.count + others + 1)
            for (name, value) in byteStrings {
                writer.text(name)
                writer.byteString(value)
            }
            if let serialNumber {
                writer.text("serialNumber")
                writer.tag(2)
                writer.byteString(serialNumber)
            }
            if let plainSerialNumber {
                writer.text("serialNumber")
                writer.unsigned(plainSerialNumber)
            }
            if let docTypes {
                writer.text("docType")
                writer.array(docTypes.count)
                for docType in docTypes { writer.text(docType) }
            }
            if let issuingAuthority {
                writer.text("issuingAuthority")
                writer.text(issuingAuthority)
            }
            writer.text("org.example.unknown")
            writer.null()
        }
    }

    static let rootKey = P256.Signing.PrivateKey()
    static let signerKey = P256.Signing.PrivateKey()
    static let issuerKey = P256.Signing.PrivateKey()

    var root = CertificateMaker.authority("CN=Utopia VICAL Root,C=UT")
    var signer = CertificateMaker(subject: "CN=Utopia VICAL Signer,C=UT", extendedKeyUsage: [[1, 0, 18013, 5, 1, 8]])
    var chain: [[UInt8]]?
    /// A hash for `x5t`, with the COSE number of its algorithm.
    var thumbprint: (hash: Int64, value: [UInt8])?
    var signingKey = SigningKey.p256(signerKey)
    var version = "1.0"
    var provider: String? = "Utopia"
    var issueID: UInt64? = 7
    var date = World.now.advanced(byDays: -1)
    var dateText: String?
    var nextUpdate: Instant? = World.now.advanced(byDays: 30)
    var notAfter: Instant? = World.now.advanced(byDays: 90)
    var entries: [Entry] = []
    var payloadSuffix: [UInt8] = []

    /// A list of one authority.
    init() throws { entries = [Entry(try Self.issuer())] }

    /// An issuing authority to be listed.
    static func issuer(_ subject: String = "CN=Utopia IACA,C=UT") throws -> ParsedCertificate {
        try CertificateMaker.authority(subject).make(key: issuerKey)
    }

    func authorities() throws -> TrustListAuthorities {
        TrustListAuthorities([TrustAnchor(try root.make(key: Self.rootKey), provenance: "test")])
    }

    func payload() -> [UInt8] {
        var writer = CBORWriter()
        let dates = [("nextUpdate", nextUpdate), ("notAfter", notAfter)].compactMap { name, date in date.map { (name, $0.description) } }
        writer.map([provider != nil, issueID != nil].count { $0 } + dates.count + 4)
        writer.text("version")
        writer.text(version)
        if let provider {
            writer.text("vicalProvider")
            writer.text(provider)
        }
        if let issueID {
            writer.text("vicalIssueID")
            writer.unsigned(issueID)
        }
        for (name, text) in [("date", dateText ?? date.description)] + dates {
            writer.text(name)
            writer.tag(0)
            writer.text(text)
        }
        writer.text("certificateInfos")
        writer.array(entries.count)
        for entry in entries { entry.write(to: &writer) }
        writer.text("org.example.unknown")
        writer.array(0)
        return writer.bytes + payloadSuffix
    }

    func make() throws -> [UInt8] {
        let certificate = try signer.make(key: Self.signerKey, issuer: root.subject, issuerKey: Self.rootKey)
        let chain = chain ?? [certificate.encoded.array]
        if let thumbprint {
            return try COSESign1.encode(
                signing: payload(), isDetached: false, certificate: chain[0], thumbprint: thumbprint.value, hash: thumbprint.hash, with: signingKey)
        }
        return try COSESign1.encode(signing: payload(), isDetached: false, chain: chain, with: signingKey)
    }

    func verify(at time: Instant = World.now) throws -> TrustListResult<VerifiedVICAL> {
        VICALVerification.verify(try make(), authorities: try authorities(), at: time)
    }
}
