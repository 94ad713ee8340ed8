public import IdentityElements
public import MobileDocument

extension TrustStoreContents {
    /// How an issuer that somebody wrote down stands with the store: by its root's fingerprint, and by nothing that the issuer's line says.
    public func standing(of issuer: KnownIssuer, at time: Instant) -> IssuerStanding {
        switch issuer.root {
        case .missing(let reason): return .withoutRoot(reason: reason)
        case .published(let fingerprint, let page):
            let bytes = Hexadecimal.bytes(fingerprint) ?? []
            if let authority = distrusted.first(where: { $0.fingerprint == bytes }) { return .distrusted(reason: authority.reason) }
            let roots = issuers.filter { $0.certificate.fingerprint == bytes }
            guard let first = roots.first else { return .unconfirmed(page: page) }
            // A root may be there twice, confirmed and on a list, for different documents.
            guard let root = roots.first(where: { $0.scope.contains(DocType(rawValue: issuer.docType)) }) else { return .otherDocuments(first) }
            return time >= root.certificate.notBefore && time <= root.certificate.notAfter ? .trusted(root) : .notValid(root)
        }
    }
}
