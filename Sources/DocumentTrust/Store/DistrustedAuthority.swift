public import MobileDocument

/// An authority that a store never trusts, whatever a list says of it, until somebody lifts that again.
public struct DistrustedAuthority: Sendable, Hashable {
    /// SHA-256 of its certificate.
    public let fingerprint: [UInt8]
    /// SHA-256 of its public key, so that a certificate renewed for the same key is meant, too; nil where the certificate was
    /// not at hand when it was distrusted.
    public let keyFingerprint: [UInt8]?
    /// Its subject; nil where the certificate was not at hand.
    public let subject: String?
    /// Why, in the words of whoever said so.
    public let reason: String
    /// Since when.
    public let since: Instant

    /// Whether it is the authority of a certificate.
    package func isAuthority(of certificate: ParsedCertificate) -> Bool { [self].authority(of: certificate) != nil }
}

extension [DistrustedAuthority] {
    /// The one that is the authority of a certificate.
    func authority(of certificate: ParsedCertificate) -> DistrustedAuthority? {
        guard !isEmpty else { return nil }
        let (fingerprints, key) = (certificate.fingerprints, certificate.keyFingerprint)
        return first { fingerprints.contains($0.fingerprint) || $0.keyFingerprint == key }
    }
}
