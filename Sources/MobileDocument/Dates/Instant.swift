/// A moment in time, in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Verification is handed the moment to judge by; nothing in these libraries reads a clock on its own.
public struct Instant: Sendable, Hashable, Comparable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before.
    public let secondsSinceEpoch: Int64

    /// The years that RFC 3339 can write, 0000 to 9999.
    private static let writable: ClosedRange<Int64> = -62_167_219_200 ... 253_402_300_799

    /// Makes a moment from its seconds. Moments before the year 0 or after 9999, which no date text can express, become the
    /// first or last that can.
    public init(secondsSinceEpoch: Int64) {
        self.secondsSinceEpoch = min(max(secondsSinceEpoch, Self.writable.lowerBound), Self.writable.upperBound)
    }

    /// Reads RFC 3339 text such as `2026-06-01T12:00:00Z`, or a bare date, which means its first second in UTC.
    public init?(_ text: String) {
        if let dateTime = DateText.dateTime(text) {
            self = dateTime.instant
        } else if let date = CalendarDate(text) {
            self = date.startOfDay
        } else {
            return nil
        }
    }

    /// Earlier or later.
    public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.secondsSinceEpoch < rhs.secondsSinceEpoch }

    /// The moment `seconds` later; stays at the last that can be written instead of overflowing.
    public func advanced(bySeconds seconds: Int64) -> Instant {
        let (sum, overflow) = secondsSinceEpoch.addingReportingOverflow(seconds)
        return Instant(secondsSinceEpoch: overflow ? (seconds > 0 ? .max : .min) : sum)
    }

    /// The moment `days` of 86,400 seconds later.
    public func advanced(byDays days: Int) -> Instant { advanced(bySeconds: Int64(min(max(days, -4_000_000), 4_000_000)) * 86_400) }
}

extension Instant: CustomStringConvertible {
    /// RFC 3339 text in UTC, as mdocs carry it: `2026-06-01T12:00:00Z`.
    public var description: String {
        let days = secondsSinceEpoch.flooredQuotient(by: 86_400)
        let seconds = Int(secondsSinceEpoch - days * 86_400)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(CalendarDate(daysSinceEpoch: days))T\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))Z"
    }
}

extension Int64 {
    func flooredQuotient(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
