/// A VICAL in a file.
enum VICALFile {
    /// Reads it.
    static func read(_ path: String) throws -> [UInt8] {
        try InputFile(path, for: "the list").bytes("a VICAL", member: "vical")
    }
}
