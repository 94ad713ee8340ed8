package import CBOR

/// Writes JSON text (RFC 8259) straight into one buffer, for what is written with every answer.
///
/// Foundation's encoder builds a tree of objects first, which for a report of a hundred checks costs more than verifying the
/// signatures. Members are written in the order in which they are given; to give them in the order of their names, and each
/// once, is the caller's part, and then the text is the same as that encoder's with sorted keys and unescaped slashes.
///
/// Long byte strings stay bytes until the text is asked for, so that one with a portrait is stored in three quarters of its size.
package struct JSONText: Sendable {
    /// A byte string, and the place where its text belongs.
    private struct LongBytes {
        let position: Int
        let value: ArraySlice<UInt8>
    }

    /// The text without that of the long byte strings.
    private var text: [UInt8] = []
    /// In the order of their places.
    private var longBytes: [LongBytes] = []
    private var needsComma = false

    /// Fewest bytes of a byte string that stays one.
    private static let fewestLongBytes = 1024
    /// A text may hold all of a response of the size that is read, and more.
    private static let storedLimits = CBORLimits(totalBytes: 16 << 20, stringBytes: 16 << 20)

    /// An empty text.
    package init(capacity: Int = 0) { text.reserveCapacity(capacity) }

    /// The text so far, in UTF-8.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + longBytes.reduce(0) { $0 + $1.value.count / 3 * 4 + 4 })
        var position = 0
        for long in longBytes {
            bytes += text[position..<long.position]
            bytes += Base64URL.encode(long.value).utf8
            position = long.position
        }
        return bytes + text[position...]
    }

    /// The text for storage: `[text, position, bytes, position, bytes, ...]` in CBOR.
    package var stored: [UInt8] {
        var writer = CBORWriter(capacity: text.count + longBytes.reduce(0) { $0 + $1.value.count } + 64)
        writer.array(1 + longBytes.count * 2)
        writer.byteString(text)
        for long in longBytes {
            writer.unsigned(UInt64(long.position))
            writer.byteString(long.value)
        }
        return writer.bytes
    }

    /// Reads what `stored` gave.
    package init(stored bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes, limits: Self.storedLimits)
        var text: [UInt8] = []
        var position = 0
        var longBytes: [LongBytes] = []
        try reader.readArray { reader, index throws(CBORError) in
            let start = reader.offset
            switch index {
            case 0: text = Array(try reader.readBytes().bytes)
            case _ where index.isMultiple(of: 2): longBytes.append(LongBytes(position: position, value: try reader.readBytes().bytes))
            default:
                let next = Int(clamping: try reader.readUnsigned())
                guard (position...text.count).contains(next) else { throw CBORError(.invalidValue, at: start, "a place outside the text") }
                position = next
            }
        }
        try reader.finish()
        (self.text, self.longBytes) = (text, longBytes)
    }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) { enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

    /// Writes an array of values.
    package mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void) {
        enclose(UInt8(ascii: "["), UInt8(ascii: "]")) { text in for element in elements { body(&text, element) } }
    }

    /// Writes a member's name; its value comes next.
    package mutating func name(_ name: String) {
        string(name)
        text.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member whose value is text; none where there is no value.
    package mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    /// Writes a member that is true or false; none where there is no value.
    package mutating func member(_ name: String, _ value: Bool?) {
        guard let value else { return }
        self.name(name)
        literal(value ? "true" : "false")
    }

    /// Writes a member whose value is an integer; none where there is no value.
    package mutating func member(_ name: String, _ value: Int?) {
        guard let value else { return }
        self.name(name)
        literal(String(value))
    }

    /// Writes a member whose value is an array of texts.
    package mutating func member(_ name: String, _ values: [String]) {
        self.name(name)
        array(values) { $0.string($1) }
    }

    /// Writes a number, `true`, `false` or `null` as it is spelled.
    package mutating func literal(_ spelling: String) {
        separate()
        text.append(contentsOf: spelling.utf8)
    }

    /// Writes a value that is JSON already, as it is.
    package mutating func encoded(_ value: some Collection<UInt8>) {
        separate()
        text.append(contentsOf: value)
    }

    /// Writes a text.
    package mutating func string(_ value: String) {
        separate()
        text.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        text.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as base64url text.
    package mutating func base64URL(_ value: ArraySlice<UInt8>) {
        separate()
        text.append(UInt8(ascii: "\""))
        if value.count < Self.fewestLongBytes {
            text.append(contentsOf: Base64URL.encode(value).utf8)
        } else {
            longBytes.append(LongBytes(position: text.count, value: value))
        }
        text.append(UInt8(ascii: "\""))
    }

    private mutating func enclose(_ begin: UInt8, _ end: UInt8, _ body: (inout JSONText) -> Void) {
        separate()
        text.append(begin)
        needsComma = false
        body(&self)
        text.append(end)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func escape(_ value: UnsafeBufferPointer<UInt8>) {
        guard value.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            text.append(contentsOf: value)
            return
        }
        for byte in value {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
            case 0x08: text += Array("\\b".utf8)
            case 0x09: text += Array("\\t".utf8)
            case 0x0A: text += Array("\\n".utf8)
            case 0x0C: text += Array("\\f".utf8)
            case 0x0D: text += Array("\\r".utf8)
            case 0..<0x20: text += Array("\\u00\(Hexadecimal.text([byte]))".utf8)
            default: text.append(byte)
            }
        }
    }
}

extension JSONText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the text, which may be a result with all of its elements.
    package var description: String { "JSON text" }
    /// The same as `description`.
    package var debugDescription: String { description }
    /// No children, so nothing prints the text by accident.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
