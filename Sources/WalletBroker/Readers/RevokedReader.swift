import X509

/// A certificate that was withdrawn, as revocation lists name it. Lists are fetched and verified elsewhere; a broker is given the
/// result.
public struct RevokedReader: Sendable, Hashable {
    /// The issuer's name as text (RFC 4514).
    public let issuer: String
    /// The serial number's bytes.
    public let serialNumber: [UInt8]

    /// Names a withdrawn certificate.
    public init(issuer: String, serialNumber: [UInt8]) {
        self.issuer = issuer
        self.serialNumber = serialNumber
    }

    init(_ certificate: Certificate) {
        self.init(issuer: String(describing: certificate.issuer), serialNumber: Array(certificate.serialNumber.bytes))
    }
}
