import DocumentTrust

/// Which authorities may sign the revocation list of an address.
struct RevocationSources {
    /// Most authorities of one address whose signers named it.
    static let maximumNamed = 8
    /// Most roots that name one address.
    private static let maximumRoots = 8
    /// While keys change, an authority has a few certificates.
    private static let maximumCertificates = 4
    /// A certificate may name a few mirrors.
    private static let maximumAddresses = 4

    private var byAddress: [String: [TrustAnchor]] = [:]
    private var bySubject: [String: [TrustAnchor]] = [:]

    /// Looks through the roots that are trusted.
    init(_ anchors: [TrustAnchor]) {
        for anchor in anchors {
            bySubject[anchor.certificate.subject, default: []].append(anchor)
            for address in Self.named(by: anchor) { byAddress[address, default: []].append(anchor) }
        }
    }

    /// The addresses that some roots name, sorted.
    static func addresses(of anchors: [TrustAnchor]) -> [String] { Set(anchors.flatMap(named)).sorted() }

    private static func named(by anchor: TrustAnchor) -> ArraySlice<String> {
        fetchable(anchor.certificate.revocationListAddresses).prefix(maximumAddresses)
    }

    /// Without addresses of other ways than https and http, as of a directory (LDAP), beside which an authority names one that is fetched from.
    static func fetchable(_ addresses: [String]) -> [String] { addresses.filter { (try? ResourceAddress($0)) != nil } }

    /// The roots that name an address, and those that have the name of an authority whose signers named it.
    func authorities(of address: String, named subjects: Set<String>) -> [TrustAnchor] {
        var authorities = Array((byAddress[address] ?? []).prefix(Self.maximumRoots))
        for subject in subjects.sorted().prefix(Self.maximumNamed) {
            let unseen = (bySubject[subject] ?? []).filter { new in !authorities.contains { $0.certificate.encoded == new.certificate.encoded } }
            authorities += unseen.prefix(Self.maximumCertificates)
        }
        return authorities
    }

    /// Whether a list may be taken beside those that are held. Whoever serves what an authority signed earlier, with an older key as well, keeps
    /// the newer list from us.
    static func maySucceed(_ list: RevocationList, _ held: [WatchedSource.HeldRevocationList]) -> Bool {
        held.allSatisfy { held in
            // Numbers of different keys say nothing of each other.
            if held.list.isOfSameAuthority(as: list) { return list.maySucceed(held.list) }
            return !held.list.hasSameIssuerName(as: list) || held.list.thisUpdate <= list.thisUpdate
        }
    }

    /// The list, where one of the authorities signed it.
    static func verify(_ der: [UInt8], by authorities: [TrustAnchor]) throws(RevocationListFault) -> RevocationList {
        var fault = RevocationListFault.otherIssuer
        for authority in authorities {
            do {
                return try RevocationList(der, issuedBy: authority)
            } catch {
                // That a list is another authority's says less than what is wrong with it under its own.
                if error != .otherIssuer { fault = error }
            }
        }
        throw fault
    }
}
