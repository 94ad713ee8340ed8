/// An address to keep fresh, with the certificates of which one must vouch for its tokens.
public struct StatusSource: Sendable {
    /// The address.
    public let uri: String
    /// The root of the documents' signers, or the certificate the documents name; several while keys change.
    public let authorities: [ParsedCertificate]

    /// Names an address.
    public init(uri: String, vouchedBy authorities: [ParsedCertificate]) {
        self.uri = uri
        self.authorities = authorities
    }
}
