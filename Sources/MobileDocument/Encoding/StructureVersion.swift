/// Version texts of mdoc structures, `major.minor`. Only the major part decides; unknown minor versions are accepted.
package enum StructureVersion {
    /// The major number, or nil if the text is not a version.
    package static func major(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4 && DateText.number(Array($0.utf8)[...]) != nil }) else { return nil }
        return Int(parts[0])
    }
}
