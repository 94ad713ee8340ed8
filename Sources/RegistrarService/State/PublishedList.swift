import CertificateLists
import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument
import Registrar

/// A revocation list as it is handed out.
struct PublishedList: Sendable {
    /// Longest time in seconds a cache may keep it.
    private static let maximumCaching: Int64 = 300

    let derEncoded: [UInt8]
    /// Names the bytes (RFC 9110, 8.8.3).
    let entityTag: String
    /// When it was made.
    let thisUpdate: Instant
    private let number: UInt64
    private let revoked: [RevokedCertificate]
    private let due: DueTime
    /// Its next update.
    private let end: DueTime

    init(derEncoded: [UInt8], number: UInt64, revoked: [RevokedCertificate], from time: Instant, hours: Int) {
        self.derEncoded = derEncoded
        self.number = number
        entityTag = Self.entityTag(of: derEncoded)
        thisUpdate = time
        self.revoked = revoked
        due = DueTime(after: Int64(hours) * 900, at: time)
        end = DueTime(after: Int64(hours) * 3_600, at: time)
    }

    /// Reads a list that was handed out before the service was started: another is due. Nil for what is no numbered list of the authority.
    init?(kept derEncoded: [UInt8], of authority: ReaderAuthority) {
        guard let root = try? ParsedCertificate(.init(authority.identity.derEncoded)),
            let list = try? RevocationList(derEncoded, issuedBy: TrustAnchor(root, provenance: "registrar")),
            let content = try? RevocationListSyntax(derEncoded), let number = content.number?.value
        else { return nil }
        self.derEncoded = derEncoded
        self.number = number
        entityTag = Self.entityTag(of: derEncoded)
        thisUpdate = list.thisUpdate
        revoked = content.revoked.map { RevokedCertificate(serialNumber: $0, time: list.thisUpdate) }
        due = DueTime(at: list.thisUpdate)
        end = DueTime(after: list.nextUpdate.secondsSinceEpoch - list.thisUpdate.secondsSinceEpoch, at: list.thisUpdate)
    }

    private static func entityTag(of bytes: [UInt8]) -> String { "\"\(Base64URL.encode(Array(SHA256.hash(data: bytes))))\"" }

    /// Whether it says what is to be said, and is fresh enough to be handed out.
    func isCurrent(for revoked: [RevokedCertificate], at time: Instant) -> Bool { self.revoked == revoked && !due.hasCome(at: time) }

    /// Whether wallets still rely on it and it lacks nothing that is known to be withdrawn: enough where no newer one can be had.
    func stillCounts(for revoked: [RevokedCertificate], at time: Instant) -> Bool {
        Self.missing(revoked, in: self.revoked) == 0 && !end.hasCome(at: time)
    }

    /// Refuses a ledger that does not know this list, such as an older copy that was put back: the next one would have a number once more, or take a
    /// withdrawal back.
    func check(_ ledger: RegistrarLedger) throws(RegistrarError) {
        let missing = Self.missing(revoked, in: ledger.revokedCertificates)
        guard number <= ledger.lastListNumber, missing == 0 else {
            throw RegistrarError(
                .storage,
                "the ledger does not know list \(number), which has been handed out: its last is \(ledger.lastListNumber), withdrawals missing: \(missing)",
                mend: "restore the ledger from the newest copy; docs/registrar.md says what to do without one")
        }
    }

    /// How many of those who are revoked are not among others.
    private static func missing(_ revoked: [RevokedCertificate], in others: [RevokedCertificate]) -> Int {
        Set(revoked.map(\.serialNumber)).subtracting(others.map(\.serialNumber)).count
    }

    /// Seconds a cache may keep it.
    func cachingTime(at time: Instant) -> Int64 { max(0, min(Self.maximumCaching, due.time.secondsSinceEpoch - time.secondsSinceEpoch)) }
}
