/// Version texts of mdoc structures, `major.minor`. Only the major part decides; unknown minor versions are accepted.
package enum StructureVersion {
    /// The major number, or nil if the text is not a version.
    package static func major(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // `Int` alone would read a sign too.
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let major = Int(parts[0]), Int(parts[1]) != nil
        else { return nil }
        return major
    }
}
