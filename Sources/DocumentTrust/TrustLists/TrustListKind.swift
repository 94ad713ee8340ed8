/// The two kinds of signed lists of authorities (ISO/IEC 18013-5, annexes C and F).
public enum TrustListKind: String, Sendable, Hashable, Codable {
    /// Issuing authorities: they vouch for documents.
    case vical
    /// Readers' authorities: they vouch for who asks.
    case rical

    /// The name, as reports and listings have it.
    public var name: String {
        switch self {
        case .vical: "VICAL"
        case .rical: "RICAL"
        }
    }

    /// What the signer's certificate must be for.
    var signerPurpose: CertificatePurpose {
        switch self {
        case .vical: .vicalSigner
        case .rical: .ricalSigner
        }
    }

    /// Whether the signer's certificate must stand in the protected header; otherwise either will do.
    var hasProtectedChain: Bool { self == .rical }

    /// The text its member `type` must have; nil where there is no such member.
    var requiredType: String? {
        switch self {
        case .vical: nil
        case .rical: VerifiedRICAL.readerAuthentication
        }
    }
}
