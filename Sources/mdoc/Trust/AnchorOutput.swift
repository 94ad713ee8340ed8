import DocumentTrust
import MobileDocument

/// A certificate with what it is trusted for, as commands print it.
struct AnchorOutput: Encodable {
    let subject: String
    let sha256: String
    let notBefore: String
    let notAfter: String
    let role: TrustRole?
    let docTypes: [String]?
    let jurisdictions: [String]?
    let provenance: String
    let added: String?

    init(_ anchor: TrustAnchor, role: TrustRole, added: Instant? = nil) {
        subject = anchor.certificate.subject
        sha256 = Hexadecimal.text(anchor.certificate.fingerprint)
        notBefore = anchor.certificate.notBefore.description
        notAfter = anchor.certificate.notAfter.description
        self.role = role
        switch anchor.scope {
        case .anyDocType: docTypes = nil
        case .docTypes(let names): docTypes = names.map(\.rawValue).sorted()
        }
        jurisdictions = anchor.jurisdictions.map { $0.map(\.description).sorted() }
        provenance = anchor.provenance
        self.added = added?.description
    }

    /// An authority of readers, which has no role in a store.
    init(_ entry: RICALEntry, of list: VerifiedRICAL) {
        subject = entry.certificate.subject
        sha256 = Hexadecimal.text(entry.certificate.fingerprint)
        notBefore = entry.certificate.notBefore.description
        notAfter = entry.certificate.notAfter.description
        role = nil
        docTypes = nil
        jurisdictions = nil
        provenance = list.provenance
        added = nil
    }

    /// Sets it on a page.
    func set(on page: inout Page) {
        let width = 11
        page.line(subject, .bold)
        page.entry("sha256", labelStyle: .faint, sha256, width: width)
        page.entry("valid", labelStyle: .faint, "\(notBefore) to \(notAfter)", width: width)
        page.entry("vouches for", labelStyle: .faint, purpose, width: width)
        if let jurisdictions { page.entry("of", labelStyle: .faint, jurisdictions.joined(separator: ", "), width: width) }
        page.entry("from", labelStyle: .faint, provenance, width: width)
        if let added { page.entry("added", labelStyle: .faint, added, width: width) }
    }

    private var purpose: String {
        switch role {
        case .list: "lists of authorities"
        case .reader, nil: "readers"
        case .issuer: docTypes?.joined(separator: ", ") ?? "every document type"
        }
    }
}
