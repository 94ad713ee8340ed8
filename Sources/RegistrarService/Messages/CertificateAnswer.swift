import IssuingAuthority
import Registrar

/// A certificate that was given out; the administrator's mailbox stays with the registrar.
struct CertificateAnswer: Encodable {
    let name: String
    let serial: String
    let form: Int
    let domains: [String]
    let notBefore: String
    let notAfter: String
    let revokedAt: String?
    let reason: String?
    /// The certificate in PEM, which goes into requests.
    let certificate: String
    /// The certificate and the registrar's root after it, in PEM.
    let chain: String

    init(_ issued: IssuedCertificate, by authority: ReaderAuthority) {
        name = issued.name
        serial = issued.serialNumber
        form = issued.form
        domains = issued.domains
        notBefore = issued.notBefore.description
        notAfter = issued.notAfter.description
        revokedAt = issued.revokedAt?.description
        reason = issued.revocationReason?.rawValue
        certificate = issued.pem
        chain = issued.pem + authority.identity.certificatePEM
    }
}
