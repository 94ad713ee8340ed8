/// What an end-entity certificate must be for, by object identifiers of its extended key usage.
enum CertificatePurpose {
    case documentSigner
    case readerAuthentication
    case vicalSigner

    /// `anyExtendedKeyUsage`, which an intermediate authority may have.
    static let any = "2.5.29.37.0"

    /// Any one of these must be listed; others may stand beside it (ISO/IEC 18013-5 second edition, annex B).
    var accepted: Set<String> {
        switch self {
        case .documentSigner: ["1.0.18013.5.1.2", "1.0.23220.4.1.2"]
        case .readerAuthentication: ["1.0.18013.5.1.6", "1.0.23220.4.1.6"]
        case .vicalSigner: ["1.0.18013.5.1.8", "1.0.23220.4.1.8"]
        }
    }

    var name: String {
        switch self {
        case .documentSigner: "document signing (1.0.18013.5.1.2)"
        case .readerAuthentication: "reader authentication (1.0.18013.5.1.6)"
        case .vicalSigner: "signing lists of issuing authorities (1.0.18013.5.1.8)"
        }
    }
}
