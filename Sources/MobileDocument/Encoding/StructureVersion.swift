/// Version texts of mdoc structures, `major.minor`. Only the major part decides; unknown minor versions are accepted.
package enum StructureVersion {
    /// The major number, or nil if the text is not a version.
    package static func major(_ text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, let major = number(parts[0]), number(parts[1]) != nil else { return nil }
        return major
    }

    /// Digits only, and not too many of them.
    private static func number(_ digits: Substring.UTF8View) -> Int? {
        digits.isEmpty || digits.count > 9 ? nil : DateText.number(digits)
    }
}
