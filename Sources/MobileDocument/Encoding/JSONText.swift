/// Writes JSON text (RFC 8259) straight into one buffer, for what is written with every answer.
///
/// Foundation's encoder builds a tree of objects first, which for a report of a hundred checks costs more than verifying the
/// signatures. Members are written in the order in which they are given; to give them in the order of their names, and each
/// once, is the caller's part, and then the text is the same as that encoder's with sorted keys and unescaped slashes.
package struct JSONText: Sendable {
    /// The text so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// An empty text.
    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Writes an object whose members `body` writes.
    package mutating func object(_ body: (inout JSONText) -> Void) { enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), body) }

    /// Writes an array of values.
    package mutating func array<Element>(_ elements: some Sequence<Element>, _ body: (inout JSONText, Element) -> Void) {
        enclose(UInt8(ascii: "["), UInt8(ascii: "]")) { text in for element in elements { body(&text, element) } }
    }

    /// Writes a member's name; its value comes next.
    package mutating func name(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
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
        bytes.append(contentsOf: spelling.utf8)
    }

    /// Writes a text.
    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes bytes as base64url text.
    package mutating func base64URL(_ value: ArraySlice<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: Base64URL.encode(value).utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func enclose(_ begin: UInt8, _ end: UInt8, _ body: (inout JSONText) -> Void) {
        separate()
        bytes.append(begin)
        needsComma = false
        body(&self)
        bytes.append(end)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
            bytes.append(contentsOf: text)
            return
        }
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0A: bytes += Array("\\n".utf8)
            case 0x0C: bytes += Array("\\f".utf8)
            case 0x0D: bytes += Array("\\r".utf8)
            case 0..<0x20: bytes += Array("\\u00\(Hexadecimal.text([byte]))".utf8)
            default: bytes.append(byte)
            }
        }
    }
}
