/// A check for well-formed CBOR over `Span`, to be compared with the library's reader over array slices: the same rules
/// (definite lengths, bounded depth and item count, UTF-8, duplicate keys), written as plainly as possible.
///
/// It is here for its time only. It gives no reasons and no values, which is what makes a reader larger.
struct SpanWalker {
    private var position = 0
    private var itemsLeft = 200_000

    static func isWellFormed(_ bytes: borrowing Span<UInt8>) -> Bool {
        var walker = SpanWalker()
        return walker.skip(bytes, depth: 32) && walker.position == bytes.count
    }

    private mutating func head(_ bytes: borrowing Span<UInt8>) -> (major: UInt8, argument: UInt64)? {
        guard position < bytes.count, itemsLeft > 0 else { return nil }
        itemsLeft -= 1
        let initial = bytes[position]
        position += 1
        let info = initial & 0x1f
        if info < 24 { return (initial >> 5, UInt64(info)) }
        guard info <= 27 else { return nil }
        let width = 1 << Int(info - 24)
        guard bytes.count - position >= width else { return nil }
        var argument: UInt64 = 0
        for index in position..<(position + width) { argument = argument << 8 | UInt64(bytes[index]) }
        position += width
        if initial >> 5 == 7, info == 24, argument < 32 { return nil }
        return (initial >> 5, argument)
    }

    private mutating func string(_ bytes: borrowing Span<UInt8>, _ length: UInt64, isText: Bool) -> Range<Int>? {
        guard length <= UInt64(bytes.count - position) else { return nil }
        let range = position..<(position + Int(length))
        position = range.upperBound
        if isText {
            for index in range where bytes[index] >= 0x80 { return isUTF8(bytes, range) ? range : nil }
        }
        return range
    }

    private func isUTF8(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        (try? UTF8Span(validating: bytes.extracting(range))) != nil
    }

    private mutating func skip(_ bytes: borrowing Span<UInt8>, depth: Int) -> Bool {
        guard depth >= 0, let (major, argument) = head(bytes) else { return false }
        switch major {
        case 0, 1, 7: return true
        case 2, 3: return string(bytes, argument, isText: major == 3) != nil
        case 4:
            guard depth > 0, argument <= UInt64(bytes.count - position) else { return false }
            for _ in 0..<argument where !skip(bytes, depth: depth - 1) { return false }
            return true
        case 5: return depth > 0 && skipMap(bytes, argument, depth: depth)
        default: return depth > 0 && skip(bytes, depth: depth - 1)
        }
    }

    private mutating func skipMap(_ bytes: borrowing Span<UInt8>, _ count: UInt64, depth: Int) -> Bool {
        guard count <= UInt64(bytes.count - position) / 2 else { return false }
        var keys: [(major: UInt8, argument: UInt64, content: Range<Int>)] = []
        for _ in 0..<count {
            guard let (major, argument) = head(bytes), major <= 3 else { return false }
            var content = 0..<0
            if major >= 2 {
                guard let string = string(bytes, argument, isText: major == 3) else { return false }
                content = string
            }
            // Quadratic, as in the library up to twelve keys; the measured maps are small.
            for key in keys where key.major == major && key.argument == argument && areEqual(bytes, key.content, content) { return false }
            keys.append((major, argument, content))
            guard skip(bytes, depth: depth - 1) else { return false }
        }
        return true
    }

    private func areEqual(_ bytes: borrowing Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
        for offset in 0..<left.count where bytes[left.lowerBound + offset] != bytes[right.lowerBound + offset] { return false }
        return true
    }
}
