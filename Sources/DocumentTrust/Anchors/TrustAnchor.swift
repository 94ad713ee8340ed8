public import MobileDocument

/// A root certificate somebody decided to trust, and what for.
public struct TrustAnchor: Sendable {
    /// The document types an authority may vouch for.
    public enum Scope: Sendable, Hashable {
        /// Every type.
        case anyDocType
        /// These types only.
        case docTypes(Set<DocType>)

        /// Whether the type is in scope.
        public func contains(_ docType: DocType) -> Bool {
            switch self {
            case .anyDocType: true
            case .docTypes(let docTypes): docTypes.contains(docType)
            }
        }
    }

    /// The root.
    public let certificate: ParsedCertificate
    /// What it may vouch for.
    public let scope: Scope
    /// The places whose document signers it may vouch for; nil for any. An empty set is nowhere.
    public let jurisdictions: Set<Jurisdiction>?
    /// Where it came from, such as a file's name; shown in reports.
    public let provenance: String
    /// The terms of the list of readers' authorities that names it; nil for any other root.
    let terms: RICALTerms?
    /// The last moment at which the list that names it may be used; nil where the list says none, and for any other root.
    let listEnd: Instant?

    /// Trusts a root.
    public init(
        _ certificate: ParsedCertificate, scope: Scope = .anyDocType, jurisdictions: Set<Jurisdiction>? = nil, provenance: String
    ) {
        self.certificate = certificate
        self.scope = scope
        self.jurisdictions = jurisdictions
        self.provenance = provenance
        terms = nil
        listEnd = nil
    }

    /// Trusts a root of documents that a list names.
    init(_ entry: VICALEntry, of list: VerifiedVICAL) {
        certificate = entry.certificate
        scope = .docTypes(entry.docTypes)
        jurisdictions = nil
        provenance = list.provenance
        terms = nil
        listEnd = list.notAfter
    }

    /// Trusts a root of readers on the terms of a list.
    init(_ certificate: ParsedCertificate, terms: RICALTerms, listEnd: Instant?, provenance: String) {
        self.certificate = certificate
        scope = .anyDocType
        jurisdictions = nil
        self.provenance = provenance
        self.terms = terms
        self.listEnd = listEnd
    }

    /// Whether the list that names it may still be used; true for a root that no list names.
    func isListed(at time: Instant) -> Bool { listEnd.map { time <= $0 } ?? true }

    /// When that list ends, for a report.
    var listEnding: String? { listEnd.map { "the root \"\(certificate.subject)\" is trusted by a list (\(provenance)) that ended on \($0)" } }

    /// The last moment at which it may vouch for anything.
    var lastMoment: Instant { listEnd.map { min($0, certificate.notAfter) } ?? certificate.notAfter }

    /// Whether it may vouch for a signer, by the place that names.
    func coversPlace(of signer: ParsedCertificate) -> Bool {
        jurisdictions?.contains { $0.contains(signer) } ?? true
    }
}
