/// A number that its owner knows. It does not print.
struct PIN: Sendable {
    private static let lengths = 6...64

    /// Its digits, as ASCII.
    let digits: [UInt8]

    /// Reads digits of any script, as keyboards type them.
    init(_ text: String) throws(UserVerificationError) {
        let values = text.map(\.wholeNumberValue)
        let digits = values.compactMap { $0 }.filter { (0...9).contains($0) }
        guard digits.count == values.count, Self.lengths.contains(digits.count) else { throw .malformedPIN }
        self.digits = digits.map { UInt8(ascii: "0") + UInt8($0) }
    }

    /// Whether it is among those that are tried first: a group of up to three digits again and again, or digits at equal steps.
    var isGuessable: Bool {
        let repeats = (1...3).contains { period in zip(digits, digits.dropFirst(period)).allSatisfy(==) }
        let steps = Set(zip(digits, digits.dropFirst()).map { (Int($1) - Int($0) + 10) % 10 })
        return repeats || steps.count == 1
    }
}

extension PIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "PIN(redacted)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
