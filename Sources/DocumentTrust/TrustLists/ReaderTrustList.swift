package import MobileDocument
package import X509

/// The authorities whose reader certificates a wallet trusts. A snapshot: to change trust, make a new one.
public struct ReaderTrustList: Sendable {
    /// Age in seconds beyond which a revocation list of readers is not relied on: two days, within which a withdrawn
    /// certificate stops being trusted.
    public static let defaultMaximumListAge: Int64 = 172_800

    let index: TrustAnchorIndex
    let revocationLists: RevocationLists
    let maximumListAge: Int64
    private let constraintRules: (any RICALConstraintRules)?

    /// Makes a list; an empty one trusts nobody.
    ///
    /// - Parameters:
    ///   - anchors: the authorities.
    ///   - lists: verified lists of authorities. Each vouches for readers on its own terms.
    ///   - constraintRules: what the wallet knows of the lists' trust constraints; without it none of them holds.
    ///   - revocationLists: their revocation lists, fetched ahead of time. An authority of which none is given leaves
    ///     revocation unknown, which refuses nothing; one whose lists are all too old has its readers refused.
    ///   - maximumListAge: seconds since a list was made after which it is too old, even before its next update is due.
    public init(
        _ anchors: [TrustAnchor], lists: [VerifiedRICAL] = [], constraintRules: (any RICALConstraintRules)? = nil,
        revocationLists: [RevocationList] = [], maximumListAge: Int64 = defaultMaximumListAge
    ) {
        self.init(
            anchors, lists: lists, distrusted: [], constraintRules: constraintRules, revocationLists: revocationLists,
            maximumListAge: maximumListAge)
    }

    /// The same, without authorities that a store distrusts.
    ///
    /// - Parameter distrusted: authorities that vouch for no reader, whoever names them.
    init(
        _ anchors: [TrustAnchor], lists: [VerifiedRICAL], distrusted: [DistrustedAuthority], constraintRules: (any RICALConstraintRules)?,
        revocationLists: [RevocationList], maximumListAge: Int64 = defaultMaximumListAge
    ) {
        let trusted = (anchors + lists.flatMap(\.anchors)).filter { distrusted.authority(of: $0.certificate) == nil }
        index = TrustAnchorIndex(trusted, distrusted: distrusted)
        self.constraintRules = constraintRules
        self.revocationLists = RevocationLists(revocationLists)
        self.maximumListAge = max(maximumListAge, 0)
    }

    /// The authorities, those of lists included.
    public var anchors: [TrustAnchor] { index.anchors }

    /// Whether the list that names a path's root trusts the reader on its terms; nil where no list names it.
    func allows(_ path: CertificationPath) -> Bool? { path.anchor.terms.map { $0.allow(path, by: constraintRules) } }

    /// Whether an authority has withdrawn what has a serial number, has no fresh list that says it has not, or is none of these. An authority
    /// without any list has withdrawn nothing.
    ///
    /// - Parameter authority: its certificate.
    package func hasWithdrawn(_ serialNumber: [UInt8], authority: Certificate, at time: Instant) -> Bool {
        guard let anchor = anchors.first(where: { $0.certificate.certificate == authority })?.certificate else { return true }
        guard revocationLists.has(anchor) else { return false }
        guard let list = revocationLists.newest(of: anchor, at: time), !list.contains(serialNumber: serialNumber) else { return true }
        return time > list.nextUpdate || time > list.thisUpdate.advanced(bySeconds: maximumListAge)
    }
}
