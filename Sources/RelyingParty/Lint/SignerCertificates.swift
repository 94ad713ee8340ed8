import COSE
import DocumentTrust
import MobileDocument

/// What is wrong with the certificates of a request's signers, in the order of the signatures.
struct SignerCertificates {
    /// The page's origin; nil where it is not known.
    let origin: Origin?
    /// The moment to judge by.
    let time: Instant

    /// What wallets refuse a certificate for.
    private(set) var faults: [String] = []
    /// What departs from the reader profile and is let pass.
    private(set) var deviations: [String] = []
    /// Certificates for other pages.
    private(set) var elsewhere: [String] = []
    /// Elements that certificates do not grant.
    private(set) var beyond: [String] = []
    /// Certificates that have ended, or have not begun.
    private(set) var outOfTime: [String] = []
    /// Certificates with whose keys nothing is computed here.
    private(set) var uncomputed: [String] = []

    init(origin: Origin?, time: Instant) {
        self.origin = origin
        self.time = time
    }

    /// Looks at the certificate of a signature.
    ///
    /// - Parameter asked: what was signed.
    mutating func look(at signature: COSESign1, asked: [ItemsRequest]) {
        guard let encoded = signature.headers.certificate else { return faults.append("a signature carries no certificate") }
        do {
            let certificate = try ParsedCertificate(reader: encoded)
            lookAtProfile(certificate)
            if time < certificate.notBefore || time > certificate.notAfter {
                outOfTime.append("\"\(certificate.subject)\" is valid from \(certificate.notBefore) to \(certificate.notAfter)")
            }
            let details = try ReaderCertificateDetails(certificate)
            if let origin, !details.covers(host: origin.host) {
                elsewhere.append("\"\(certificate.subject)\" is for \(details.domains.joined(separator: ", "))")
            }
            if let allowed = details.allowedElements, let element = asked.lazy.compactMap({ allowed.firstBeyond($0) }).first {
                beyond.append("\"\(certificate.subject)\" does not grant \(element)")
            }
        } catch CertificateFault.unsupportedKey(let name) {
            uncomputed.append("a certificate's key is \(name), with which nothing is computed here")
        } catch {
            faults.append("\(error)")
        }
    }

    private mutating func lookAtProfile(_ certificate: ParsedCertificate) {
        for result in CertificateProfile.reader.check(certificate, issuedBy: nil) {
            guard let fault = result.fault else { continue }
            let text = "\"\(certificate.subject)\" \(fault)"
            if result.severity == .refuse { faults.append(text) } else { deviations.append(text) }
        }
    }
}
