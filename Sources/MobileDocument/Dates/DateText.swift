/// RFC 3339 text read with plain integers, on the path of every response.
enum DateText {
    struct DateTime {
        let instant: Instant
        let hasFraction: Bool
        let hasOffset: Bool
    }

    /// `YYYY-MM-DDThh:mm:ss`, an optional fraction, and `Z` or a numeric offset. The fraction is cut off.
    static func dateTime(_ text: String) -> DateTime? {
        var text = text
        return text.withUTF8(dateTime)
    }

    /// The same, where the text lies in a structure.
    static func dateTime(_ text: UnsafeRawBufferPointer) -> DateTime? { text.withMemoryRebound(to: UInt8.self, dateTime) }

    private static func dateTime(_ characters: UnsafeBufferPointer<UInt8>) -> DateTime? {
        guard characters.count >= 20, characters.count <= 40,
            let date = CalendarDate(characters[..<10]),
            characters[10] | 0x20 == UInt8(ascii: "t"),
            characters[13] == UInt8(ascii: ":"), characters[16] == UInt8(ascii: ":"),
            let hour = twoDigits(characters, at: 11), hour < 24,
            let minute = twoDigits(characters, at: 14), minute < 60,
            let second = twoDigits(characters, at: 17), second <= 60
        else { return nil }

        var index = 19
        let hasFraction = characters[index] == UInt8(ascii: ".")
        if hasFraction {
            let first = index + 1
            index = first
            while index < characters.count, isDigit(characters[index]) { index += 1 }
            guard index > first else { return nil }
        }
        guard let offset = zoneOffset(Slice(base: characters, bounds: index..<characters.count)) else { return nil }
        // A leap second has no number of its own; it counts as the second after.
        let seconds = date.daysSinceEpoch * 86_400 + Int64(hour * 3600 + minute * 60 + second) - Int64(offset.seconds)
        return DateTime(
            instant: Instant(secondsSinceEpoch: seconds), hasFraction: hasFraction, hasOffset: !offset.isZulu)
    }

    private static func zoneOffset(_ zone: Slice<UnsafeBufferPointer<UInt8>>) -> (seconds: Int, isZulu: Bool)? {
        let characters = UnsafeBufferPointer(rebasing: zone)
        if characters.count == 1, characters[0] | 0x20 == UInt8(ascii: "z") { return (0, true) }
        guard characters.count == 6, characters[3] == UInt8(ascii: ":"),
            let hours = twoDigits(characters, at: 1), hours < 24,
            let minutes = twoDigits(characters, at: 4), minutes < 60
        else { return nil }
        switch characters[0] {
        case UInt8(ascii: "+"): return (hours * 3600 + minutes * 60, false)
        case UInt8(ascii: "-"): return (-(hours * 3600 + minutes * 60), false)
        default: return nil
        }
    }

    /// The value of digits, of which there are at most nine.
    static func number(_ digits: some Sequence<UInt8>) -> Int? {
        var value = 0
        for digit in digits {
            guard isDigit(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }

    private static func twoDigits(_ characters: UnsafeBufferPointer<UInt8>, at index: Int) -> Int? {
        let (tens, ones) = (characters[index], characters[index + 1])
        return isDigit(tens) && isDigit(ones) ? Int(tens) * 10 + Int(ones) - Int(UInt8(ascii: "0")) * 11 : nil
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
}
