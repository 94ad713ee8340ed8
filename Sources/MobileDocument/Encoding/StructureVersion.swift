/// Version texts of mdoc structures, `major.minor`. Only the major part decides; unknown minor versions are accepted.
package enum StructureVersion {
    /// The major number, or nil if the text is not a version.
    package static func major(_ text: String) -> Int? {
        // As nearly all of them are.
        if text == "1.0" { return 1 }
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")), let major = number(text.utf8[..<dot]),
            number(text.utf8[text.utf8.index(after: dot)...]) != nil
        else { return nil }
        return major
    }

    /// Digits only, and not too many of them.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.isEmpty || digits.count > 9 ? nil : DateText.number(digits)
    }
}
