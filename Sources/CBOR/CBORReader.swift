/// A strict, bounded pull reader for CBOR (RFC 8949) over borrowed bytes.
///
/// The caller asks for what its structure has next and gets it, or an error that names the rule and the byte offset.
/// Nothing is copied but what is asked for as a value. Refused everywhere: lengths beyond the input, reserved heads,
/// invalid UTF-8, too many combining marks in a row, duplicate map keys, nesting or item counts above the limits, and (in the
/// `mdoc` dialect) indefinite lengths. Heads longer than needed are accepted, because deployed issuers send them and hashes use received bytes.
public struct CBORReader: Sendable {
    @usableFromInline let bytes: ArraySlice<UInt8>
    @usableFromInline var position: Int
    @usableFromInline var itemsLeft: Int
    private var depth: Int
    @usableFromInline let limits: CBORLimits
    private let dialect: CBORDialect

    /// Starts at the first byte of `bytes`; offsets in errors are indices of the slice.
    public init(
        _ bytes: ArraySlice<UInt8>, limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc
    ) throws(CBORError) {
        try self.init(bytes, limits: limits, dialect: dialect, depth: 0)
    }

    /// Starts at the first byte of a whole buffer.
    public init(_ bytes: [UInt8], limits: CBORLimits = .standard, dialect: CBORDialect = .mdoc) throws(CBORError) {
        try self.init(bytes[...], limits: limits, dialect: dialect, depth: 0)
    }

    init(_ bytes: ArraySlice<UInt8>, limits: CBORLimits, dialect: CBORDialect, depth: Int) throws(CBORError) {
        guard bytes.count <= limits.totalBytes else {
            throw CBORError(.tooLarge, at: bytes.startIndex, "\(bytes.count) bytes, at most \(limits.totalBytes) are accepted")
        }
        self.bytes = bytes
        self.position = bytes.startIndex
        self.itemsLeft = limits.items
        self.depth = depth
        self.limits = limits
        self.dialect = dialect
    }

    /// Offset of the next byte to be read.
    public var offset: Int { position }

    /// True when all bytes are read.
    public var isAtEnd: Bool { position == bytes.endIndex }

    /// Ends the reading: any byte left over is an error.
    public func finish() throws(CBORError) {
        guard isAtEnd else {
            throw CBORError(.trailingBytes, at: position, "\(bytes.endIndex - position) bytes follow the item")
        }
    }

    // MARK: Looking ahead

    /// The type of the next item.
    public func peekKind() throws(CBORError) -> CBORKind {
        guard position < bytes.endIndex else { throw truncated(at: position) }
        let initial = bytes[position]
        switch initial >> 5 {
        case 0: return .unsigned
        case 1: return .negative
        case 2: return .bytes
        case 3: return .text
        case 4: return .array
        case 5: return .map
        case 6: return .tag
        default:
            switch initial & 0x1f {
            case 20, 21: return .boolean
            case 22: return .null
            case 23: return .undefined
            case 25, 26, 27: return .float
            case 31: return .stop
            default: return .simple
            }
        }
    }

    /// How many entries the next map or array declares, for making room; never more than there are bytes left, and 0 where neither is next.
    package mutating func peekEntries() -> Int {
        let (here, itemsHere) = (position, itemsLeft)
        defer { (position, itemsLeft) = (here, itemsHere) }
        guard let head = try? readHead(), head.major == 4 || head.major == 5 else { return 0 }
        return Int(min(head.argument, UInt64(bytes.endIndex - position)))
    }

    // MARK: Scalars

    /// An unsigned integer.
    public mutating func readUnsigned() throws(CBORError) -> UInt64 {
        let start = position
        let head = try readHead()
        guard head.major == 0 else { throw unexpected(.unsigned, at: start) }
        return head.argument
    }

    /// An integer of either sign that fits `Int64`.
    public mutating func readInteger() throws(CBORError) -> Int64 {
        let start = position
        let head = try readHead()
        guard head.major <= 1 else { throw unexpected(.unsigned, at: start) }
        guard let magnitude = Int64(exactly: head.argument) else {
            throw CBORError(.invalidValue, at: start, "integer does not fit 64 bits with sign")
        }
        return head.major == 0 ? magnitude : -1 - magnitude
    }

    /// True or false.
    public mutating func readBoolean() throws(CBORError) -> Bool {
        let start = position
        guard try peekKind() == .boolean else { throw unexpected(.boolean, at: start) }
        return try readHead().argument == 21
    }

    /// Null.
    public mutating func readNull() throws(CBORError) {
        let start = position
        guard try peekKind() == .null else { throw unexpected(.null, at: start) }
        _ = try readHead()
    }

    /// What `body` reads, or nil where null stands in its place.
    package mutating func readOptional<Value>(_ body: (inout CBORReader) throws(CBORError) -> Value) throws(CBORError) -> Value? {
        guard try peekKind() == .null else { return try body(&self) }
        try readNull()
        return nil
    }

    /// A text string, checked to be UTF-8.
    public mutating func readText() throws(CBORError) -> String {
        let start = position
        if isIndefinite(.text) {
            _ = try readHead()
            let chunks = try readChunks(major: 3, start: start)
            return try readText(chunksOf: chunks, start: start)
        }
        return text(at: try readPlaceOfText())
    }

    /// Where the content of a text string of definite length lies, in offsets of the input; it is checked to be UTF-8.
    package mutating func readPlaceOfText() throws(CBORError) -> Range<Int> {
        let start = position
        let place = try readPlace(of: .text)
        try Self.checkUTF8(bytes, place, start: start)
        return place
    }

    /// Bytes that were read, where they lie: a slice of them would be counted. Changes nothing, but a reader that cannot be changed is copied.
    ///
    /// - Parameter place: where they lie, in offsets of the input.
    @inlinable
    package mutating func withBytes<Value>(at place: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        // A place in what another reader reads would be memory of somebody else.
        precondition(place.lowerBound >= bytes.startIndex && place.upperBound <= bytes.endIndex, "nothing was read there")
        let first = bytes.startIndex
        return bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[(place.lowerBound - first)..<(place.upperBound - first)])) }
    }

    /// A byte string, as a slice of the input; in the complete dialect one of indefinite length, too, its chunks joined.
    public mutating func readBytes() throws(CBORError) -> ByteSlice {
        let start = position
        if isIndefinite(.bytes) {
            _ = try readHead()
            return ByteSlice(try readChunks(major: 2, start: start).flatMap { $0 })
        }
        let place = try readPlace(of: .bytes)
        return ByteSlice(bytes[place])
    }

    /// Where the content of a byte string of definite length lies, in offsets of the input.
    @inlinable
    package mutating func readPlaceOfBytes() throws(CBORError) -> Range<Int> {
        try readPlace(of: .bytes)
    }

    /// A tag number; the tagged item follows.
    public mutating func readTag() throws(CBORError) -> UInt64 {
        let start = position
        let head = try readHead()
        guard head.major == 6 else { throw unexpected(.tag, at: start) }
        return head.argument
    }

    // MARK: Containers

    /// An array: `body` is called once per element and must read it; an element left unread is skipped, but checked.
    ///
    /// - Parameter body: receives the reader and the element's index.
    /// - Returns: the number of elements.
    @inlinable
    @discardableResult
    public mutating func readArray(
        _ body: (inout CBORReader, Int) throws(CBORError) -> Void
    ) throws(CBORError) -> Int {
        var array = try beginArray()
        while try hasNext(&array) {
            let before = offset
            try body(&self, array.count)
            try endItem(begunAt: before, in: &array)
        }
        ascend()
        return array.count
    }

    /// An array of exactly `count` elements, read by `body` in one go.
    @inlinable
    public mutating func readTuple<Value>(
        _ count: Int, _ body: (inout CBORReader) throws(CBORError) -> Value
    ) throws(CBORError) -> Value {
        try beginTuple(count)
        let value = try body(&self)
        ascend()
        return value
    }

    /// A map: `body` is called once per entry with its key and must read the value; a value left unread is skipped, but
    /// checked. Duplicate keys are refused when the map ends.
    ///
    /// - Returns: the number of entries.
    @inlinable
    @discardableResult
    public mutating func readMap(
        _ body: (inout CBORReader, CBORKey) throws(CBORError) -> Void
    ) throws(CBORError) -> Int {
        var map = try beginMap()
        var keys = MapKeySet()
        while try hasNext(&map) {
            let key = try readKey(into: &keys)
            let before = offset
            try body(&self, key)
            try endItem(begunAt: before, in: &map)
        }
        try endMap(keys)
        return map.count
    }

    /// A map whose keys are all unsigned integers.
    @inlinable
    @discardableResult
    public mutating func readUnsignedMap(
        _ body: (inout CBORReader, UInt64) throws(CBORError) -> Void
    ) throws(CBORError) -> Int {
        var map = try beginMap()
        var last: UInt64?
        var isAscending = true
        while try hasNext(&map) {
            let key = try readUnsignedKey()
            if let last, key <= last { isAscending = false }
            last = key
            let before = offset
            try body(&self, key)
            try endItem(begunAt: before, in: &map)
        }
        try endUnsignedMap(map, isAscending: isAscending)
        return map.count
    }

    /// A map whose keys are all text.
    @inlinable
    @discardableResult
    public mutating func readTextMap(
        _ body: (inout CBORReader, CBORTextKey) throws(CBORError) -> Void
    ) throws(CBORError) -> Int {
        var map = try beginMap()
        var keys = MapKeySet()
        while try hasNext(&map) {
            let key = try readTextKey(into: &keys)
            let before = offset
            try body(&self, key)
            try endItem(begunAt: before, in: &map)
        }
        try endMap(keys)
        return map.count
    }

    /// How far an array or a map has been read.
    @usableFromInline
    struct Container {
        let start: Int
        @usableFromInline let isIndefinite: Bool
        /// Elements or entries to come, where their number is declared.
        @usableFromInline var remaining: UInt64
        /// Elements or entries that were read.
        @usableFromInline var count = 0
    }

    @usableFromInline
    mutating func beginArray() throws(CBORError) -> Container {
        let start = position
        return try begin(readHead(.array), start: start)
    }

    @usableFromInline
    mutating func beginMap() throws(CBORError) -> Container {
        let start = position
        return try begin(readHead(.map), start: start)
    }

    private mutating func begin(_ head: Head, start: Int) throws(CBORError) -> Container {
        try descend(at: start)
        try checkRoom(head, start: start)
        return Container(start: start, isIndefinite: head.isIndefinite, remaining: head.argument)
    }

    @usableFromInline
    mutating func beginTuple(_ count: Int) throws(CBORError) {
        let start = position
        let head = try readHead(.array)
        guard !head.isIndefinite, head.argument == UInt64(count) else {
            throw CBORError(.invalidValue, at: start, "expected an array of \(count) elements")
        }
        try checkRoom(head, start: start)
        try descend(at: start)
    }

    @inlinable
    mutating func hasNext(_ container: inout Container) throws(CBORError) -> Bool {
        guard container.isIndefinite else {
            guard container.remaining > 0 else { return false }
            container.remaining -= 1
            return true
        }
        return try isBeforeStop()
    }

    /// Whether more of a container of indefinite length comes; its stop is read.
    @usableFromInline
    mutating func isBeforeStop() throws(CBORError) -> Bool {
        guard try peekKind() == .stop else { return true }
        _ = try readHead()
        return false
    }

    /// Reads past an element or a value that nobody has read.
    @usableFromInline
    mutating func endItem(begunAt before: Int, in container: inout Container) throws(CBORError) {
        if position == before { try skip() }
        container.count += 1
    }

    @usableFromInline
    mutating func ascend() { depth -= 1 }

    @usableFromInline
    mutating func endMap(_ keys: MapKeySet) throws(CBORError) {
        try keys.check(in: bytes)
        ascend()
    }

    /// Keys in ascending order, as nearly all senders write them, cannot repeat; others are gone through once more.
    @usableFromInline
    mutating func endUnsignedMap(_ map: Container, isAscending: Bool) throws(CBORError) {
        ascend()
        if !isAscending { try checkKeysDiffer(inMapAt: map.start) }
    }

    /// Reads past a map that was read already, for its keys alone; its items are not counted again.
    private func checkKeysDiffer(inMapAt start: Int) throws(CBORError) {
        var again = self
        again.position = start
        again.itemsLeft = .max
        try again.skip()
    }

    /// An item embedded under tag 24 in a byte string, with its original bytes. The content is not read yet.
    public mutating func readEmbedded() throws(CBORError) -> EmbeddedCBOR {
        let start = position
        guard try peekKind() == .tag, try readTag() == 24 else {
            throw CBORError(.unexpectedType, at: start, "expected an embedded item (tag 24)")
        }
        let inner = position
        let head = try readHead()
        guard head.major == 2, !head.isIndefinite else {
            throw CBORError(.unexpectedType, at: inner, "tag 24 must hold a byte string of definite length")
        }
        let content = try readPlace(head, start: inner)
        guard depth + 1 <= limits.depth else { throw tooDeep(at: start) }
        return EmbeddedCBOR(
            encoded: ByteSlice(bytes[start..<position]), contentStart: content.lowerBound, depth: depth + 1, limits: limits)
    }

    /// The next item whole, checked, in its original bytes.
    public mutating func readItem() throws(CBORError) -> CBORItem {
        let start = position
        try skip()
        return CBORItem(checked: ByteSlice(bytes[start..<position]), dialect: dialect)
    }

    /// A key that was read here, as a text.
    public mutating func text(of key: CBORTextKey) -> String { text(at: key.place) }

    /// What has been read since an offset, in its original bytes. Changes nothing, but a reader that cannot be changed is copied.
    package mutating func encoded(since start: Int) -> ByteSlice { ByteSlice(bytes[start..<position]) }

    /// Reads past the next item, checking all of it.
    public mutating func skip() throws(CBORError) {
        let start = position
        let head = try readHead()
        switch head.major {
        case 0, 1:
            return
        case 2, 3:
            if head.isIndefinite {
                let chunks = try readChunks(major: head.major, start: start)
                if head.major == 3 { _ = try readText(chunksOf: chunks, start: start) }
                return
            }
            let place = try readPlace(head, start: start)
            if head.major == 3 { try Self.checkUTF8(bytes, place, start: start) }
        case 4:
            var array = try begin(head, start: start)
            while try hasNext(&array) { try skip() }
            ascend()
        case 5:
            var map = try begin(head, start: start)
            var keys = MapKeySet()
            while try hasNext(&map) {
                try skipKey(into: &keys)
                try skip()
            }
            try keys.check(in: bytes)
            ascend()
        case 6:
            try descend(at: start)
            try skip()
            ascend()
        default:
            guard !head.isIndefinite else {
                throw CBORError(.unexpectedBreak, at: start, "a break stands outside an indefinite-length item")
            }
        }
    }

    // MARK: Trees

    /// The next item as a tree of values. Depth is bounded by the limits, so building and releasing it is too.
    public mutating func readValue() throws(CBORError) -> CBORValue {
        let start = position
        switch try peekKind() {
        case .unsigned: return .unsigned(try readUnsigned())
        case .negative: return .negative(try readHead().argument)
        case .bytes: return .bytes(try readBytes().array)
        case .text: return .text(try readText())
        case .array:
            var elements: [CBORValue] = []
            try readArray { (reader, _) throws(CBORError) in elements.append(try reader.readValue()) }
            return .array(elements)
        case .map:
            var entries: [CBORValue.Entry] = []
            try readMap { (reader, key) throws(CBORError) in
                entries.append(CBORValue.Entry(key: CBORValue(key), value: try reader.readValue()))
            }
            return .map(entries)
        case .tag:
            let tag = try readTag()
            try descend(at: start)
            let value = try readValue()
            ascend()
            return .tagged(tag, value)
        case .boolean: return .boolean(try readBoolean())
        case .null:
            try readNull()
            return .null
        case .undefined:
            _ = try readHead()
            return .undefined
        case .simple: return .simple(UInt8(truncatingIfNeeded: try readHead().argument))
        case .float: return .float(try readFloat())
        case .stop: throw CBORError(.unexpectedBreak, at: start, "a break stands outside an indefinite-length item")
        }
    }

    private mutating func readFloat() throws(CBORError) -> Double {
        let width = bytes[position] & 0x1f
        let head = try readHead()
        switch width {
        case 25: return HalfPrecision.double(fromBits: UInt16(truncatingIfNeeded: head.argument))
        case 26: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: head.argument)))
        default: return Double(bitPattern: head.argument)
        }
    }

    // MARK: Heads

    private struct Head {
        let major: UInt8
        let argument: UInt64
        let isIndefinite: Bool
    }

    /// The majors of items that have a content.
    @usableFromInline enum Major: UInt8 {
        case bytes = 2
        case text = 3
        case array = 4
        case map = 5

        var kind: CBORKind {
            switch self {
            case .bytes: .bytes
            case .text: .text
            case .array: .array
            case .map: .map
            }
        }
    }

    private func isNext(_ major: Major) -> Bool { position < bytes.endIndex && bytes[position] >> 5 == major.rawValue }

    /// Whether a string or container of indefinite length is next.
    private func isIndefinite(_ major: Major) -> Bool { position < bytes.endIndex && bytes[position] == major.rawValue << 5 | 0x1f }

    /// The head of an item that must be of one major.
    private mutating func readHead(_ major: Major) throws(CBORError) -> Head {
        guard isNext(major) else {
            _ = try peekKind()
            throw unexpected(major.kind, at: position)
        }
        return try readHead()
    }

    @inline(__always)
    private mutating func readHead() throws(CBORError) -> Head {
        let start = position
        guard start < bytes.endIndex else { throw truncated(at: start) }
        guard itemsLeft > 0 else { throw tooManyItems(at: start) }
        itemsLeft -= 1
        let initial = bytes[start]
        position = start + 1
        let info = initial & 0x1f
        guard info >= 24 else { return Head(major: initial >> 5, argument: UInt64(info), isIndefinite: false) }
        return try readLongHead(initial, start: start)
    }

    /// The rest of a head that is longer than its first byte, or not one that is allowed.
    private mutating func readLongHead(_ initial: UInt8, start: Int) throws(CBORError) -> Head {
        let major = initial >> 5
        let info = initial & 0x1f
        // One byte more, as nearly all have.
        if info == 24, major != 7, position < bytes.endIndex {
            position += 1
            return Head(major: major, argument: UInt64(bytes[position - 1]), isIndefinite: false)
        }
        if info <= 27 {
            let width = 1 << Int(info - 24)
            guard bytes.endIndex - position >= width else { throw truncated(at: start) }
            var argument: UInt64 = 0
            for index in position..<(position + width) { argument = argument << 8 | UInt64(bytes[index]) }
            position += width
            if major == 7, info == 24, argument < 32 {
                throw CBORError(.invalidSimple, at: start, "simple value \(argument) must be written in one byte")
            }
            return Head(major: major, argument: argument, isIndefinite: false)
        }
        guard info == 31, major >= 2, major != 6 else {
            throw CBORError(.reservedHead, at: start, "reserved head 0x\(String(initial, radix: 16))")
        }
        if major != 7, dialect == .mdoc {
            throw CBORError(.indefiniteLength, at: start, "indefinite lengths are not accepted")
        }
        return Head(major: major, argument: 0, isIndefinite: true)
    }

    /// Where the content of a string of definite length lies. Inlined, since loops read many short ones; the long way stays a call.
    @inlinable
    @inline(__always)
    mutating func readPlace(of major: Major) throws(CBORError) -> Range<Int> {
        if let place = readShortPlace(of: major) { return place }
        return try readLongPlace(of: major)
    }

    /// Out of the way of the short ones.
    @usableFromInline
    @inline(never)
    mutating func readLongPlace(of major: Major) throws(CBORError) -> Range<Int> {
        let start = position
        let head = try readHead(major)
        guard !head.isIndefinite else {
            throw CBORError(.indefiniteLength, at: start, "indefinite lengths are not accepted")
        }
        return try readPlace(head, start: start)
    }

    /// The same where a head of one or two bytes gives the length, as in nearly all strings; nil, with nothing read, where it does not or
    /// something is wrong, which is for the long way to say.
    @inlinable
    @inline(__always)
    mutating func readShortPlace(of major: Major) -> Range<Int>? {
        let end = bytes.endIndex
        guard position < end, itemsLeft > 0 else { return nil }
        let initial = bytes[position]
        guard initial >> 5 == major.rawValue else { return nil }
        var content = position + 1
        var length = Int(initial & 0x1f)
        if length >= 24 {
            guard length == 24, content < end else { return nil }
            length = Int(bytes[content])
            content += 1
        }
        guard length <= end - content, length <= limits.stringBytes else { return nil }
        itemsLeft -= 1
        position = content + length
        return content..<position
    }

    /// A key that is an ASCII text of up to 23 bytes, as nearly every one is; nil, with nothing read, where none is next, which is for the
    /// long way to say.
    @inline(__always)
    private mutating func readShortTextKey(into keys: inout MapKeySet) -> CBORTextKey? {
        let first = bytes.startIndex
        let found = bytes.withUnsafeBytes { input -> (text: ShortText, length: Int)? in
            // Nothing overflows: all of it lies within the input.
            let start = position &- first
            guard start < input.count else { return nil }
            let length = Int(input[start]) &- 0x60
            let content = start &+ 1
            guard 0..<24 ~= length, content &+ length <= input.count else { return nil }
            let text = ShortText(UnsafeRawBufferPointer(rebasing: input[content..<content &+ length]))
            return text.isASCII ? (text, length) : nil
        }
        guard let found, found.length <= limits.stringBytes, itemsLeft > 0 else { return nil }
        keys.add(mark: found.text.mark, at: position)
        itemsLeft &-= 1
        let content = position &+ 1
        position = content &+ found.length
        return CBORTextKey(found.text, at: content..<position)
    }

    private mutating func readContent(_ head: Head, start: Int) throws(CBORError) -> ArraySlice<UInt8> {
        let place = try readPlace(head, start: start)
        return bytes[place]
    }

    private mutating func readPlace(_ head: Head, start: Int) throws(CBORError) -> Range<Int> {
        // Compared as UInt64 first: a length of 2^64-1 must not wrap on its way to Int.
        guard head.argument <= UInt64(bytes.endIndex - position) else {
            throw CBORError(
                .truncated, at: start, "a string of \(head.argument) bytes is declared, \(bytes.endIndex - position) are left")
        }
        let length = Int(head.argument)
        guard length <= limits.stringBytes else {
            throw CBORError(.stringTooLong, at: start, "a string of \(length) bytes, at most \(limits.stringBytes) are accepted")
        }
        defer { position += length }
        return position..<(position + length)
    }

    private mutating func readChunks(major: UInt8, start: Int) throws(CBORError) -> [ArraySlice<UInt8>] {
        var chunks: [ArraySlice<UInt8>] = []
        var total = 0
        while try peekKind() != .stop {
            let chunkStart = position
            let head = try readHead()
            guard head.major == major, !head.isIndefinite else {
                throw CBORError(.reservedHead, at: chunkStart, "a chunk must be a definite string of the same type")
            }
            let content = try readContent(head, start: chunkStart)
            total += content.count
            guard total <= limits.stringBytes else {
                throw CBORError(.stringTooLong, at: start, "a string of more than \(limits.stringBytes) bytes")
            }
            chunks.append(content)
        }
        _ = try readHead()
        return chunks
    }

    private func readText(chunksOf chunks: [ArraySlice<UInt8>], start: Int) throws(CBORError) -> String {
        var text = ""
        for chunk in chunks {
            try Self.checkUTF8(chunk, chunk.startIndex..<chunk.endIndex, start: start)
            text += String(decoding: chunk, as: UTF8.self)
        }
        // Those of one character may come in several chunks.
        try Self.checkMarks(text.utf8, start: start)
        return text
    }

    /// The text of bytes that were read and are known to be UTF-8.
    private mutating func text(at place: Range<Int>) -> String { withBytes(at: place) { String(decoding: $0, as: UTF8.self) } }

    /// Asks nothing of a reader, which would be copied to be asked.
    ///
    /// - Parameter place: where the text lies; no slice is made of it, which would be counted.
    private static func checkUTF8(_ bytes: ArraySlice<UInt8>, _ place: Range<Int>, start: Int) throws(CBORError) {
        if isASCII(bytes, place) { return }
        let content = bytes[place]
        guard String(validating: content, as: UTF8.self) != nil else {
            throw CBORError(.invalidUTF8, at: start, "a text string is not valid UTF-8")
        }
        try checkMarks(content, start: start)
    }

    private static func checkMarks(_ text: some Collection<UInt8>, start: Int) throws(CBORError) {
        guard StackedMarks.areBounded(text) else {
            throw CBORError(.invalidValue, at: start, "a text string has more than \(StackedMarks.most) combining marks in a row")
        }
    }

    /// Eight bytes at a time: nearly every text of an mdoc is ASCII. The last eight may overlap those before, or begin before the text.
    private static func isASCII(_ bytes: ArraySlice<UInt8>, _ place: Range<Int>) -> Bool {
        let first = bytes.startIndex
        return bytes.withUnsafeBytes { content in
            // Nothing overflows: all of it lies within the input.
            let end = place.upperBound &- first
            var index = place.lowerBound &- first
            var seen: UInt64 = 0
            while end &- index > 8 {
                seen |= content.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index &+= 8
            }
            if end >= 8, index < end {
                // The bytes before the text lie lowest, and are shifted out.
                seen |= UInt64(littleEndian: content.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)) &>> UInt64(64 &- 8 &* (end &- index))
            } else {
                while index < end {
                    seen |= UInt64(content[index])
                    index &+= 1
                }
            }
            return seen & 0x8080_8080_8080_8080 == 0
        }
    }

    // MARK: Nesting

    private mutating func descend(at start: Int) throws(CBORError) {
        guard depth < limits.depth else { throw tooDeep(at: start) }
        depth += 1
    }

    /// A count that could not fit the bytes left is refused before the first element is looked at.
    private func checkRoom(_ head: Head, start: Int) throws(CBORError) {
        let left = UInt64(bytes.endIndex - position)
        // An entry of a map is two items.
        guard head.argument <= (head.major == 5 ? left / 2 : left) else {
            throw CBORError(.truncated, at: start, "\(head.argument) entries are declared, \(bytes.endIndex - position) bytes are left")
        }
    }

    @usableFromInline
    mutating func readKey(into keys: inout MapKeySet) throws(CBORError) -> CBORKey {
        let start = position
        switch try peekKind() {
        case .unsigned, .negative:
            let head = try readIntegerKey(into: &keys)
            guard let magnitude = Int64(exactly: head.argument) else {
                return .largeInteger(negative: head.major == 1, head.argument)
            }
            return .integer(head.major == 0 ? magnitude : -1 - magnitude)
        case .text:
            let place = try readStringKey(.text, into: &keys)
            return .text(text(at: place))
        case .bytes:
            let place = try readStringKey(.bytes, into: &keys)
            return .bytes(ByteSlice(bytes[place]))
        default: throw unsupportedKey(at: start)
        }
    }

    @usableFromInline
    mutating func readUnsignedKey() throws(CBORError) -> UInt64 {
        let start = position
        // One byte or two, as of nearly all.
        if start < bytes.endIndex, itemsLeft > 0 {
            let initial = bytes[start]
            if initial < 24 {
                itemsLeft -= 1
                position = start + 1
                return UInt64(initial)
            }
            if initial == 24, start + 1 < bytes.endIndex {
                itemsLeft -= 1
                position = start + 2
                return UInt64(bytes[start + 1])
            }
        }
        guard try peekKind() == .unsigned else {
            var keys = MapKeySet()
            try skipKey(into: &keys)
            throw CBORError(.unexpectedType, at: start, "the map's keys must be unsigned integers")
        }
        return try readHead().argument
    }

    @usableFromInline
    mutating func readTextKey(into keys: inout MapKeySet) throws(CBORError) -> CBORTextKey {
        guard let key = readShortTextKey(into: &keys) else { return try readLongTextKey(into: &keys) }
        return key
    }

    /// Out of the way of the short ones.
    @inline(never)
    private mutating func readLongTextKey(into keys: inout MapKeySet) throws(CBORError) -> CBORTextKey {
        let start = position
        guard isNext(.text) else {
            try skipKey(into: &keys)
            throw CBORError(.unexpectedType, at: start, "the map's keys must be text")
        }
        let place = try readStringKey(.text, into: &keys)
        return CBORTextKey(withBytes(at: place) { ShortText($0.count <= ShortText.longest ? $0 : UnsafeRawBufferPointer(start: nil, count: 0)) }, at: place)
    }

    private mutating func skipKey(into keys: inout MapKeySet) throws(CBORError) {
        let start = position
        switch try peekKind() {
        case .unsigned, .negative: _ = try readIntegerKey(into: &keys)
        case .text: _ = try readStringKey(.text, into: &keys)
        case .bytes: _ = try readStringKey(.bytes, into: &keys)
        default: throw unsupportedKey(at: start)
        }
    }

    private mutating func readIntegerKey(into keys: inout MapKeySet) throws(CBORError) -> Head {
        let start = position
        let head = try readHead()
        keys.add(bytes[start], at: start)
        return head
    }

    /// Where the content of a text or byte string key lies, one of which is next; text is checked.
    @inline(__always)
    private mutating func readStringKey(_ major: Major, into keys: inout MapKeySet) throws(CBORError) -> Range<Int> {
        let start = position
        // Where no item is left, that is what is said.
        guard dialect == .mdoc || itemsLeft == 0 || !isIndefinite(major) else {
            throw CBORError(.unsupportedKey, at: start, "map keys must have a definite length")
        }
        let place = try readPlace(of: major)
        if major == .text { try Self.checkUTF8(bytes, place, start: start) }
        keys.add(bytes[start], at: start)
        return place
    }

    // MARK: Errors

    private func unsupportedKey(at offset: Int) -> CBORError {
        CBORError(.unsupportedKey, at: offset, "map keys must be integers or strings")
    }

    private func truncated(at offset: Int) -> CBORError {
        CBORError(.truncated, at: offset, "the input ends inside an item")
    }

    private func tooManyItems(at offset: Int) -> CBORError {
        CBORError(.tooManyItems, at: offset, "more than \(limits.items) items")
    }

    private func tooDeep(at offset: Int) -> CBORError {
        CBORError(.tooDeep, at: offset, "nesting deeper than \(limits.depth)")
    }

    private func unexpected(_ wanted: CBORKind, at offset: Int) -> CBORError {
        var here = self
        here.position = offset
        let found = (try? here.peekKind().rawValue) ?? "nothing"
        return CBORError(.unexpectedType, at: offset, "expected \(wanted.rawValue), found \(found)")
    }
}

extension CBORReader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The place only; the bytes are withheld.
    public var description: String { "CBOR reader at byte \(position)" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
