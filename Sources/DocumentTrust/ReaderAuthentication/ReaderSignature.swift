/// One reader's signature of a request and what became of it.
public struct ReaderSignature: Sendable {
    /// What the signature covers.
    public enum Coverage: Sendable, Hashable {
        /// The whole request: an entry of `readerAuthAll`, by position.
        case all(Int)
        /// One document request, by position.
        case docRequest(Int)
    }

    /// How far the signature may be believed.
    public enum Outcome: String, Sendable, Hashable {
        /// It verifies and its certificate chains to a trusted authority.
        case trusted
        /// It verifies, or cannot be computed here, but nobody trusted stands behind it.
        case untrusted
        /// It does not verify: the identity in it must not be shown.
        case invalid
    }

    /// What it covers.
    public let coverage: Coverage
    /// How far it may be believed.
    public let outcome: Outcome
    /// The signer's certificate; nil unless the signature verifies, so that nobody's name is shown beside another's signature.
    public let certificate: ParsedCertificate?
    /// The authority it chains to.
    public let anchor: TrustAnchor?
    /// What the certificate says about its holder; nil unless the signature verifies and all of it can be read.
    public let details: ReaderCertificateDetails?
    /// The first reason for which it is not trusted; nil when it is.
    public let refusal: ReaderRefusal?
    /// Every check made.
    public let report: VerificationReport

    /// Whether the mathematics were done and say yes.
    public var isVerified: Bool { report.outcomes(of: .readerSignature) == [.passed] }
}
