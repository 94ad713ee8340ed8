/// A signing request for a key that answers are sealed to.
struct MerchantCertificateRequest: Decodable {
    let name: String
    /// PKCS #10 in PEM.
    let csr: String
}
