/// Why a revocation list cannot be used. Without a usable list, revocation is unknown; that is never the same as good.
public enum RevocationListFault: String, Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not a well-formed list of the profile.
    case malformed = "it is not a well-formed revocation list with a next update"
    /// It carries a critical extension, as delta and indirect lists do.
    case criticalExtension = "it carries a critical extension that is not understood"
    /// It names another issuer.
    case otherIssuer = "it is issued by another authority"
    /// Its signature does not verify, or the authority may not sign lists.
    case signature = "the authority's signature on it does not verify"

    /// One sentence.
    public var description: String { rawValue }
}
