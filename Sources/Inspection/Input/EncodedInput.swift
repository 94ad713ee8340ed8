import CBOR
import TextEncodings

/// The content of a file or of standard input, freed from the text encoding it may have come in.
///
/// The encoding is found by these rules, the first that applies, so that the same file is always read in the same way:
/// 1. Exactly one well-formed CBOR item, or a byte that no text has (control characters, bytes that are not UTF-8): binary.
/// 2. A line that begins with `-----BEGIN `: PEM, every block of it.
/// 3. `{` as the first character: JSON. Looked for, in this order, are `deviceRequest`, `encryptionInfo`, `response` and
///    `Response`, at the top or inside `data`, `digital`, `requests`, `credential`; they are base64url by definition.
/// 4. Nothing but hexadecimal digits and white space: hex. An odd number of digits is an error, not base64.
/// 5. Nothing but one base64 alphabet, white space and padding: base64url without padding or with `-`/`_`, else base64.
/// 6. Other text is an error; other bytes are binary.
///
/// The first rule keeps binary CBOR from being taken for text. The price: text of at most 24 characters may happen to be a
/// CBOR string of just its length, and is binary then. Longer text that spells an mdoc structure never is, because of the
/// character it begins with. Name the encoding to overrule all of this.
public struct EncodedInput: Sendable, Hashable {
    /// The longest file accepted unless a caller says otherwise: 16 MiB.
    public static let defaultMaximumBytes = 16 << 20

    /// How the bytes were written down.
    public let encoding: InputEncoding
    /// What the file holds, at least one part, in the file's order (JSON: in the order named above).
    public let parts: [InputPart]

    /// Finds the encoding and undoes it.
    ///
    /// - Parameters:
    ///   - file: the bytes of the file.
    ///   - encoding: the encoding, if it is known; nil to find it by the rules above.
    ///   - maximumBytes: longest file accepted; at most 64 MiB.
    public init(
        _ file: [UInt8], encoding: InputEncoding? = nil, maximumBytes: Int = EncodedInput.defaultMaximumBytes
    ) throws(EncodedInputError) {
        let limit = min(max(maximumBytes, 1), 64 << 20)
        guard !file.isEmpty else {
            throw EncodedInputError(.empty, "the input is empty", remedy: "give a file with content, or pipe something in")
        }
        guard file.count <= limit else {
            throw EncodedInputError(
                .tooLarge, "the input has \(file.count) bytes, at most \(limit) are accepted", remedy: "is it the right file?")
        }
        let text = Self.withoutMark(file)
        if let encoding { self.encoding = encoding } else { self.encoding = try Self.detect(file, text) }
        switch self.encoding {
        case .binary: parts = [InputPart(name: "", bytes: file, text: nil)]
        case .hex: parts = [InputPart(name: "", bytes: try HexText.decode(text), text: Self.trimmed(text))]
        case .base64, .base64url: parts = [InputPart(name: "", bytes: try Base64Text.decode(text), text: Self.trimmed(text))]
        case .pem: parts = try PEMText.blocks(text)
        case .json: parts = try JSONMembers.parts(text)
        }
    }

    /// The bytes of the first part.
    public var bytes: [UInt8] { parts.first?.bytes ?? [] }

    private static func detect(_ file: [UInt8], _ text: ArraySlice<UInt8>) throws(EncodedInputError) -> InputEncoding {
        guard !isOneItem(file), isText(text) else { return .binary }
        if PEMText.isPEM(text) { return .pem }
        let significant = text.filter { !isSpace($0) }
        guard let first = significant.first else {
            throw EncodedInputError(.empty, "the input is only white space", remedy: "give a file with content")
        }
        if first == UInt8(ascii: "{") { return .json }
        if significant.allSatisfy({ Hexadecimal.value($0) != nil }) { return .hex }
        if let stranger = text.firstIndex(where: { !isSpace($0) && !Base64Text.isCharacter($0) }) {
            throw EncodedInputError(
                .unknownText, at: stranger,
                "the input is text, but neither hex, base64, PEM nor JSON: \(SafeText.quoted(character(text[stranger]))) occurs in none",
                remedy: "remove it, or name the encoding if the input is binary after all")
        }
        let isPlain = significant.contains { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "=") }
        let isURL = significant.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return isPlain && !isURL ? .base64 : .base64url
    }

    private static func isOneItem(_ file: [UInt8]) -> Bool {
        let limits = CBORLimits(totalBytes: .max, depth: 64, items: .max, stringBytes: .max)
        return (try? CBORItem(file[...], limits: limits, dialect: .complete)) != nil
    }

    private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x80 || isSpace($0) || (0x20...0x7e).contains($0) }
            && (bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil)
    }

    /// The UTF-8 byte order mark, which some editors write, is not content.
    private static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes[3...] : bytes[...]
    }

    private static func character(_ byte: UInt8) -> String {
        byte < 0x80 ? String(UnicodeScalar(byte)) : "a character outside ASCII"
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
        var rest = bytes.drop { isSpace($0) }
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }
}

extension EncodedInput: CustomStringConvertible {
    /// Encoding and parts for people, such as `PEM (CERTIFICATE)`; shows no content.
    public var description: String {
        let names = parts.map(\.name).filter { !$0.isEmpty }
        return names.isEmpty ? encoding.rawValue : "\(encoding.rawValue) (\(names.joined(separator: ", ")))"
    }
}

/// White space as text files have it.
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }
