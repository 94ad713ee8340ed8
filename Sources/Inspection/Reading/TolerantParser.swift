import CBOR
import MobileDocument

/// Reads CBOR that may be broken, as far as it goes.
///
/// `CBORReader` refuses; this one keeps what it has understood and remembers where and why it stopped. What is wrong but
/// does not end the reading becomes a remark.
struct TolerantParser {
    /// Something unusual at a place, under the code the strict reader has for it.
    struct Remark {
        let code: String
        let offset: Int
        let text: String
    }

    static let maximumDepth = 64
    static let maximumNodes = 100_000
    private static let maximumRemarks = 2_000

    private let bytes: [UInt8]
    let end: Int
    private(set) var position: Int
    private(set) var failure: CBORError?
    private(set) var remarks: [Remark] = []
    private var nodesLeft = TolerantParser.maximumNodes

    /// Reads inside `range`.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next item; nil when not even its head is there.
    mutating func parse(depth: Int) -> CBORNode? {
        guard failure == nil else { return nil }
        let start = position
        guard depth <= Self.maximumDepth else { return fail(.tooDeep, at: start, "nesting deeper than \(Self.maximumDepth)") }
        guard nodesLeft > 0 else { return fail(.tooManyItems, at: start, "more than \(Self.maximumNodes) items") }
        nodesLeft -= 1
        guard let head = head() else { return nil }
        switch head.major {
        case 0: return node(start, .unsigned(head.argument))
        case 1: return node(start, .negative(head.argument))
        case 2, 3: return string(head, start: start, depth: depth)
        case 4: return array(head, start: start, depth: depth)
        case 5: return map(head, start: start, depth: depth)
        case 6:
            let body = position
            let inner = parse(depth: depth + 1)
            return node(start, body: body, .tag(head.argument, inner))
        default: return simple(head, start: start)
        }
    }

    /// True when every byte is read.
    var isAtEnd: Bool { position == end }

    // MARK: Heads

    private struct Head {
        let major: UInt8
        let additional: UInt8
        let argument: UInt64
        var isIndefinite: Bool { additional == 31 }
    }

    private mutating func head() -> Head? {
        let start = position
        guard start < end else { return fail(.truncated, at: start, "the input ends where an item should begin") }
        let major = bytes[start] >> 5
        let additional = bytes[start] & 0x1f
        position += 1
        switch additional {
        case ..<24:
            return Head(major: major, additional: additional, argument: UInt64(additional))
        case 24...27:
            let width = 1 << Int(additional - 24)
            guard end - position >= width else {
                position = end
                return fail(.truncated, at: start, "the input ends inside the head of an item")
            }
            var argument: UInt64 = 0
            for byte in bytes[position..<position + width] { argument = argument << 8 | UInt64(byte) }
            position += width
            noteIfLong(major: major, additional: additional, argument: argument, at: start)
            return Head(major: major, additional: additional, argument: argument)
        case 31 where (2...5).contains(major):
            remark(CBORError.Code.indefiniteLength.rawValue, at: start, "an indefinite length, which no mdoc may have")
            return Head(major: major, additional: additional, argument: 0)
        case 31 where major == 7:
            return fail(.unexpectedBreak, at: start, "a break stands outside an indefinite-length item")
        default:
            return fail(.reservedHead, at: start, "the byte 0x\(Hexadecimal.text([bytes[start]])) begins no item")
        }
    }

    private mutating func noteIfLong(major: UInt8, additional: UInt8, argument: UInt64, at start: Int) {
        if major == 7 {
            if additional == 24, argument < 32 {
                remark(CBORError.Code.invalidSimple.rawValue, at: start, "a simple value below 32 written in two bytes")
            }
            return
        }
        let shortest: UInt8 =
            switch argument {
            case ..<24: 0
            case ..<0x100: 24
            case ..<0x1_0000: 25
            case ..<0x1_0000_0000: 26
            default: 27
            }
        if additional > shortest {
            remark("cbor.long-head", at: start, "a head longer than needed; a re-encoded copy will not have the same bytes")
        }
    }

    // MARK: Items

    private mutating func string(_ head: Head, start: Int, depth: Int) -> CBORNode? {
        let isText = head.major == 3
        let body = position
        if head.isIndefinite { return chunks(isText: isText, start: start, depth: depth) }
        let left = end - position
        guard head.argument <= UInt64(left) else {
            position = end
            let kind = isText ? "text" : "byte string"
            stop(.truncated, at: start, "a \(kind) of \(head.argument) bytes is declared and only \(left) are left")
            return isText ? textNode(start, body: body, String(decoding: bytes[body..<end], as: UTF8.self)) : node(start, body: body, .bytes)
        }
        position += Int(head.argument)
        guard isText else { return node(start, body: body, .bytes) }
        let slice = bytes[body..<position]
        guard let text = String(validating: slice, as: UTF8.self) else {
            remark(CBORError.Code.invalidUTF8.rawValue, at: start, "text that is not UTF-8; wrong bytes are shown as U+FFFD")
            return textNode(start, body: body, String(decoding: slice, as: UTF8.self))
        }
        return textNode(start, body: body, text)
    }

    /// A text, or only its bytes where comparing it would take longer than anybody waits.
    private mutating func textNode(_ start: Int, body: Int, _ text: String) -> CBORNode {
        if StackedMarks.areBounded(text.utf8) { return node(start, body: body, .text(text)) }
        remark(CBORError.Code.invalidValue.rawValue, at: start, "text with more than \(StackedMarks.most) combining marks in a row; its bytes are shown")
        return node(start, body: body, .bytes)
    }

    private mutating func chunks(isText: Bool, start: Int, depth: Int) -> CBORNode? {
        let body = position
        var chunks: [CBORNode] = []
        while failure == nil, !takeBreak() {
            if position < end, bytes[position] >> 5 != (isText ? 3 : 2) || bytes[position] & 0x1f == 31 {
                stop(.unexpectedType, at: position, "a chunk of a string must be a definite string of the same kind")
                break
            }
            guard let chunk = parse(depth: depth + 1) else { break }
            chunks.append(chunk)
        }
        return node(start, body: body, .chunks(chunks, isText: isText))
    }

    private mutating func array(_ head: Head, start: Int, depth: Int) -> CBORNode? {
        let body = position
        var elements: [CBORNode] = []
        while failure == nil {
            if head.isIndefinite ? takeBreak() : UInt64(elements.count) == head.argument { break }
            guard let element = parse(depth: depth + 1) else { break }
            elements.append(element)
        }
        return node(start, body: body, .array(elements))
    }

    private mutating func map(_ head: Head, start: Int, depth: Int) -> CBORNode? {
        let body = position
        var entries: [CBORNode.Entry] = []
        var seen: Set<KeyIdentity> = []
        while failure == nil {
            if head.isIndefinite ? takeBreak() : UInt64(entries.count) == head.argument { break }
            guard let key = parse(depth: depth + 1) else { break }
            check(key, against: &seen)
            entries.append(CBORNode.Entry(key: key, value: parse(depth: depth + 1)))
        }
        return node(start, body: body, .map(entries))
    }

    private mutating func simple(_ head: Head, start: Int) -> CBORNode? {
        switch head.additional {
        case 20, 21: return node(start, .boolean(head.additional == 21))
        case 22: return node(start, .null)
        case 23: return node(start, .undefined)
        case 25, 26, 27:
            var value = Double.nan
            if let item = try? CBORItem(bytes[start..<position], dialect: .complete), case .float(let number)? = try? item.value() {
                value = number
            }
            return node(start, .float(value))
        default: return node(start, .simple(UInt8(truncatingIfNeeded: head.argument)))
        }
    }

    private mutating func takeBreak() -> Bool {
        guard position < end, bytes[position] == 0xff else { return false }
        position += 1
        return true
    }

    private func node(_ start: Int, body: Int? = nil, _ content: CBORNode.Content) -> CBORNode {
        CBORNode(offset: start, body: min(body ?? position, position)..<position, content: content, isComplete: failure == nil)
    }

    // MARK: Keys

    /// Equal for equal values, however long their heads are.
    private struct KeyIdentity: Hashable {
        let major: UInt8
        let argument: UInt64
        let content: ArraySlice<UInt8>
    }

    private mutating func check(_ key: CBORNode, against seen: inout Set<KeyIdentity>) {
        let identity: KeyIdentity
        switch key.content {
        case .unsigned(let value): identity = KeyIdentity(major: 0, argument: value, content: [])
        case .negative(let argument): identity = KeyIdentity(major: 1, argument: argument, content: [])
        case .bytes: identity = KeyIdentity(major: 2, argument: 0, content: bytes[key.body])
        case .text: identity = KeyIdentity(major: 3, argument: 0, content: bytes[key.body])
        default:
            return remark(
                CBORError.Code.unsupportedKey.rawValue, at: key.offset, "a map key that is neither an integer nor a string")
        }
        if !seen.insert(identity).inserted {
            remark(
                CBORError.Code.duplicateKey.rawValue, at: key.offset, "a map key occurs twice; readers may disagree on which counts"
            )
        }
    }

    // MARK: Troubles

    private mutating func stop(_ code: CBORError.Code, at offset: Int, _ reason: String) {
        if failure == nil { failure = CBORError(code, at: offset, reason) }
    }

    private mutating func fail<Value>(_ code: CBORError.Code, at offset: Int, _ reason: String) -> Value? {
        stop(code, at: offset, reason)
        return nil
    }

    private mutating func remark(_ code: String, at offset: Int, _ text: String) {
        if remarks.count < Self.maximumRemarks { remarks.append(Remark(code: code, offset: offset, text: text)) }
    }
}
