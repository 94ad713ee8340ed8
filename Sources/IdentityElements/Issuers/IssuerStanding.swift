/// How an issuer stands with a store of trusted roots.
public enum IssuerStanding: Sendable, Hashable {
    /// Its root was confirmed.
    case trusted
    /// Nobody has confirmed its root, which it publishes here.
    case unconfirmed(page: String)
    /// There is no root to confirm.
    case withoutRoot(reason: String)
}
