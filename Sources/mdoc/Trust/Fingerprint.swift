import ArgumentParser
import MobileDocument

/// A SHA-256 on the command line, as certificate tools print it: hex digits, with or without colons or blanks.
enum Fingerprint {
    /// Reads it.
    static func parse(_ text: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(text.filter { $0 != ":" && $0 != " " }), bytes.count == 32 else {
            throw ValidationError("write it as the 64 hex digits of a SHA-256")
        }
        return bytes
    }
}
