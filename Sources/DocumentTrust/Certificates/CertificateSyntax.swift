import SwiftASN1

/// Parts of a certificate (RFC 5280, 4.1), where they lie in its DER.
enum CertificateSyntax {
    /// The SubjectPublicKeyInfo; nil where the certificate is not well-formed that far.
    static func subjectKey(_ certificate: ASN1Node) -> ASN1Node? {
        // Serial number, signature, issuer, validity and subject stand before the key.
        guard let fields = fields(certificate), fields.count > 5 else { return nil }
        return fields[5]
    }

    /// Whether the serial number is written as a negative one.
    static func hasNegativeSerialNumber(_ certificate: ASN1Node) -> Bool {
        guard let number = fields(certificate)?.first, number.identifier == .integer, case .primitive(let bytes) = number.content,
            let first = bytes.first
        else { return false }
        return first & 0x80 != 0
    }

    /// What it says, from the serial number on.
    private static func fields(_ certificate: ASN1Node) -> [ASN1Node]? {
        guard let body = children(certificate)?.first, var fields = children(body) else { return nil }
        // version [0] is optional.
        if fields.first?.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) { fields.removeFirst() }
        return fields
    }

    /// What the subject's key is in its bit string. Keys of two kinds never have the same length there.
    static func keyBytes(_ certificate: ASN1Node) -> ArraySlice<UInt8>? {
        guard let key = subjectKey(certificate).flatMap(children), key.count > 1 else { return nil }
        return (try? ASN1BitString(derEncoded: key[1]))?.bytes
    }

    /// What is inside; nil where the node has no parts.
    static func children(_ node: ASN1Node) -> [ASN1Node]? {
        guard case .constructed(let children) = node.content else { return nil }
        return Array(children)
    }
}
