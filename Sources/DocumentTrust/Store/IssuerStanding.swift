/// How an issuer that somebody wrote down stands with a store of trusted roots: by which root it is trusted, or why it is not.
public enum IssuerStanding: Sendable, CustomStringConvertible {
    /// Its root was confirmed, or a usable list names it, and the root may vouch for its documents.
    case trusted(TrustAnchor)
    /// Its root is in the store, and may not vouch for its documents.
    case otherDocuments(TrustAnchor)
    /// Its root is in the store, and is not valid at that time.
    case notValid(TrustAnchor)
    /// Its root is never trusted; why.
    case distrusted(reason: String)
    /// Nobody has confirmed its root, which it publishes here.
    case unconfirmed(page: String)
    /// There is no root to confirm; why.
    case withoutRoot(reason: String)

    /// Stable code of the standing.
    public var code: String {
        switch self {
        case .trusted: "issuer.trusted"
        case .otherDocuments: "issuer.otherDocuments"
        case .notValid: "issuer.notValid"
        case .distrusted: "issuer.distrusted"
        case .unconfirmed: "issuer.unconfirmed"
        case .withoutRoot: "issuer.withoutRoot"
        }
    }

    /// The root in the store, where there is one.
    public var anchor: TrustAnchor? {
        switch self {
        case .trusted(let anchor), .otherDocuments(let anchor), .notValid(let anchor): anchor
        case .distrusted, .unconfirmed, .withoutRoot: nil
        }
    }

    /// A sentence for people, without a full stop.
    public var description: String {
        switch self {
        case .trusted(let anchor): "trusted, by \(anchor.certificate.subject) (\(anchor.provenance))"
        case .otherDocuments(let anchor): "its root \(anchor.certificate.subject) is in the store for other documents only"
        case .notValid(let anchor): "its root \(anchor.certificate.subject) is valid from \(anchor.certificate.notBefore) to \(anchor.certificate.notAfter)"
        case .distrusted(let reason): "its root is distrusted: \(reason)"
        case .unconfirmed(let page): "nobody has confirmed its root, published at \(page)"
        case .withoutRoot(let reason): "no root to trust: \(reason)"
        }
    }
}
