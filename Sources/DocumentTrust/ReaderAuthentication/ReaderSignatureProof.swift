/// Whether a signature is that of the certificate it carries.
package enum ReaderSignatureProof: Sendable {
    /// What stood in the way.
    package enum Obstacle: Sendable, Hashable {
        /// There is no certificate to check with.
        case certificate
        /// The check itself.
        case signature
    }

    /// It is.
    case verified(ParsedCertificate)
    /// It cannot be computed here: neither right nor wrong.
    case undecided(Obstacle, String)
    /// It is not.
    case invalid(Obstacle, String)
}
