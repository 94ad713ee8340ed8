public import MobileDocument

/// What a certificate revocation list says (RFC 5280, section 5): version 2, complete, with authority key identifier and
/// number.
public struct RevocationListContent: Sendable, Hashable {
    /// Longest time between two lists in days.
    public static let maximumDays = 90

    /// The list's number; each list has a higher one than the last.
    public let number: UInt64
    /// When it is made.
    public let thisUpdate: Instant
    /// When a newer one is due.
    public let nextUpdate: Instant
    /// The withdrawn certificates.
    public let revoked: [RevokedCertificate]

    /// Describes a list.
    ///
    /// - Throws: ``IssuingError`` with code `issuer.revocationList` if it does not end after it begins or lasts for more than
    ///   90 days, a certificate is in it twice, a serial number is empty, negative or longer than 20 octets, or a time is not
    ///   one a list can hold.
    public init(number: UInt64, thisUpdate: Instant, nextUpdate: Instant, revoked: [RevokedCertificate]) throws(IssuingError) {
        guard thisUpdate < nextUpdate, nextUpdate <= thisUpdate.advanced(byDays: Self.maximumDays) else {
            throw IssuingError(.revocationList, "a list must be due for renewal after it is made and within \(Self.maximumDays) days")
        }
        guard Set(revoked.map(\.serialNumber)).count == revoked.count else {
            throw IssuingError(.revocationList, "a certificate is on the list twice")
        }
        for entry in revoked {
            guard (1...20).contains(entry.serialNumber.count), entry.serialNumber[0] < 0x80 else {
                throw IssuingError(.revocationList, "a serial number is empty, negative or longer than 20 octets")
            }
        }
        let times = [thisUpdate, nextUpdate] + revoked.map(\.time)
        guard times.allSatisfy({ (0...CertificateTime.latest).contains($0.secondsSinceEpoch) }) else {
            throw IssuingError(.revocationList, "a time lies before 1970 or after 9999")
        }
        self.number = number
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
        self.revoked = revoked
    }
}
