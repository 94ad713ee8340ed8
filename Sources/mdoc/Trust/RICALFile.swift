/// A RICAL in a file.
enum RICALFile {
    /// Reads it.
    static func read(_ path: String, for option: String = "the list") throws -> [UInt8] {
        try InputFile(path, for: option).bytes("a RICAL", member: "rical")
    }
}
