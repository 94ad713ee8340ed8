/// Why a broker's list of reader authorities cannot be used.
public enum ReaderAuthoritiesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A certificate is no self-signed root of an authority; its position.
    case unusableRoot(Int)
    /// A revocation list is none, or none of the roots signed it; its position.
    case unusableRevocationList(Int)

    /// Stable code.
    public var code: String {
        switch self {
        case .unusableRoot: "broker.unusableRoot"
        case .unusableRevocationList: "broker.unusableRevocationList"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .unusableRoot(let index):
            "reader authority \(index) is not a readable, self-signed X.509 v3 root that may issue certificates; remove or replace it"
        case .unusableRevocationList(let index):
            "revocation list \(index) is no list in DER that one of the reader authorities signed; fetch it anew, or remove it"
        }
    }
}
