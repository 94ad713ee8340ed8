/// The algorithms an mdoc may use, by their IANA COSE numbers (ISO/IEC 18013-5; RFC 9053, RFC 9864).
///
/// This is the allow-list: a number outside it is refused before any mathematics. Each signature algorithm belongs to
/// one curve, so that a message cannot pair ES256 with another curve's key.
public enum COSEAlgorithm: Int64, Sendable, Hashable, CaseIterable {
    /// ECDSA with SHA-256 on P-256.
    case es256 = -7
    /// ECDSA with SHA-384 on P-384.
    case es384 = -35
    /// ECDSA with SHA-512 on P-521.
    case es512 = -36
    /// EdDSA on Ed25519.
    case edDSA = -8
    /// Fully specified ES256, accepted and never emitted.
    case esp256 = -9
    /// Fully specified ES384, accepted and never emitted.
    case esp384 = -51
    /// Fully specified ES512, accepted and never emitted.
    case esp512 = -52
    /// Fully specified Ed25519, accepted and never emitted.
    case ed25519 = -19
    /// HMAC with SHA-256 and a 256-bit tag, for `deviceMac` only.
    case hmac256 = 5

    /// The curve a key must be on; nil for the MAC.
    public var curve: EllipticCurve? {
        switch self {
        case .es256, .esp256: .p256
        case .es384, .esp384: .p384
        case .es512, .esp512: .p521
        case .edDSA, .ed25519: .ed25519
        case .hmac256: nil
        }
    }

    /// The name people know it by.
    public var name: String {
        switch self {
        case .es256: "ES256"
        case .es384: "ES384"
        case .es512: "ES512"
        case .edDSA: "EdDSA"
        case .esp256: "ESP256"
        case .esp384: "ESP384"
        case .esp512: "ESP512"
        case .ed25519: "Ed25519"
        case .hmac256: "HMAC 256/256"
        }
    }

    /// Names of algorithms that ISO/IEC 18013-5 allows and this library has no implementation of. They are reported as
    /// unsupported, which is not the same as an invalid signature.
    public static func unsupportedName(_ identifier: Int64) -> String? {
        switch identifier {
        case -53: "Ed448"
        case -265: "ESB256 (brainpoolP256r1)"
        case -266: "ESB320 (brainpoolP320r1)"
        case -267: "ESB384 (brainpoolP384r1)"
        case -268: "ESB512 (brainpoolP512r1)"
        default: nil
        }
    }
}
