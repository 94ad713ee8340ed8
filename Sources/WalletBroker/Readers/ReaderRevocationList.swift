import CertificateLists
import Foundation
import SwiftASN1
import X509

/// A revocation list that one of the broker's own roots signed (RFC 5280, 5).
struct ReaderRevocationList: Sendable {
    /// Seconds since a list was made after which it is too old, even before its next update is due: two days, as for providers.
    private static let maximumAge: TimeInterval = 172_800
    /// How many seconds the clock of who signs lists may be fast.
    private static let clockTolerance: TimeInterval = 60

    /// The key of the root that signed it; a name alone could be another authority's.
    let issuerKey: Certificate.PublicKey
    /// Serial numbers of what is withdrawn.
    let withdrawn: Set<[UInt8]>
    private let made: Date
    private let due: Date
    private let number: RevocationListNumber?

    /// Reads a list in DER; nil for one that none of the roots signed.
    init?(_ der: [UInt8], signedByOneOf roots: [ChainCertificate]) {
        guard let list = try? RevocationListSyntax(der), let made = Self.date(list.thisUpdate), let due = Self.date(list.nextUpdate),
            made <= due, let root = roots.first(where: {
                UntypedName.isSame($0.certificate.subject, list.issuer) && $0.maySignLists && list.isSigned(by: $0.certificate.publicKey)
            })
        else { return nil }
        issuerKey = root.certificate.publicKey
        withdrawn = list.revoked
        (self.made, self.due, number) = (made, due, list.number)
    }

    /// Whether it has begun, as clocks go, no newer one is due, and it is not too old.
    func isFresh(at time: Date) -> Bool { !isAhead(of: time) && time <= min(due, made.addingTimeInterval(Self.maximumAge)) }

    /// Whether it begins later than a moment, by more than clocks differ.
    func isAhead(of time: Date) -> Bool { made > time.addingTimeInterval(Self.clockTolerance) }

    /// Whether it was made before another one; by their numbers where both are of one moment.
    func isOlder(than other: ReaderRevocationList) -> Bool {
        let none = RevocationListNumber(0)
        return made == other.made ? (number ?? none) < (other.number ?? none) : made < other.made
    }

    private static func date(_ time: GeneralizedTime) -> Date? {
        var components = DateComponents(
            year: time.year, month: time.month, day: time.day, hour: time.hours, minute: time.minutes, second: time.seconds)
        components.timeZone = .gmt
        return Calendar(identifier: .gregorian).date(from: components)
    }
}
