/// The curves for which swift-crypto has an implementation, by their COSE numbers (RFC 9053, 7.1).
public enum EllipticCurve: Int64, Sendable, Hashable, CaseIterable {
    /// NIST P-256.
    case p256 = 1
    /// NIST P-384.
    case p384 = 2
    /// NIST P-521.
    case p521 = 3
    /// Ed25519.
    case ed25519 = 6

    /// Bytes of one coordinate, or of the whole Ed25519 key.
    public var coordinateBytes: Int {
        switch self {
        case .p256, .ed25519: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// Bytes of a raw signature, `r ‖ s`.
    public var signatureBytes: Int { coordinateBytes * 2 }

    /// The key type COSE pairs the curve with: 1 (OKP) or 2 (EC2).
    public var keyType: Int64 { self == .ed25519 ? 1 : 2 }

    /// The name people know it by.
    public var name: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        case .ed25519: "Ed25519"
        }
    }
}
