import MobileDocument

/// The revocation lists of several authorities.
struct RevocationLists: Sendable {
    private let lists: [RevocationList]

    init(_ lists: [RevocationList]) { self.lists = lists }

    /// The newest list of an authority that was made before a time. An authority is its name and its key: a renewed
    /// certificate of both is the same.
    func newest(of authority: ParsedCertificate, before time: Instant) -> RevocationList? {
        lists.filter { $0.thisUpdate <= time && isList($0, of: authority) }.max { $0.thisUpdate < $1.thisUpdate }
    }

    /// Whether there is any list of an authority.
    func has(_ authority: ParsedCertificate) -> Bool { lists.contains { isList($0, of: authority) } }

    private func isList(_ list: RevocationList, of authority: ParsedCertificate) -> Bool {
        list.issuer.certificate.subject == authority.certificate.subject
            && list.issuer.certificate.publicKey == authority.certificate.publicKey
    }
}
