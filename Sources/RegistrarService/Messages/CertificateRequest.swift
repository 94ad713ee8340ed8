/// A signing request for a new certificate.
struct CertificateRequest: Decodable {
    let name: String
    let form: Int
    /// PKCS #10 in PEM.
    let csr: String
}
