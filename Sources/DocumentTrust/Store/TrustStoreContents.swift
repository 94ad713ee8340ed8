/// Everything in a store, judged at one moment. Immutable: a later change of the store does not change it.
public struct TrustStoreContents: Sendable {
    /// The certificates that were confirmed, in the order in which they were added.
    public let anchors: [StoredAnchor]
    /// The lists of issuing authorities, whether they are usable at the moment or not.
    public let lists: [StoredTrustList<VerifiedVICAL>]
    /// The lists of readers' authorities, likewise.
    public let readerLists: [StoredTrustList<VerifiedRICAL>]
    /// The authorities that are never trusted, even if a list names them.
    public let distrusted: [DistrustedAuthority]

    /// Every authority that vouches for documents: those confirmed one by one, then those of usable lists, without those that
    /// are distrusted.
    public var issuers: [TrustAnchor] {
        (anchors.filter { $0.role == .issuer }.map(\.anchor) + lists.flatMap(\.anchors)).filter { !isDistrusted($0.certificate) }
    }

    /// Whether a certificate is that of a distrusted authority.
    public func isDistrusted(_ certificate: ParsedCertificate) -> Bool { distrusted.authority(of: certificate) != nil }

    /// Everybody whose revocation lists matter: authorities of documents, of readers and of list providers.
    public var authorities: [TrustAnchor] { authoritiesByStanding.flatMap { $0 } }

    /// The same by who says so: those that a person confirmed, those on lists of issuing authorities, those on lists of readers'.
    package var authoritiesByStanding: [[TrustAnchor]] {
        [anchors.map(\.anchor), lists.flatMap(\.anchors), readerLists.flatMap { $0.list?.anchors ?? [] }]
            .map { authorities in authorities.filter { !isDistrusted($0.certificate) } }
    }

    /// The verifier's input.
    ///
    /// - Parameter revocationLists: revocation lists of the authorities, fetched ahead of time.
    public func issuerTrust(revocationLists: [RevocationList]) -> IssuerTrustList {
        IssuerTrustList(issuers, distrusted: distrusted, revocationLists: revocationLists)
    }

    /// Whom a wallet trusts to ask: the readers' authorities confirmed one by one, and those of usable lists on the lists' terms,
    /// without those that are distrusted.
    ///
    /// - Parameters:
    ///   - revocationLists: revocation lists of the authorities, fetched ahead of time.
    ///   - constraintRules: what the wallet knows of the lists' trust constraints; without it none of them holds.
    ///   - maximumListAge: seconds since a revocation list was made after which it is too old, even before its next update is due.
    public func readerTrust(
        revocationLists: [RevocationList], constraintRules: (any RICALConstraintRules)? = nil,
        maximumListAge: Int64 = ReaderTrustList.defaultMaximumListAge
    ) -> ReaderTrustList {
        ReaderTrustList(
            anchors.filter { $0.role == .reader }.map(\.anchor), lists: readerLists.compactMap(\.list), distrusted: distrusted,
            constraintRules: constraintRules, revocationLists: revocationLists, maximumListAge: maximumListAge)
    }

    /// The same store as if nobody had been confirmed: for a time in which it cannot be known who is. Distrust stays.
    public var trustingNobody: TrustStoreContents { TrustStoreContents(anchors: [], lists: [], readerLists: [], distrusted: distrusted) }

    /// Whose signed lists of authorities count: the roots of list providers that were confirmed, without those that are distrusted. For who verifies
    /// a list without taking it into the store; a list that a distrusted certificate signed or vouches for is refused. One that is not may still
    /// name a distrusted authority: leave out the anchors of which `isDistrusted` says so.
    ///
    /// - Parameter revocationLists: revocation lists of the list providers, fetched ahead of time.
    public func listAuthorities(revocationLists: [RevocationList] = []) -> TrustListAuthorities {
        TrustListAuthorities(
            anchors.filter { $0.role == .list && !isDistrusted($0.anchor.certificate) }.map(\.anchor), distrusted: distrusted,
            revocationLists: revocationLists)
    }
}
