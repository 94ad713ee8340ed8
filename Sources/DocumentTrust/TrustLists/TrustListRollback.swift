public import MobileDocument

/// Why a trust list, although genuine, must not take the place of the one that is held: somebody may be replaying an old
/// list to bring back an authority that has been struck off since (ISO/IEC 18013-5, annex C).
public enum TrustListRollback: Error, Sendable, Hashable {
    /// It comes from another provider, so neither replaces the other.
    case otherProvider(offered: String, held: String)
    /// Its issue number is lower.
    case lowerIssue(offered: UInt64, held: UInt64)
    /// It was made earlier.
    case olderDate(offered: Instant, held: Instant)

    /// A stable name, such as `list.rollback.date`.
    public var code: String {
        switch self {
        case .otherProvider: "list.rollback.provider"
        case .lowerIssue: "list.rollback.issue"
        case .olderDate: "list.rollback.date"
        }
    }
}

extension TrustListRollback: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .otherProvider(let offered, let held): "the list is by \"\(offered)\", the one held by \"\(held)\""
        case .lowerIssue(let offered, let held): "the list is issue \(offered), the one held is issue \(held)"
        case .olderDate(let offered, let held): "the list was made at \(offered), the one held at \(held)"
        }
    }
}
