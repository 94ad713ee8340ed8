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
    /// Deviations from the certificate profiles of signer and root that refuse nothing, each one sentence.
    let findings: [String]
    /// Whether nobody but itself vouches for it.
    let isSelfSigned: Bool

    /// A signer with a path.
    init(_ path: CertificationPath) {
        certificate = path.certificates[0]
        self.path = path
        pathFailure = nil
        description = SignerDescription(path)
        findings = Self.findings(path)
        isSelfSigned = false
    }

    /// What refuses has checks of its own in the report.
    private static func findings(_ path: CertificationPath) -> [String] {
        let signer = path.certificates[0]
        let root = path.anchor.certificate
        let issuer = path.certificates.dropFirst().first ?? root
        let ofSigner = CertificateProfile.documentSigner.rules.lazy.filter { $0.severity == .warn }.compactMap { $0.fault(signer, issuer) }
        return ofSigner.map { "the signer \($0)" } + root.deviationsOfRoot.map { "the root \($0)" }
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
