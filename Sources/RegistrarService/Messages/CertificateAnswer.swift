import IssuingAuthority
import Registrar

/// A certificate that was given out; the administrator's mailbox stays with the registrar.
struct CertificateAnswer: Encodable {
    let name: String
    let serial: String
    /// The form of a reader's certificate.
    let form: Int?
    /// The merchant of a certificate to whose key answers are sealed.
    let merchant: String?
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
        switch issued.use {
        case .reader(let number): (form, merchant) = (number, nil)
        case .encryption(let identifier): (form, merchant) = (nil, identifier)
        }
        domains = issued.domains
        notBefore = issued.notBefore.description
        notAfter = issued.notAfter.description
        revokedAt = issued.revokedAt?.description
        reason = issued.revocationReason?.rawValue
        certificate = issued.pem
        chain = issued.pem + authority.identity.certificatePEM
    }
}
