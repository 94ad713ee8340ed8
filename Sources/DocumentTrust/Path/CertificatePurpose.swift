import MobileDocument

/// What an end-entity certificate must be for, by object identifiers of its extended key usage.
enum CertificatePurpose {
    case documentSigner
    case readerAuthentication
    case vicalSigner
    case ricalSigner

    /// `anyExtendedKeyUsage`, which an intermediate authority may have.
    static let any = "2.5.29.37.0"

    /// Any one of these must be listed; others may stand beside it (ISO/IEC 18013-5 second edition, annex B).
    var accepted: Set<String> {
        switch self {
        case .documentSigner: Self.documentSigning
        case .readerAuthentication: Self.readerAuthenticating
        case .vicalSigner, .ricalSigner: Self.listSigning
        }
    }

    // Made once: every document asks.
    private static let documentSigning: Set<String> = ["1.0.18013.5.1.2", "1.0.23220.4.1.2"]
    private static let readerAuthenticating: Set<String> = ["1.0.18013.5.1.6", "1.0.23220.4.1.6"]
    private static let listSigning: Set<String> = ["1.0.18013.5.1.8", "1.0.23220.4.1.8"]

    /// Whether one of these is accepted. Comparing so few takes less than hashing one.
    func accepts(_ purposes: [String]) -> Bool { accepted.contains { purposes.contains($0) } }

    /// Whether a certificate with these purposes is for signing documents of a type. Issuers of European ones have a purpose of their own in
    /// place of the standard's; it is for no other document.
    static func isForDocuments(of docType: DocType, _ purposes: [String]) -> Bool {
        documentSigner.accepts(purposes)
            || purposes.contains(ExtendedKeyUsageIdentifier.europeanSigner) && docType.rawValue.hasPrefix("eu.europa.ec.")
    }

    var name: String {
        switch self {
        case .documentSigner: "document signing (1.0.18013.5.1.2)"
        case .readerAuthentication: "reader authentication (1.0.18013.5.1.6)"
        case .vicalSigner: "signing lists of issuing authorities (1.0.18013.5.1.8)"
        case .ricalSigner: "signing lists of readers' authorities"
        }
    }

    /// Whether an end-entity certificate with these purposes, nil for none stated, will do. There is no purpose of its own for signing
    /// lists of readers' authorities, so any will do but those that are known and of another role.
    func isMet(by purposes: [String]?) -> Bool {
        guard case .ricalSigner = self else { return accepts(purposes ?? []) }
        guard let purposes, !accepts(purposes) else { return true }
        return Self.otherRoles.isDisjoint(with: purposes)
    }

    /// Document signers, links between roots, readers, TLS servers and clients, signers of code.
    private static let otherRoles: Set<String> = [
        "1.0.18013.5.1.2", "1.0.23220.4.1.2", "1.0.18013.5.1.4", "1.0.23220.4.1.4", "1.0.18013.5.1.6", "1.0.23220.4.1.6",
        "1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.3",
    ]
}
