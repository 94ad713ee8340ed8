public import MobileDocument

/// When a status token is issued, when it ends, and when it should be fetched anew.
public struct StatusTokenPeriod: Sendable, Hashable {
    /// When it is issued.
    public let issuedAt: Instant
    /// When it ends. Mandatory: a list without an end could be shown for ever.
    public let expiresAt: Instant
    /// Seconds after which verifiers should fetch a newer one; nil to leave it to them.
    public let timeToLive: Int64?

    /// Makes a period.
    ///
    /// - Throws: ``IssuingError`` `issuer.status.period` if it ends before it begins, begins before 1970, or is not to be
    ///   fetched anew after a positive time within it.
    public init(issuedAt: Instant, expiresAt: Instant, timeToLive: Int64? = nil) throws(IssuingError) {
        let seconds = expiresAt.secondsSinceEpoch - issuedAt.secondsSinceEpoch
        guard issuedAt.secondsSinceEpoch >= 0, seconds > 0, timeToLive.map({ $0 > 0 && $0 <= seconds }) ?? true else {
            throw IssuingError(.statusPeriod, "a status token is issued first, then fetched anew, and then ends")
        }
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.timeToLive = timeToLive
    }
}
