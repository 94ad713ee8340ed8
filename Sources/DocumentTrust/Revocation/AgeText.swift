import MobileDocument

/// How old something is, in words for a report.
package enum AgeText {
    /// The time between two moments; none where the second comes first.
    static func age(from start: Instant, to end: Instant) -> String { duration(max(end.secondsSinceEpoch - start.secondsSinceEpoch, 0)) }

    /// A number of seconds, rounded down to the unit people would use.
    package static func duration(_ seconds: Int64) -> String {
        switch seconds {
        case ..<120: "\(seconds) seconds"
        case ..<7200: "\(seconds / 60) minutes"
        case ..<172_800: "\(seconds / 3600) hours"
        default: "\(seconds / 86_400) days"
        }
    }
}
