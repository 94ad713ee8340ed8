/// Certificates in the order they were issued.
struct CertificatesAnswer: Encodable {
    let certificates: [CertificateAnswer]
}
