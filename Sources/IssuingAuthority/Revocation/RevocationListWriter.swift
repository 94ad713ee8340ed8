import COSE
import Crypto
import SwiftASN1
import X509

/// Encodes and signs a revocation list.
struct RevocationListWriter {
    let authority: CertificationAuthority
    let content: RevocationListContent
    /// Whether entries say why a certificate is withdrawn.
    let givesReasons: Bool

    private static let authorityKeyIdentifier: ASN1ObjectIdentifier = [2, 5, 29, 35]
    private static let listNumber: ASN1ObjectIdentifier = [2, 5, 29, 20]
    private static let reasonCode: ASN1ObjectIdentifier = [2, 5, 29, 21]

    func encode() throws(IssuingError) -> [UInt8] {
        do {
            let algorithm = try algorithm()
            let signed = try signedPart(algorithm)
            let signature = try signature(of: signed)
            var list = DER.Serializer()
            try list.appendConstructedNode(identifier: .sequence) { list in
                list.serialize(try DER.parse(signed))
                try list.appendConstructedNode(identifier: .sequence) { try $0.serialize(algorithm) }
                try list.serialize(ASN1BitString(bytes: signature[...]))
            }
            return list.serializedBytes
        } catch let error as IssuingError {
            throw error
        } catch {
            throw IssuingError(.revocationList, "the list could not be put together: \(error)")
        }
    }

    private func signedPart(_ algorithm: ASN1ObjectIdentifier) throws -> [UInt8] {
        var part = DER.Serializer()
        try part.appendConstructedNode(identifier: .sequence) { list in
            // v2, which is written as 1.
            try list.serialize(1)
            try list.appendConstructedNode(identifier: .sequence) { try $0.serialize(algorithm) }
            try list.serialize(authority.identity.certificate.subject)
            try list.serialize(CertificateTime(instant: content.thisUpdate))
            try list.serialize(CertificateTime(instant: content.nextUpdate))
            // RFC 5280, 5.1.2.6: without entries the sequence itself is absent.
            if !content.revoked.isEmpty {
                try list.appendConstructedNode(identifier: .sequence) { entries in
                    for entry in content.revoked { try self.entry(entry, into: &entries) }
                }
            }
            try list.appendConstructedNode(identifier: ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)) { tagged in
                try tagged.appendConstructedNode(identifier: .sequence) { try extensions(into: &$0) }
            }
        }
        return part.serializedBytes
    }

    private func entry(_ entry: RevokedCertificate, into entries: inout DER.Serializer) throws {
        try entries.appendConstructedNode(identifier: .sequence) { members in
            try members.serialize(entry.serialNumber[...])
            try members.serialize(CertificateTime(instant: entry.time))
            if givesReasons, let number = entry.reason.number {
                // CRLReason is an ENUMERATED of one byte.
                try members.appendConstructedNode(identifier: .sequence) {
                    try Self.append(Self.reasonCode, [0x0A, 0x01, number], into: &$0)
                }
            }
        }
    }

    private func extensions(into list: inout DER.Serializer) throws {
        let keyIdentifier = try AuthorityKeyIdentifier(keyIdentifier: authority.keyIdentifier.keyIdentifier).makeCertificateExtension()
        try Self.append(Self.authorityKeyIdentifier, Array(keyIdentifier.value), into: &list)
        var number = DER.Serializer()
        try number.serialize(content.number)
        try Self.append(Self.listNumber, number.serializedBytes, into: &list)
    }

    /// A non-critical extension, whose FALSE is not written in DER.
    private static func append(_ identifier: ASN1ObjectIdentifier, _ value: [UInt8], into list: inout DER.Serializer) throws {
        try list.appendConstructedNode(identifier: .sequence) { item in
            try item.serialize(identifier)
            try item.serialize(ASN1OctetString(contentBytes: value[...]))
        }
    }

    private func algorithm() throws(IssuingError) -> ASN1ObjectIdentifier {
        switch authority.identity.signingKey {
        case .p256: [1, 2, 840, 10045, 4, 3, 2]
        case .p384: [1, 2, 840, 10045, 4, 3, 3]
        case .p521: [1, 2, 840, 10045, 4, 3, 4]
        case .ed25519: throw IssuingError(.keyCurve, "an authority's key must be on P-256, P-384 or P-521")
        }
    }

    private func signature(of bytes: [UInt8]) throws -> [UInt8] {
        switch authority.identity.signingKey {
        case .p256(let key): [UInt8](try key.signature(for: bytes).derRepresentation)
        case .p384(let key): [UInt8](try key.signature(for: bytes).derRepresentation)
        case .p521(let key): [UInt8](try key.signature(for: bytes).derRepresentation)
        case .ed25519: throw IssuingError(.keyCurve, "an authority's key must be on P-256, P-384 or P-521")
        }
    }
}
