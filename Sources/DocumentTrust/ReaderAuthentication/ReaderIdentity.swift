import CBOR
public import MobileDocument

/// Who a reader's certificates say it is, by the word of an authority that is trusted for that.
public struct ReaderIdentity: Sendable, Hashable {
    /// The brand's name, or the organization of the certificate.
    public let name: String
    /// The brand's icon.
    public let icon: BrandIcon?
    /// What for it asks.
    public let purpose: String?
    /// Where it says what becomes of the data.
    public let privacyPolicy: String?

    /// Reads an identity, of a chain whose signature somebody else has verified.
    ///
    /// - Parameters:
    ///   - chain: certificates in DER, the signer's first.
    ///   - trust: the authorities of readers.
    ///   - origin: the page that asks; its host must be among the domains of a certificate that names any.
    ///   - time: the moment to judge by.
    /// - Returns: nil where a check fails that `ReaderAuthenticationVerification` makes of certificates.
    public init?(of chain: [[UInt8]], trust: ReaderTrustList, origin: Origin, at time: Instant) {
        let slices = chain.map { ByteSlice($0) }
        guard let first = slices.first, let certificate = try? ParsedCertificate(reader: first) else { return nil }
        var check = ReaderSignatureCheck(coverage: .all(0), asked: [], trust: trust, origin: origin, time: time)
        guard let details = check.trustedDetails(of: certificate, chain: slices) else { return nil }
        name = details.registration?.brand ?? certificate.organizations.first ?? certificate.subject
        icon = details.icon
        purpose = details.registration?.purpose
        privacyPolicy = details.registration?.privacyPolicy
    }
}
