import CertificateLists
import Foundation
import SwiftASN1
import X509

/// What the revocation lists of the broker's own roots say (RFC 5280, 5).
///
/// Withdrawn is for good: a list that has ended since still says so. A root that has lists vouches for nobody unless one of them is fresh,
/// so a reader that was withdrawn is unknown here at the latest when the list from before is too old. A root without any list leaves
/// it unknown who was withdrawn, which hides nobody.
struct ReaderRevocation: Sendable {
    /// A certificate by the key that issued it; names alone could be another authority's.
    private struct Entry: Hashable {
        let issuerKey: Certificate.PublicKey
        let serialNumber: [UInt8]
    }

    /// Seconds since a list was made after which it is too old, even before its next update is due: two days, as for providers.
    static let maximumAge: TimeInterval = 172_800

    private var withdrawn: Set<Entry> = []
    /// When the lists of each root are fresh.
    private var periods: [Certificate.PublicKey: [ClosedRange<Date>]] = [:]

    /// Takes a list in DER that one of the roots signed.
    ///
    /// - Returns: whether it is one.
    mutating func add(_ list: [UInt8], signedByOneOf roots: [ChainCertificate]) -> Bool {
        guard let list = try? RevocationListSyntax(list), let made = Self.date(list.thisUpdate), let due = Self.date(list.nextUpdate), made <= due,
            let root = roots.first(where: { $0.certificate.subject == list.issuer && $0.maySignLists && list.isSigned(by: $0.certificate.publicKey) })
        else { return false }
        let key = root.certificate.publicKey
        withdrawn.formUnion(list.revoked.map { Entry(issuerKey: key, serialNumber: $0) })
        periods[key, default: []].append(made...min(due, made.addingTimeInterval(Self.maximumAge)))
        return true
    }

    /// Whether an issuer still stands behind a certificate that it signed.
    func allows(_ certificate: ChainCertificate, issuedBy issuer: ChainCertificate, at time: Date) -> Bool {
        allows(Array(certificate.certificate.serialNumber.bytes), issuedBy: issuer, at: time)
    }

    /// Whether an issuer still stands behind what it gave this serial number.
    func allows(_ serialNumber: [UInt8], issuedBy issuer: ChainCertificate, at time: Date) -> Bool {
        isFresh(issuer, at: time) && !withdrawn.contains(Entry(issuerKey: issuer.certificate.publicKey, serialNumber: serialNumber))
    }

    /// Whether a root has a fresh list, or none at all.
    func isFresh(_ root: ChainCertificate, at time: Date) -> Bool {
        periods[root.certificate.publicKey]?.contains { $0.contains(time) } ?? true
    }

    private static func date(_ time: GeneralizedTime) -> Date? {
        var components = DateComponents(
            year: time.year, month: time.month, day: time.day, hour: time.hours, minute: time.minutes, second: time.seconds)
        components.timeZone = .gmt
        return Calendar(identifier: .gregorian).date(from: components)
    }
}
