import CBOR
import DocumentTrust
import MobileDocument

/// One certificate beside its profile.
struct CertificateReview {
    private let file: String
    /// The certificate; nil where it cannot be used at all.
    let certificate: ParsedCertificate?
    /// Why it cannot be used.
    let fault: CertificateFault?
    /// The profile it was compared with; nil where nothing says what it is for.
    let profile: CertificateProfile?
    /// The rules, kept and broken.
    let results: [CertificateRuleResult]
    /// What the revocation lists say; nil where none was given, or none is of its issuer.
    let revocation: Revocation?
    /// The newest of the revocation lists. Whether it still counts is for whoever reads its dates: a review knows no time.
    private let newestList: RevocationList?

    /// Whether a certificate is on one of the lists.
    enum Revocation: String {
        case revoked
        case notListed = "not listed"
    }

    init(
        _ bytes: [UInt8], from file: String, issuedBy issuer: ParsedCertificate?, profile chosen: CertificateProfile?,
        revocationLists: [RevocationList]
    ) {
        self.file = file
        newestList = revocationLists.max { $0.thisUpdate < $1.thisUpdate }
        do {
            // A reader's may be as large as its brand's icon makes it, and no other.
            let read = try ParsedCertificate(reader: ByteSlice(bytes))
            let profile = chosen ?? CertificateProfile.suggested(for: read)
            let certificate = try profile?.name == CertificateProfile.reader.name ? read : ParsedCertificate(ByteSlice(bytes))
            self.certificate = certificate
            self.profile = profile
            fault = nil
            results = profile?.check(certificate, issuedBy: issuer) ?? []
            let isOfIssuer = issuer.map { certificate.issuer == $0.subject } ?? false
            revocation = !isOfIssuer || revocationLists.isEmpty ? nil : revocationLists.contains { $0.contains(certificate) } ? .revoked : .notListed
        } catch {
            certificate = nil
            profile = nil
            fault = error
            results = []
            revocation = nil
        }
    }

    /// SHA-256 of its bytes, as people compare it.
    var fingerprint: String? { certificate.map { Hexadecimal.text($0.fingerprint) } }

    /// Whether a document or a request would be refused for it.
    var isRefused: Bool { certificate == nil || revocation == .revoked || results.contains { !$0.isKept && $0.severity == .refuse } }

    /// Sets it on a page.
    func set(on page: inout Page) {
        guard let certificate else {
            page.line("✘ \(file): \(fault?.description ?? "")", .red)
            page.gap()
            return
        }
        page.line(certificate.subject, .bold)
        page.entry("file", labelStyle: .faint, file, width: 7)
        page.entry("SHA-256", labelStyle: .faint, fingerprint ?? "", width: 7)
        page.entry("valid", labelStyle: .faint, "\(certificate.notBefore) to \(certificate.notAfter)", width: 7)
        page.entry("profile", labelStyle: .faint, profile.map { "\($0.name): \($0.title)" } ?? "nothing says what it is for; name one with --profile", width: 7)
        if let revocation, let newestList {
            let dates = "the newest was made on \(newestList.thisUpdate), the next one is due by \(newestList.nextUpdate)"
            page.entry("revoked", labelStyle: .faint, revocation == .revoked ? "✘ yes" : "not by the lists given; \(dates)", width: 7)
        }
        let kept = results.filter(\.isKept).map(\.rule)
        if !kept.isEmpty { page.entry("✔ kept", labelStyle: .green, kept.joined(separator: ", "), width: 7) }
        for result in results {
            guard let fault = result.fault else { continue }
            let (mark, style): (String, Ink.Style) = result.severity == .refuse ? ("✘", .red) : ("!", .yellow)
            page.entry("\(mark) \(result.rule)", labelStyle: style, fault, width: 25)
        }
        page.gap()
    }
}
