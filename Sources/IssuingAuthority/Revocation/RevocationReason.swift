/// Why a certificate is withdrawn (RFC 5280, 5.3.1); those that an end-entity certificate can have.
public enum RevocationReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// No reason is given. It is not written into the list, as RFC 5280 asks.
    case unspecified
    /// The private key may be known to others.
    case keyCompromise
    /// The subject's name or standing has changed.
    case affiliationChanged
    /// Another certificate takes its place.
    case superseded
    /// It is no longer needed.
    case cessationOfOperation
    /// The right to it was withdrawn.
    case privilegeWithdrawn

    /// The number in a revocation list; nil where the entry extension is left out.
    var number: UInt8? {
        switch self {
        case .unspecified: nil
        case .keyCompromise: 1
        case .affiliationChanged: 3
        case .superseded: 4
        case .cessationOfOperation: 5
        case .privilegeWithdrawn: 9
        }
    }
}
