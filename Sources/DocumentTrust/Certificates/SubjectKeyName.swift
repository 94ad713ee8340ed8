import SwiftASN1

/// Names the kind of key in a certificate that cannot be read because of it, so that people learn what to change.
enum SubjectKeyName {
    /// Key algorithms and curves by object identifier, as far as they are met and not supported.
    private static let names: [String: String] = [
        "1.2.840.113549.1.1.1": "RSA", "1.2.840.113549.1.1.10": "RSA-PSS", "1.2.840.10040.4.1": "DSA", "1.3.101.113": "Ed448",
        "1.3.101.110": "X25519", "1.3.36.3.3.2.8.1.1.7": "brainpoolP256r1", "1.3.36.3.3.2.8.1.1.9": "brainpoolP320r1",
        "1.3.36.3.3.2.8.1.1.11": "brainpoolP384r1", "1.3.36.3.3.2.8.1.1.13": "brainpoolP512r1", "1.3.132.0.10": "secp256k1",
        "1.2.840.10045.3.1.1": "P-192", "1.3.132.0.33": "P-224",
    ]
    private static let ellipticCurveKey = "1.2.840.10045.2.1"

    /// The name, or the object identifier where it has none here; nil where the certificate is not well-formed that far.
    static func find(inCertificate der: ArraySlice<UInt8>) -> String? {
        guard let certificate = try? DER.parse(der), let key = CertificateSyntax.subjectKey(certificate),
            let algorithm = CertificateSyntax.children(key)?.first, let parts = CertificateSyntax.children(algorithm), let first = parts.first,
            let type = identifier(first)
        else { return nil }
        guard type == ellipticCurveKey else { return names[type] ?? type }
        guard parts.count > 1, let curve = identifier(parts[1]) else { return "an EC key whose curve is not named" }
        return names[curve] ?? curve
    }

    private static func identifier(_ node: ASN1Node) -> String? {
        (try? ASN1ObjectIdentifier(derEncoded: node)).map { String(describing: $0) }
    }
}
