import Foundation
import X509

/// What the revocation lists of the broker's own roots say.
///
/// Withdrawn is for good: a list that has ended since still says so. A root that has lists vouches for nobody unless one of them is fresh,
/// so a reader that was withdrawn is unknown here at the latest when the list from before is too old. A root without any list leaves
/// it unknown who was withdrawn, which hides nobody.
struct ReaderRevocation: Sendable {
    private let lists: [Certificate.PublicKey: [ReaderRevocationList]]

    init(_ lists: [ReaderRevocationList]) { self.lists = Dictionary(grouping: lists, by: \.issuerKey) }

    /// Whether an issuer still stands behind a certificate that it signed.
    func allows(_ certificate: ChainCertificate, issuedBy issuer: ChainCertificate, at time: Date) -> Bool {
        allows(Array(certificate.certificate.serialNumber.bytes), issuedBy: issuer, at: time)
    }

    /// Whether an issuer still stands behind what it gave this serial number.
    func allows(_ serialNumber: [UInt8], issuedBy issuer: ChainCertificate, at time: Date) -> Bool {
        let isWithdrawn = lists[issuer.certificate.publicKey]?.contains { $0.withdrawn.contains(serialNumber) } ?? false
        return isFresh(issuer, at: time) && !isWithdrawn
    }

    /// Whether a root has a fresh list, or none at all.
    func isFresh(_ root: ChainCertificate, at time: Date) -> Bool {
        lists[root.certificate.publicKey]?.contains { $0.isFresh(at: time) } ?? true
    }
}
