public import MobileDocument

/// How a claimed session ended, as the store keeps it.
public struct Settlement: Sendable {
    /// `verified` or `refused`.
    public let status: SessionStatus
    /// The name of the first check that failed.
    public let refusal: String?
    /// When.
    public let at: Instant
    /// The sealed report, without any element's value.
    public let report: [UInt8]
    /// The sealed result; nil for a refusal.
    public let result: [UInt8]?
    /// The sealed part of the result that was announced to be kept; nil if there is none.
    public let retained: [UInt8]?
    /// When the result is erased if nobody fetches it.
    public let eraseAt: Instant

    /// Puts a settlement together.
    public init(
        status: SessionStatus, refusal: String?, at: Instant, report: [UInt8], result: [UInt8]?, retained: [UInt8]?, eraseAt: Instant
    ) {
        self.status = status
        self.refusal = refusal
        self.at = at
        self.report = report
        self.result = result
        self.retained = retained
        self.eraseAt = eraseAt
    }
}
