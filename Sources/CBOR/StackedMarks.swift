/// How many combining marks stand on one character of a text.
///
/// Swift compares and hashes texts by canonical equivalence, for which it sorts the marks of each character, in a time that grows with the square of
/// their number: comparing one text of 2 MiB of them takes minutes. So they are bounded where texts of strangers are read.
package enum StackedMarks {
    /// Most marks in a row. The stream-safe text format has at most 30 (Unicode Standard Annex 15, 12).
    package static let most = 64

    /// Whether no character of a text has more.
    ///
    /// - Parameter text: in UTF-8.
    package static func areBounded(_ text: some Collection<UInt8>) -> Bool {
        // Each mark takes two bytes or more.
        guard text.count > 2 * most else { return true }
        var marks = 0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            marks = isMark(scalar) ? marks + 1 : 0
            guard marks <= most else { return false }
        }
        return true
    }

    /// Whether it may be sorted. By its category, since some marks without a combining class are made of others that have one.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // None comes before.
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
