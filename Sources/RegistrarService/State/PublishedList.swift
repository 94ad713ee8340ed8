import Crypto
import DocumentTrust
import IssuingAuthority
import MobileDocument

/// A revocation list as it is handed out.
struct PublishedList: Sendable {
    /// Longest time in seconds a cache may keep it.
    private static let maximumCaching: Int64 = 300

    let derEncoded: [UInt8]
    /// Names the bytes (RFC 9110, 8.8.3).
    let entityTag: String
    private let revoked: [RevokedCertificate]
    private let due: DueTime
    /// Its next update.
    private let end: DueTime

    init(derEncoded: [UInt8], revoked: [RevokedCertificate], from time: Instant, hours: Int) {
        self.derEncoded = derEncoded
        entityTag = "\"\(Base64URL.encode(Array(SHA256.hash(data: derEncoded))))\""
        self.revoked = revoked
        due = DueTime(after: Int64(hours) * 900, at: time)
        end = DueTime(after: Int64(hours) * 3_600, at: time)
    }

    /// Whether it says what is to be said, and is fresh enough to be handed out.
    func isCurrent(for revoked: [RevokedCertificate], at time: Instant) -> Bool { self.revoked == revoked && !due.hasCome(at: time) }

    /// Whether wallets still rely on it and it lacks nothing that is known to be withdrawn: enough where no newer one can be had.
    func stillCounts(for revoked: [RevokedCertificate], at time: Instant) -> Bool { self.revoked == revoked && !end.hasCome(at: time) }

    /// Seconds a cache may keep it.
    func cachingTime(at time: Instant) -> Int64 { max(0, min(Self.maximumCaching, due.time.secondsSinceEpoch - time.secondsSinceEpoch)) }
}
