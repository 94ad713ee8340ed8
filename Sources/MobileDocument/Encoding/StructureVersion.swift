/// Version texts of mdoc structures, `major.minor`. Only the major part decides; unknown minor versions are accepted.
package enum StructureVersion {
    /// The major number, or nil if the text is not a version.
    package static func major(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let major = Int(parts[0]), let minor = Int(parts[1]), major >= 0, minor >= 0 else { return nil }
        return major
    }
}
