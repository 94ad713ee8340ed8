import CBOR
import MobileDocument
import Testing

@Suite("Dates")
struct DateTests {
    // MARK: Moments

    @Test(
        "A moment is read from its text",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1), ("2000-02-29T12:00:00Z", 951_825_600),
            ("2026-06-01T12:00:00Z", 1_780_315_200), ("2038-01-19T03:14:08Z", 2_147_483_648), ("2100-02-28T23:59:59Z", 4_107_542_399),
            ("2100-03-01T00:00:00Z", 4_107_542_400), ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func known(text: String, seconds: Int64) {
        #expect(Instant(text)?.secondsSinceEpoch == seconds)
        #expect(Instant(secondsSinceEpoch: seconds).description == text)
    }

    @Test(
        "Fractions are cut off, offsets applied, and both letters may be small",
        arguments: [
            ("2026-06-01T12:00:00.000Z", "2026-06-01T12:00:00Z"), ("2026-06-01T12:00:00.999999Z", "2026-06-01T12:00:00Z"),
            ("2026-06-01T12:00:00+02:00", "2026-06-01T10:00:00Z"), ("2026-06-01T00:30:00+01:00", "2026-05-31T23:30:00Z"),
            ("2026-12-31T23:30:00-05:45", "2027-01-01T05:15:00Z"), ("2026-06-01T12:00:00.5-00:00", "2026-06-01T12:00:00Z"),
            ("2026-06-01t12:00:00z", "2026-06-01T12:00:00Z"), ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
            ("2026-06-01", "2026-06-01T00:00:00Z"),
        ])
    func forms(text: String, same: String) {
        #expect(Instant(text)?.description == same)
    }

    @Test(
        "What is not a date and time is refused",
        arguments: [
            "", "2026", "2026-06", "2026-6-1", "2026-06-01T12:00Z", "2026-06-01T12:00:00", "2026-06-01 12:00:00Z", "2026-06-01T12:00:00+2:00",
            "2026-06-01T12:00:00+0200", "2026-06-01T12:00:00+02", "2026-06-01T24:00:00Z", "2026-06-01T12:60:00Z", "2026-06-01T12:00:61Z",
            "2026-06-01T12:00:00.Z", "2026-06-01T12:00:00,5Z", "2026-06-01T12:00:00+24:00", "2026-06-01T12:00:00+02:60", "2026-06-01T12:00:00ZZ",
            "2026-06-01T12:00:00Z ", " 2026-06-01T12:00:00Z", "2026-06-01T-1:00:00Z", "2026-00-01T12:00:00Z", "2026-13-01T12:00:00Z",
            "2026-06-31T12:00:00Z", "2025-02-29T12:00:00Z", "+2026-06-01T12:00:00Z", "２０２６-06-01T12:00:00Z", "2026-06-01T12:00:00é",
            "1748779200", "Mon, 01 Jun 2026 12:00:00 GMT",
        ])
    func refusedMoments(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test("A moment and its text are the same over ten thousand years")
    func roundTrip() {
        // A step of 97 days and some odd seconds reaches every month, weekday and time of day.
        let first = Instant("0000-01-01T00:00:00Z")?.secondsSinceEpoch ?? 0
        let last = Instant("9999-12-31T23:59:59Z")?.secondsSinceEpoch ?? 0
        #expect(first == -62_167_219_200)
        var wrong = 0
        var previous = ""
        for seconds in stride(from: first, through: last, by: 97 * 86_400 + 12_345) {
            let moment = Instant(secondsSinceEpoch: seconds)
            let text = moment.description
            if Instant(text) != moment || text.utf8.count != 20 || text <= previous { wrong += 1 }
            previous = text
        }
        #expect(wrong == 0)
    }

    @Test("A moment no text can express becomes the first or last that can, however it came about")
    func endOfTime() {
        let first = "0000-01-01T00:00:00Z"
        let last = "9999-12-31T23:59:59Z"
        #expect(Instant(secondsSinceEpoch: .min).description == first)
        #expect(Instant(secondsSinceEpoch: .max).description == last)
        #expect(Instant("0000-01-01T00:00:00+23:59")?.description == first)
        #expect(Instant("9999-12-31T23:59:59-23:59")?.description == last)
        let moment = Instant(secondsSinceEpoch: 0)
        #expect(moment.advanced(byDays: .max).description == last)
        #expect(moment.advanced(byDays: .min).description == first)
    }

    @Test("Advancing goes both ways and stops at the end of time")
    func advancing() {
        let moment = Instant(secondsSinceEpoch: 100)
        #expect(moment.advanced(bySeconds: -101) == Instant(secondsSinceEpoch: -1))
        #expect(moment.advanced(byDays: 2) == Instant(secondsSinceEpoch: 172_900))
        #expect(moment.advanced(bySeconds: .max) == Instant(secondsSinceEpoch: .max))
        #expect(Instant(secondsSinceEpoch: -100).advanced(bySeconds: .min) == Instant(secondsSinceEpoch: .min))
        #expect(moment < moment.advanced(bySeconds: 1))
    }

    // MARK: Days

    @Test("Every day of two and a half centuries follows the one before, with the right months and leap years")
    func consecutiveDays() {
        var year = 1890
        var month = 1
        var day = 1
        var wrong = 0
        let start = Instant("1890-01-01T00:00:00Z") ?? Instant(secondsSinceEpoch: 0)
        for offset in 0..<91_310 {
            let date = CalendarDate(start.advanced(byDays: offset))
            if (date.year, date.month, date.day) != (year, month, day) || date.startOfDay != start.advanced(byDays: offset) { wrong += 1 }
            let isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > length { (day, month) = (1, month + 1) }
            if month > 12 { (month, year) = (1, year + 1) }
        }
        #expect(wrong == 0)
        #expect(year == 2140)
    }

    @Test("A day that exists is read and written", arguments: ["2000-02-29", "2024-02-29", "2400-02-29", "2100-02-28", "1900-12-31", "0000-01-01", "9999-12-31"])
    func days(text: String) {
        #expect(CalendarDate(text)?.description == text)
    }

    @Test(
        "A day that does not exist, or another form, is refused",
        arguments: [
            "2100-02-29", "1900-02-29", "2023-02-29", "2024-02-30", "2024-04-31", "2024-00-10", "2024-13-10", "2024-01-00", "2024-01-32", "2024-1-01",
            "24-01-01", "2024/01/01", "2024-01-01T00:00:00Z", "2024-01-0１", "", "2024-01-01 ", "-024-01-01",
        ])
    func refusedDays(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test("A day is made of numbers only if it exists")
    func components() {
        #expect(CalendarDate(year: 2024, month: 2, day: 29) != nil)
        #expect(CalendarDate(year: 2023, month: 2, day: 29) == nil)
        #expect(CalendarDate(year: -1, month: 1, day: 1) == nil)
        #expect(CalendarDate(year: 10_000, month: 1, day: 1) == nil)
        #expect(CalendarDate(year: 2024, month: 0, day: 1) == nil)
    }

    @Test("Days compare by time")
    func order() throws {
        let days = try ["1999-12-31", "2000-01-01", "2000-01-02", "2000-02-01"].map { try #require(CalendarDate($0)) }
        #expect(days.shuffled().sorted() == days)
    }

    // MARK: Encoded

    @Test(
        "An encoded date and time remembers how it differs from the prescribed form",
        arguments: [
            (CBORValue.dateTime("2026-06-01T12:00:00Z"), []), (.text("2026-06-01T12:00:00Z"), [.untagged]),
            (.dateTime("2026-06-01T12:00:00.123456Z"), [.fraction]), (.dateTime("2026-06-01T14:00:00+02:00"), [.offset]),
            (.text("2026-06-01T14:00:00.5+02:00"), [.untagged, .fraction, .offset]),
        ] as [(CBORValue, [EncodedDateTime.Deviation])])
    func deviations(value: CBORValue, deviations: [EncodedDateTime.Deviation]) throws {
        var reader = try CBORReader(value.encoded)
        let date = try EncodedDateTime(from: &reader)
        #expect(date.instant.description == "2026-06-01T12:00:00Z")
        #expect(date.deviations == deviations)
        #expect(reader.isAtEnd)
    }

    @Test(
        "An encoded date of another kind is refused",
        arguments: [
            (CBORValue.fullDate("2026-06-01"), CBORError.Code.unexpectedType), (.tagged(1, .unsigned(0)), .unexpectedType), (.unsigned(0), .unexpectedType),
            (.tagged(0, .unsigned(0)), .unexpectedType), (.dateTime("2026-06-01"), .invalidValue), (.dateTime("2026-02-30T00:00:00Z"), .invalidValue),
            (.null, .unexpectedType), (.tagged(0, .tagged(0, .text("2026-06-01T12:00:00Z"))), .unexpectedType),
        ])
    func refusedEncodings(value: CBORValue, code: CBORError.Code) {
        expectCBORError(code) {
            var reader = try CBORReader(value.encoded)
            _ = try EncodedDateTime(from: &reader)
        }
    }

    @Test("Validity is written with tag 0, whole seconds and Z, in the order of the standard")
    func writing() throws {
        let moment = try #require(Instant("2026-06-01T12:00:00Z"))
        var writer = CBORWriter()
        ValidityInfo(signed: moment, validFrom: moment.advanced(bySeconds: 1), validUntil: moment.advanced(byDays: 1), expectedUpdate: moment)
            .write(to: &writer)
        let expected = CBORValue.textMap([
            "signed": .dateTime("2026-06-01T12:00:00Z"), "validFrom": .dateTime("2026-06-01T12:00:01Z"),
            "validUntil": .dateTime("2026-06-02T12:00:00Z"), "expectedUpdate": .dateTime("2026-06-01T12:00:00Z"),
        ])
        #expect(writer.bytes == expected.encoded)
    }
}
