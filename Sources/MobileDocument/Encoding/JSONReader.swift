import CBOR

/// A strict, bounded pull reader for JSON text (RFC 8259) in UTF-8, for what is read with every answer.
///
/// Foundation's decoder makes a tree of all that is there, which for an answer with a portrait costs half of what verifying it does.
/// Here the caller asks for what comes next, and a long text is handed out where it lies. Nothing is accepted that the decoder would
/// refuse, nor a text with more combining marks in a row than are compared in good time; what a name that occurs twice means is the caller's to say.
package struct JSONReader {
    /// The text is not JSON, is nested too deeply, or has something else than was asked for.
    package struct Malformed: Error {
        /// Where, in bytes.
        package let offset: Int
    }

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    /// Starts at the first byte.
    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The error of what stands here, for a caller that wants something else.
    package var malformed: Malformed { Malformed(offset: position) }

    /// Ends the reading: nothing but blanks may be left.
    package mutating func finish() throws(Malformed) {
        skipBlanks()
        guard position == bytes.count else { throw malformed }
    }

    /// An object: `body` is called once per member with its name and must read the value; a value left unread is skipped, but checked.
    package mutating func readObject(_ body: (inout JSONReader, String) throws(Malformed) -> Void) throws(Malformed) {
        try readElements(UInt8(ascii: "{"), UInt8(ascii: "}")) { reader throws(Malformed) in
            let name = try reader.readText()
            try reader.expect(UInt8(ascii: ":"))
            let value = reader.position
            try body(&reader, name)
            if reader.position == value { try reader.skip() }
        }
    }

    /// A text.
    package mutating func readText() throws(Malformed) -> String {
        let token = try readString()
        let content = bytes[token.content]
        let text = token.hasEscapes ? Self.unescaped(content) : String(validating: content, as: UTF8.self)
        // Every name is compared, and most other texts are.
        guard let text, token.isPlain || StackedMarks.areBounded(text.utf8) else { throw Malformed(offset: token.content.lowerBound) }
        return text
    }

    /// The bytes of a text; a slice of the input where nothing in it is escaped.
    package mutating func readTextBytes() throws(Malformed) -> ArraySlice<UInt8> {
        let begin = self
        let token = try readString()
        if token.isPlain { return bytes[token.content] }
        self = begin
        return Array(try readText().utf8)[...]
    }

    /// An array: `body` is called once per element and must read it.
    package mutating func readArray(_ body: (inout JSONReader) throws(Malformed) -> Void) throws(Malformed) {
        try readElements(UInt8(ascii: "["), UInt8(ascii: "]"), body)
    }

    /// `true` or `false`.
    package mutating func readBoolean() throws(Malformed) -> Bool {
        let isTrue = peek() == UInt8(ascii: "t")
        if isTrue { try expect("true") } else { try expect("false") }
        return isTrue
    }

    /// What `body` reads, or nil where `null` stands in its place.
    package mutating func readOptional<Value>(_ body: (inout JSONReader) throws(Malformed) -> Value) throws(Malformed) -> Value? {
        guard peek() == UInt8(ascii: "n") else { return try body(&self) }
        try expect("null")
        return nil
    }

    /// The next value whole, checked, in its original bytes.
    package mutating func readEncoded() throws(Malformed) -> ArraySlice<UInt8> {
        skipBlanks()
        let begin = position
        try skip()
        return bytes[begin..<position]
    }

    /// Reads past a value of any kind, checking all of it.
    package mutating func skip() throws(Malformed) {
        switch peek() {
        case UInt8(ascii: "{"): try readObject { _, _ throws(Malformed) in }
        case UInt8(ascii: "["): try readArray { reader throws(Malformed) in try reader.skip() }
        case UInt8(ascii: "\""): _ = try readText()
        case UInt8(ascii: "t"): try expect("true")
        case UInt8(ascii: "f"): try expect("false")
        case UInt8(ascii: "n"): try expect("null")
        default: try skipNumber()
        }
    }

    // MARK: Tokens

    private struct StringToken {
        /// What stands between the quotation marks.
        let content: Range<Int>
        let hasEscapes: Bool
        /// Nothing escaped, and all of it ASCII.
        let isPlain: Bool
    }

    private mutating func skipBlanks() {
        while isNext(0x20) || isNext(0x0A) || isNext(0x0D) || isNext(0x09) { position += 1 }
    }

    /// The first byte of the next token; 0, which begins none, where the text ends.
    private mutating func peek() -> UInt8 {
        skipBlanks()
        return position < bytes.count ? bytes[position] : 0
    }

    private mutating func expect(_ byte: UInt8) throws(Malformed) {
        guard peek() == byte else { throw malformed }
        position += 1
    }

    private mutating func expect(_ literal: StaticString) throws(Malformed) {
        let expected = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        guard bytes[position...].starts(with: expected) else { throw malformed }
        position += expected.count
    }

    private mutating func readElements(
        _ first: UInt8, _ last: UInt8, _ element: (inout JSONReader) throws(Malformed) -> Void
    ) throws(Malformed) {
        try expect(first)
        depth += 1
        guard depth <= JSONNesting.maximumDepth else { throw malformed }
        if peek() != last {
            try element(&self)
            while peek() == UInt8(ascii: ",") {
                position += 1
                try element(&self)
            }
        }
        try expect(last)
        depth -= 1
    }

    private mutating func readString() throws(Malformed) -> StringToken {
        try expect(UInt8(ascii: "\""))
        let begin = position
        var (hasEscapes, isPlain) = (false, true)
        while true {
            position = bytes.withUnsafeBufferPointer { JSONNesting.endOfPlainBytes(in: $0, from: position) }
            guard position < bytes.count else { throw malformed }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return StringToken(content: begin..<position - 1, hasEscapes: hasEscapes, isPlain: isPlain)
            case 0..<0x20: throw malformed
            case UInt8(ascii: "\\"):
                (hasEscapes, isPlain) = (true, false)
                position += 2
            case 0x80...:
                isPlain = false
                position += 1
            default: position += 1
            }
        }
    }

    /// What a text with escapes says; nil where one of them is none. Not left to Foundation: a stranger's text can be made of nothing else, and a
    /// decoder for each would take a hundred times as long.
    private static func unescaped(_ content: ArraySlice<UInt8>) -> String? {
        content.withUnsafeBufferPointer { content -> String? in
            var text: [UInt8] = []
            text.reserveCapacity(content.count)
            var index = 0
            while index < content.count {
                guard content[index] == UInt8(ascii: "\\") else {
                    text.append(content[index])
                    index += 1
                    continue
                }
                // A backslash never comes last: it would take the quotation mark along.
                let escape = JSONNesting.escaped(in: content, at: index)
                if let scalar = escape.scalar {
                    text.append(contentsOf: String(scalar).utf8)
                } else if let character = shortEscape(content[index + 1]) {
                    text.append(character)
                } else {
                    return nil
                }
                index += escape.length
            }
            return String(validating: text, as: UTF8.self)
        }
    }

    /// What a backslash and a character stand for.
    private static func shortEscape(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "r"): 0x0D
        default: nil
        }
    }

    private mutating func skipNumber() throws(Malformed) {
        if peek() == UInt8(ascii: "-") { position += 1 }
        if isNext(UInt8(ascii: "0")) { position += 1 } else { try skipDigits() }
        if isNext(UInt8(ascii: ".")) {
            position += 1
            try skipDigits()
        }
        guard isNext(UInt8(ascii: "e")) || isNext(UInt8(ascii: "E")) else { return }
        position += 1
        if isNext(UInt8(ascii: "+")) || isNext(UInt8(ascii: "-")) { position += 1 }
        try skipDigits()
    }

    private func isNext(_ byte: UInt8) -> Bool { position < bytes.count && bytes[position] == byte }

    private mutating func skipDigits() throws(Malformed) {
        let begin = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) { position += 1 }
        guard position > begin else { throw malformed }
    }
}
