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
    ///   90 days, a certificate is in it twice, a serial number is empty, zero or longer than 20 octets, or a time is not one a
    ///   list can hold. Zeros that lead a serial number do not count.
    public init(number: UInt64, thisUpdate: Instant, nextUpdate: Instant, revoked: [RevokedCertificate]) throws(IssuingError) {
        guard thisUpdate < nextUpdate, nextUpdate <= thisUpdate.advanced(byDays: Self.maximumDays) else {
            throw IssuingError(.revocationList, "a list must be due for renewal after it is made and within \(Self.maximumDays) days")
        }
        // X.509 libraries strip the zero that keeps a number from being negative, so the first octet says nothing about its sign.
        let serialNumbers = revoked.map { $0.serialNumber.drop { $0 == 0 } }
        guard Set(serialNumbers).count == revoked.count else {
            throw IssuingError(.revocationList, "a certificate is on the list twice")
        }
        guard serialNumbers.allSatisfy({ (1...20).contains($0.count) }) else {
            throw IssuingError(.revocationList, "a serial number is empty, zero or longer than 20 octets")
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
