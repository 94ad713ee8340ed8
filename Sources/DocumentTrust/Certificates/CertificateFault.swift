/// Why a certificate cannot be used at all.
public enum CertificateFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not well-formed DER.
    case unreadable
    /// It is larger than any real certificate.
    case tooLarge
    /// A name in it cannot be compared in good time.
    case name
    /// An extension that decides something is malformed; its name.
    case malformedExtension(String)
    /// Its serial number is negative, which no certificate's may be.
    case negativeSerialNumber
    /// Its key is of a kind this library cannot compute with; the kind's name, such as `RSA` or `brainpoolP256r1`.
    case unsupportedKey(String)

    /// Stable code of the fault.
    public var code: String {
        switch self {
        case .unreadable: "certificate.unreadable"
        case .tooLarge: "certificate.too-large"
        case .name: "certificate.name"
        case .malformedExtension: "certificate.malformed-extension"
        case .negativeSerialNumber: "certificate.negative-serial"
        case .unsupportedKey: "certificate.unsupported-key"
        }
    }

    /// One sentence for the report.
    public var description: String {
        switch self {
        case .unreadable: "the certificate is not well-formed DER"
        case .tooLarge: "the certificate is larger than 16,384 bytes, or 393,216 for a reader's"
        case .name:
            "the certificate names its subject or issuer with a text of more than 1,024 bytes, or of more than 64 combining marks in a row; its issuer has "
                + "to issue it again with a shorter one"
        case .malformedExtension(let name): "the certificate's \(name) extension is malformed"
        case .negativeSerialNumber:
            "the certificate's serial number is negative, which RFC 5280, 4.1.2.2 forbids; its issuer has to issue it again with a positive one"
        case .unsupportedKey(let name): "the certificate's key is \(name); supported are EC keys on P-256, P-384 and P-521, and Ed25519"
        }
    }
}
