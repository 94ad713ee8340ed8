/// Why a broker's list of reader authorities cannot be used.
public enum ReaderAuthoritiesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A certificate is no self-signed root of an authority; its position.
    case unusableRoot(Int)

    /// Stable code.
    public var code: String { "broker.unusableRoot" }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .unusableRoot(let index):
            "reader authority \(index) is not a readable, self-signed X.509 v3 root that may issue certificates; remove or replace it"
        }
    }
}
