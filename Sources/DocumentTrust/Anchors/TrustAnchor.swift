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

    /// Trusts a root.
    public init(
        _ certificate: ParsedCertificate, scope: Scope = .anyDocType, jurisdictions: Set<Jurisdiction>? = nil, provenance: String
    ) {
        self.certificate = certificate
        self.scope = scope
        self.jurisdictions = jurisdictions
        self.provenance = provenance
        terms = nil
    }

    /// Trusts a root of readers on the terms of a list.
    init(_ certificate: ParsedCertificate, terms: RICALTerms, provenance: String) {
        self.certificate = certificate
        scope = .anyDocType
        jurisdictions = nil
        self.provenance = provenance
        self.terms = terms
    }

    /// Whether it may vouch for a signer, by the place that names.
    func coversPlace(of signer: ParsedCertificate) -> Bool {
        jurisdictions?.contains { $0.contains(signer) } ?? true
    }
}
