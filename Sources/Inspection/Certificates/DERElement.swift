/// One element of DER, with its place in the inspected bytes.
///
/// Written here and not taken from a library because offsets are the point, and because certificates that libraries refuse
/// must be readable as well.
struct DERElement {
    struct Fault: Error {
        let offset: Int
        let reason: String
    }

    let tag: UInt8
    let offset: Int
    let content: Range<Int>

    var range: Range<Int> { offset..<content.upperBound }

    /// Reads the element at the beginning of `range`.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(Fault) {
        offset = range.lowerBound
        guard range.count >= 2 else { throw Fault(offset: range.lowerBound, reason: "DER ends where an element should begin") }
        tag = bytes[offset]
        guard tag & 0x1f != 0x1f else {
            throw Fault(offset: offset, reason: "a DER tag of more than one byte, which no certificate has")
        }
        let first = bytes[offset + 1]
        var start = offset + 2
        var length = Int(first)
        if first & 0x80 != 0 {
            let width = Int(first & 0x7f)
            guard (1...4).contains(width), range.upperBound - start >= width else {
                throw Fault(offset: offset + 1, reason: "a DER length that cannot be read")
            }
            length = bytes[start..<start + width].reduce(0) { $0 << 8 | Int($1) }
            start += width
        }
        guard length <= range.upperBound - start else {
            throw Fault(
                offset: offset, reason: "a DER element of \(length) bytes is declared and only \(range.upperBound - start) are left"
            )
        }
        content = start..<start + length
    }

    /// The elements inside.
    func children(_ bytes: [UInt8]) throws(Fault) -> [DERElement] {
        var elements: [DERElement] = []
        var position = content.lowerBound
        while position < content.upperBound {
            guard elements.count < 4_096 else { throw Fault(offset: position, reason: "more elements than any certificate has") }
            let element = try DERElement(bytes, in: position..<content.upperBound)
            elements.append(element)
            position = element.content.upperBound
        }
        return elements
    }

    /// An object identifier in dotted form; nil for anything else.
    func objectIdentifier(_ bytes: [UInt8]) -> String? {
        guard tag == 0x06, !content.isEmpty, content.count <= 64, bytes[content.upperBound - 1] & 0x80 == 0 else { return nil }
        var arcs: [UInt64] = []
        var value: UInt64 = 0
        for byte in bytes[content] {
            guard value < 1 << 56 else { return nil }
            value = value << 7 | UInt64(byte & 0x7f)
            if byte & 0x80 == 0 {
                if arcs.isEmpty {
                    let top = min(value / 40, 2)
                    arcs = [top, value - top * 40]
                } else {
                    arcs.append(value)
                }
                value = 0
            }
        }
        return arcs.map { String($0) }.joined(separator: ".")
    }

    /// The text of a string type, as far as it can be shown.
    func string(_ bytes: [UInt8]) -> String? {
        switch tag {
        case 0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a: String(decoding: bytes[content], as: UTF8.self)
        case 0x1e:
            String(
                decoding: stride(from: content.lowerBound, to: content.upperBound - 1, by: 2).map {
                    UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
                },
                as: UTF16.self)
        default: nil
        }
    }

    /// UTCTime or GeneralizedTime as RFC 3339 text.
    func time(_ bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes[content], as: UTF8.self)
        let isShort = tag == 0x17
        guard isShort || tag == 0x18, text.utf8.count == (isShort ? 13 : 15), text.hasSuffix("Z"),
            text.utf8.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let digits = isShort ? (text < "50" ? "20" : "19") + text : text
        let parts = Array(digits)
        func part(_ range: Range<Int>) -> String { String(parts[range]) }
        return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
    }
}
