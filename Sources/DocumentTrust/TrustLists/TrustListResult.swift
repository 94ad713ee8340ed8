/// How the verification of a signed list ended.
public enum TrustListResult<List: VerifiedTrustList>: Sendable {
    /// The list is genuine and may be used.
    case verified(List)
    /// It is refused, for the failed checks of the report.
    case refused(VerificationReport)

    /// The list; nil if it is refused.
    public var list: List? {
        if case .verified(let list) = self { list } else { nil }
    }
}
