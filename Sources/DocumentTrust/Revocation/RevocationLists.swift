import MobileDocument

/// The revocation lists of several authorities, found by the key of the authority.
struct RevocationLists: Sendable {
    /// Keys are compared as they lie, which costs less than names.
    private let lists: [ArraySlice<UInt8>: [RevocationList]]

    init(_ lists: [RevocationList]) {
        // Who has none needs no memory for them.
        self.lists = lists.isEmpty ? [:] : Dictionary(grouping: lists) { $0.issuer.keyBytes }.mapValues(Self.united)
    }

    /// Of lists of which none is older than the other, each counts: an authority that published two under one number has withdrawn what either names.
    private static func united(_ lists: [RevocationList]) -> [RevocationList] {
        lists.reduce(into: []) { united, list in
            let twin = united.firstIndex { $0.isOfSameAuthority(as: list) && !$0.isOlder(than: list) && !list.isOlder(than: $0) }
            if let twin { united[twin] = united[twin].united(with: list) } else { united.append(list) }
        }
    }

    /// The newest list of an authority that was made by a time, as clocks go. An authority is its name and its key: a renewed
    /// certificate of both is the same, in whatever type of string it writes the name.
    ///
    /// - Parameter tolerance: seconds by which clocks may differ, where these are more than a publisher's clock may be ahead in any case.
    func newest(of authority: ParsedCertificate, at time: Instant, tolerance: Int64 = 0) -> RevocationList? {
        let time = max(time.advanced(bySeconds: tolerance), PublisherClock.latestMoment(at: time))
        return all(of: authority).filter { $0.thisUpdate <= time }.max { $0.isOlder(than: $1) }
    }

    /// Whether there is any list of an authority.
    func has(_ authority: ParsedCertificate) -> Bool { !all(of: authority).isEmpty }

    private func all(of authority: ParsedCertificate) -> [RevocationList] {
        guard !lists.isEmpty else { return [] }
        return (lists[authority.keyBytes] ?? []).filter { $0.isSigned(by: authority) }
    }

    /// What is known of a chain of certificates: revoked if one is, good only if all are.
    ///
    /// - Parameters:
    ///   - chain: each issued by the next, the last by `authority`, which is not looked up.
    ///   - tolerance: seconds by which clocks may differ.
    ///   - maximumAge: the oldest list that counts, in seconds; nil where a list counts until it ends.
    func finding(
        _ chain: [ParsedCertificate], under authority: ParsedCertificate, at time: Instant, tolerance: Int64 = 0, maximumAge: Int64? = nil
    ) -> RevocationFinding {
        .worst(
            chain.indices.lazy.map { index in
                let issuer = index + 1 < chain.count ? chain[index + 1] : authority
                guard let list = newest(of: issuer, at: time, tolerance: tolerance) else {
                    return .unknown("no revocation list of the certificate's authority is at hand")
                }
                return Self.judge(chain[index], by: list, at: time, tolerance: tolerance, maximumAge: maximumAge)
            })
    }

    private static func judge(
        _ certificate: ParsedCertificate, by list: RevocationList, at time: Instant, tolerance: Int64, maximumAge: Int64?
    ) -> RevocationFinding {
        // Revoked is for good: a list that has ended since still says so.
        if list.contains(certificate) { return .revoked("the certificate \"\(certificate.subject)\" is revoked (list of \(list.thisUpdate))") }
        // Only a fault is told in words.
        var age: String { AgeText.age(from: list.thisUpdate, to: time) }
        if time.advanced(bySeconds: -tolerance) > list.nextUpdate {
            return .unknown("the revocation list at hand is \(age) old and a newer one was due on \(list.nextUpdate); judged at \(time)")
        }
        if let maximumAge, list.thisUpdate.advanced(bySeconds: maximumAge) < time {
            return .unknown("the revocation list at hand is \(age) old, the rules accept \(AgeText.duration(maximumAge))")
        }
        return .good
    }
}
