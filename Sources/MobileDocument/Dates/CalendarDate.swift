/// A day of the proleptic Gregorian calendar, as `full-date` carries it (RFC 8943, tag 1004).
public struct CalendarDate: Sendable, Hashable, Comparable {
    /// Year, 0 to 9999.
    public let year: Int
    /// Month, 1 to 12.
    public let month: Int
    /// Day of the month, 1 to 31.
    public let day: Int

    /// Makes a date if the day exists.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads `YYYY-MM-DD`.
    public init?(_ text: String) {
        var text = text
        guard let date = text.withUTF8({ CalendarDate($0[...]) }) else { return nil }
        self = date
    }

    init?(_ characters: Slice<UnsafeBufferPointer<UInt8>>) {
        let digits = UnsafeBufferPointer(rebasing: characters)
        guard digits.count == 10, digits[4] == UInt8(ascii: "-"), digits[7] == UInt8(ascii: "-"),
            let year = DateText.number(digits[0..<4]), let month = DateText.number(digits[5..<7]),
            let day = DateText.number(digits[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    init(daysSinceEpoch: Int64) {
        // Days to civil date over 400-year eras that begin on 1 March.
        let shifted = daysSinceEpoch + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days from 1970-01-01 to this day.
    var daysSinceEpoch: Int64 {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = Int64(shiftedYear).flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - Int(era) * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + Int64(dayOfEra) - 719_468
    }

    /// The first second of the day in UTC.
    public var startOfDay: Instant { Instant(secondsSinceEpoch: daysSinceEpoch * 86_400) }

    /// The UTC day of a moment.
    public init(_ instant: Instant) {
        self.init(daysSinceEpoch: instant.secondsSinceEpoch.flooredQuotient(by: 86_400))
    }

    /// Earlier or later.
    public static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }

    static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    public var description: String {
        let y = String(year)
        return String(repeating: "0", count: max(0, 4 - y.count)) + y
            + (month < 10 ? "-0\(month)" : "-\(month)") + (day < 10 ? "-0\(day)" : "-\(day)")
    }
}
