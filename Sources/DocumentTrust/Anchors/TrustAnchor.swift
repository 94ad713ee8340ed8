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
    /// Where it came from, such as a file's name; shown in reports.
    public let provenance: String

    /// Trusts a root.
    public init(_ certificate: ParsedCertificate, scope: Scope = .anyDocType, provenance: String) {
        self.certificate = certificate
        self.scope = scope
        self.provenance = provenance
    }
}
