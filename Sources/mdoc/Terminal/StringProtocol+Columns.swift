extension StringProtocol {
    /// How many columns of a terminal it takes. A `Character` may take any number: a run of Hangul's leading consonants is one.
    var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    /// How many columns of a terminal it takes: 2 where it is wide or fullwidth (UAX #11), and none for a mark on the one before it.
    var columns: Int {
        switch properties.generalCategory {
        // This selector makes the one before it wide.
        case .nonspacingMark, .enclosingMark: self == "\u{FE0F}" ? 1 : 0
        default: Self.wide.contains(where: { $0.contains(value) }) ? 2 : 1
        }
    }

    /// What is W or F in EastAsianWidth.txt of Unicode 17. A range takes in narrow ones between: what counts as too wide ends a line earlier, and
    /// no terminal breaks it. What is A, ambiguous, counts as narrow, as terminals have it unless they are told otherwise.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23F3, 0x25FD...0x25FE, 0x2614...0x26FD, 0x2705...0x2705, 0x270A...0x270B,
        0x2728...0x2728, 0x274C...0x274E, 0x2753...0x2757, 0x2795...0x2797, 0x27B0...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B55, 0x2E80...0x303E,
        0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DF2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F004...0x1FAF8, 0x20000...0x3FFFD,
    ]
}
