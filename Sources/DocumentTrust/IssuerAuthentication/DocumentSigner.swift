/// The signer of a document with everything about it that depends neither on the time nor on the document.
///
/// A class, so that one found once is handed out again and again without copying what it holds.
final class DocumentSigner: Sendable {
    /// The signer's certificate.
    let certificate: ParsedCertificate
    /// Its path to a trusted root; nil where there is none.
    let path: CertificationPath?
    /// Why there is no path.
    let pathFailure: CertificationPath.Failure?
    /// What applications are told of it; present with a path.
    let description: SignerDescription?
    /// Deviations from the certificate profile, judged against the root.
    let findings: [ProfileFinding]
    /// Whether nobody but itself vouches for it.
    let isSelfSigned: Bool

    /// A signer with a path.
    init(_ path: CertificationPath) {
        certificate = path.certificates[0]
        self.path = path
        pathFailure = nil
        description = SignerDescription(path)
        findings = certificate.documentSignerFindings(issuedBy: path.anchor.certificate)
        isSelfSigned = false
    }

    /// A signer for which no path was found.
    init(_ certificate: ParsedCertificate, without failure: CertificationPath.Failure) {
        self.certificate = certificate
        path = nil
        pathFailure = failure
        description = nil
        findings = []
        isSelfSigned = certificate.isSelfSigned
    }

    /// A signer whose certificate breaks a rule of form; it never gets a path.
    init(rejected certificate: ParsedCertificate) {
        self.certificate = certificate
        path = nil
        pathFailure = nil
        description = nil
        findings = []
        isSelfSigned = false
    }
}
