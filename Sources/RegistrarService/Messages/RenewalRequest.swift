/// A signing request for the successor of a certificate.
struct RenewalRequest: Decodable {
    /// PKCS #10 in PEM.
    let csr: String
}
