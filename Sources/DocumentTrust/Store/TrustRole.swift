/// What a certificate in a store is trusted for. One for several purposes is added once for each.
public enum TrustRole: String, Sendable, Hashable, Codable {
    /// It vouches for documents: the root of an issuing authority.
    case issuer
    /// It vouches for who asks: the root of an authority that gives readers their certificates.
    case reader
    /// It vouches for lists of authorities: the root of a list provider.
    case list
}
