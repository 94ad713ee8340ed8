#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Base64 with padding (RFC 4648, section 4), in lines of 64 characters where it is long: what every language has at hand.
enum Base64Lines {
    private static let columns = 64

    static func encode(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The text in lines, each with its end.
    static func lines(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = encode(bytes)[...]
        while !rest.isEmpty {
            text += String(rest.prefix(columns)) + "\n"
            rest = rest.dropFirst(columns)
        }
        return text
    }

    static func decode(_ text: String) throws -> [UInt8] {
        guard let data = Data(base64Encoded: text) else { throw CorpusFormatError("this is not base64: \(text.prefix(20))") }
        return [UInt8](data)
    }
}
