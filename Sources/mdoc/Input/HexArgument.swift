import ArgumentParser
import MobileDocument

/// Bytes on the command line.
enum HexArgument {
    /// Reads them.
    static func parse(_ text: String) throws -> [UInt8] {
        guard let bytes = Hexadecimal.bytes(text), !bytes.isEmpty else { throw ValidationError("write it as hex digits") }
        return bytes
    }
}
