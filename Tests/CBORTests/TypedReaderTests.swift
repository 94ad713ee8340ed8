import CBOR
import Testing
import VectorSupport

@Suite("Typed reading")
struct TypedReaderTests {
    /// One item of every kind.
    static let samples: [(kind: CBORKind, hex: String)] = [
        (.unsigned, "00"), (.negative, "20"), (.bytes, "40"), (.text, "60"), (.array, "80"), (.map, "a0"), (.tag, "d8184100"),
        (.boolean, "f5"), (.null, "f6"), (.undefined, "f7"), (.simple, "f0"), (.float, "f93c00"),
    ]

    @Test("The kind of the next item is told without moving on", arguments: samples)
    func peek(sample: (kind: CBORKind, hex: String)) throws {
        let reader = try CBORReader(Hex.bytes(sample.hex))
        #expect(try reader.peekKind() == sample.kind)
        #expect(reader.offset == 0)
    }

    @Test("Every typed reader takes its own kind and refuses all others where they begin", arguments: samples)
    func types(sample: (kind: CBORKind, hex: String)) throws {
        let bytes = [0x00] + Hex.bytes(sample.hex)
        func check(_ accepted: Set<CBORKind>, _ name: Comment, _ body: (inout CBORReader) throws(CBORError) -> Void) throws {
            var reader = try CBORReader(bytes)
            try reader.skip()
            if accepted.contains(sample.kind) {
                #expect(throws: Never.self, name) { try body(&reader) }
                #expect(reader.isAtEnd, name)
            } else {
                #expect(throws: CBORError(.unexpectedType, at: 1, ""), name) { try body(&reader) }
            }
        }
        try check([.unsigned], "unsigned") { (reader) throws(CBORError) in _ = try reader.readUnsigned() }
        try check([.unsigned, .negative], "integer") { (reader) throws(CBORError) in _ = try reader.readInteger() }
        try check([.boolean], "boolean") { (reader) throws(CBORError) in _ = try reader.readBoolean() }
        try check([.null], "null") { (reader) throws(CBORError) in try reader.readNull() }
        try check([.text], "text") { (reader) throws(CBORError) in _ = try reader.readText() }
        try check([.bytes], "bytes") { (reader) throws(CBORError) in _ = try reader.readBytes() }
        try check([.array], "array") { (reader) throws(CBORError) in try reader.readArray { (_, _) throws(CBORError) in } }
        try check([.map], "map") { (reader) throws(CBORError) in try reader.readMap { (_, _) throws(CBORError) in } }
        try check([.map], "unsigned map") { (reader) throws(CBORError) in try reader.readUnsignedMap { (_, _) throws(CBORError) in } }
        try check([.text], "place of text") { (reader) throws(CBORError) in _ = try reader.readPlaceOfText() }
        try check([.tag], "embedded") { (reader) throws(CBORError) in _ = try reader.readEmbedded() }
        try check([.array], "tuple") { (reader) throws(CBORError) in
            _ = try reader.readTuple(0) { (_) throws(CBORError) in }
        }
        try check(Set(Self.samples.map(\.kind)), "item") { (reader) throws(CBORError) in _ = try reader.readItem() }
    }

    @Test("A map of unsigned keys gives them in order and refuses other keys and repeated ones")
    func unsignedMap() throws {
        func read(_ hex: String) throws(CBORError) -> [UInt64] {
            var reader = try CBORReader(Hex.bytes(hex))
            var keys: [UInt64] = []
            try reader.readUnsignedMap { (_, key) throws(CBORError) in keys.append(key) }
            return keys
        }
        #expect(try read("a3 05 6161 00 f6 1bffffffffffffffff 80") == [5, 0, .max])
        #expect(throws: CBORError(.unexpectedType, at: 3, "")) { _ = try read("a2 01 00 20 00") }
        #expect(throws: CBORError(.unexpectedType, at: 1, "")) { _ = try read("a1 6161 00") }
        #expect(throws: CBORError(.duplicateKey, at: 3, "")) { _ = try read("a2 01 00 1801 00") }
        #expect(throws: CBORError(.unsupportedKey, at: 1, "")) { _ = try read("a1 80 00") }
        #expect(throws: CBORError(.truncated, at: 5, "")) { _ = try read("a2 01 1900ff") }
    }

    @Test("A string that is wanted where it lies is not read in chunks, where other strings may be")
    func chunksWhereTheyLie() throws {
        var text = try CBORReader(Hex.bytes("7f 6161 ff"), dialect: .complete)
        #expect(throws: CBORError(.indefiniteLength, at: 0, "")) { _ = try text.readPlaceOfText() }
        var bytes = try CBORReader(Hex.bytes("5f 4101 ff"), dialect: .complete)
        #expect(throws: CBORError(.indefiniteLength, at: 0, "")) { _ = try bytes.readPlaceOfBytes() }
    }

    @Test("Unsigned keys in any order are looked through for repeated ones, however far apart, and count among the items once")
    func unorderedMap() throws {
        func read(_ hex: String, items: Int, _ dialect: CBORDialect = .mdoc) throws(CBORError) -> [UInt64] {
            var reader = try CBORReader(Hex.bytes(hex), limits: CBORLimits(items: items), dialect: dialect)
            var keys: [UInt64] = []
            try reader.readUnsignedMap { (_, key) throws(CBORError) in keys.append(key) }
            return keys
        }
        #expect(try read("a2 02 00 01 00", items: 5) == [2, 1])
        #expect(throws: CBORError(.tooManyItems, at: 4, "")) { _ = try read("a2 02 00 01 00", items: 4) }
        #expect(throws: CBORError(.tooManyItems, at: 3, "")) { _ = try read("a2 02 00 01 00", items: 3) }
        #expect(throws: CBORError(.duplicateKey, at: 5, "")) { _ = try read("a3 01 00 02 00 01 00", items: 7) }
        #expect(try read("bf 02 00 01 00 ff", items: 6, .complete) == [2, 1])
        #expect(throws: CBORError(.duplicateKey, at: 5, "")) { _ = try read("bf 02 00 01 00 02 00 ff", items: 8, .complete) }
    }

    @Test("A text key matches its name byte for byte and gives its text")
    func textKeys() throws {
        var reader = try CBORReader(Hex.bytes("a2 636b6579 00 63e284aa 00"))
        var seen: [(Bool, String)] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in seen.append((key == "key", reader.text(of: key))) }
        #expect(seen.map(\.0) == [true, false])
        #expect(seen.map(\.1) == ["key", "\u{212a}"])
    }

    @Test("A text key is another name's where any one byte differs")
    func otherKeys() throws {
        let names: [StaticString] = [
            "a", "ab", "abc", "abcd", "abcde", "abcdefg", "abcdefgh", "abcdefghi", "abcdefghijklmnop", "abcdefghijklmnopq", "abcdefghijklmnopqrs",
            "abcdefghijklmnopqrstuvw", "abcdefghijklmnopqrstuvwx", "é", "abcdefghé",
        ]
        func isName(_ name: StaticString, _ bytes: [UInt8]) throws -> Bool {
            let text = String(decoding: bytes, as: UTF8.self)
            var writer = CBORWriter()
            writer.map(1)
            writer.text(text)
            writer.null()
            var reader = try CBORReader(writer.bytes)
            var isName = false
            try reader.readTextMap { (reader, key) throws(CBORError) in
                isName = key == name
                #expect(reader.text(of: key) == text)
                #expect(reader.withBytes(at: key.place) { Array($0) } == bytes)
            }
            return isName
        }
        #expect(try isName("", []) && !isName("", [0x61]) && !isName("a", []))
        for name in names {
            let bytes = Array("\(name)".utf8)
            #expect(try isName(name, bytes))
            #expect(try !isName(name, bytes + [0x61]))
            for place in bytes.indices where bytes[place] < 0x80 {
                var other = bytes
                other[place] ^= 0x20
                #expect(try !isName(name, other))
            }
        }
    }

    @Test("A tag number is read by itself and leaves the item")
    func tags() throws {
        var reader = try CBORReader(Hex.bytes("d903ec 01"))
        #expect(try reader.readTag() == 1004)
        #expect(try reader.readUnsigned() == 1)
        var other = try CBORReader(Hex.bytes("01"))
        #expect(throws: CBORError(.unexpectedType, at: 0, "")) { _ = try other.readTag() }
    }

    @Test("An integer outside Int64 is refused by the signed reader")
    func integerRange() throws {
        for hex in ["1b8000000000000000", "3b8000000000000000", "1bffffffffffffffff", "3bffffffffffffffff"] {
            var reader = try CBORReader(Hex.bytes(hex))
            #expect(throws: CBORError(.invalidValue, at: 0, ""), "\(hex)") { _ = try reader.readInteger() }
        }
        var least = try CBORReader(Hex.bytes("3b7fffffffffffffff"))
        #expect(try least.readInteger() == .min)
        var large = try CBORReader(Hex.bytes("1bffffffffffffffff"))
        #expect(try large.readUnsigned() == .max)
    }

    @Test("A tuple has exactly its number of elements")
    func tuples() throws {
        func read(_ hex: String, dialect: CBORDialect = .mdoc) throws(CBORError) -> [UInt64] {
            var reader = try CBORReader(Hex.bytes(hex), dialect: dialect)
            return try reader.readTuple(2) { (reader) throws(CBORError) in [try reader.readUnsigned(), try reader.readUnsigned()] }
        }
        #expect(try read("82 01 02") == [1, 2])
        #expect(throws: CBORError(.invalidValue, at: 0, "")) { try read("81 01") }
        #expect(throws: CBORError(.invalidValue, at: 0, "")) { try read("83 01 02 03") }
        #expect(throws: CBORError(.invalidValue, at: 0, "")) { try read("9f 01 02 ff", dialect: .complete) }
        #expect(throws: CBORError(.truncated, at: 0, "")) { try read("82 01") }
    }

    @Test("Containers tell how many entries they had, and their bodies the index")
    func counts() throws {
        var array = try CBORReader(Hex.bytes("83 05 06 07"))
        var indices: [Int] = []
        #expect(try array.readArray { (_, index) throws(CBORError) in indices.append(index) } == 3)
        #expect(indices == [0, 1, 2])
        var map = try CBORReader(Hex.bytes("a2 6161 00 6162 00"))
        #expect(try map.readTextMap { (_, _) throws(CBORError) in } == 2)
    }

    @Test("Values left unread are skipped, and the reader stands after the container")
    func unreadIsSkipped() throws {
        var map = try CBORReader(Hex.bytes("a3 6161 82 01 02 6162 05 6163 a1 00 00"))
        var seen: UInt64?
        try map.readTextMap { (reader, key) throws(CBORError) in
            if key == "b" { seen = try reader.readUnsigned() }
        }
        #expect(seen == 5)
        try map.finish()
        var array = try CBORReader(Hex.bytes("83 6161 05 81 00"))
        try array.readArray { (reader, index) throws(CBORError) in
            if index == 1 { seen = try reader.readUnsigned() + 1 }
        }
        #expect(seen == 6)
        try array.finish()
    }

    @Test(
        "Values left unread are checked all the same",
        arguments: [
            ("61ff", CBORError.Code.invalidUTF8), ("a2 00 00 00 00", .duplicateKey), ("1c", .reservedHead), ("42 00", .truncated),
            ("9f ff", .indefiniteLength), ("a1 f6 00", .unsupportedKey), ("ff", .unexpectedBreak),
        ])
    func unreadIsChecked(hex: String, code: CBORError.Code) throws {
        var map = try CBORReader(Hex.bytes("a1 6161" + hex))
        #expect(throws: CBORError(code, at: hex.hasPrefix("a2") ? 6 : hex.hasPrefix("a1") ? 4 : 3, "")) {
            try map.readMap { (_, _) throws(CBORError) in }
        }
        var array = try CBORReader(Hex.bytes("81" + hex))
        let error = #expect(throws: CBORError.self) { try array.readArray { (_, _) throws(CBORError) in } }
        #expect(error?.code == code)
    }

    @Test("Finishing names the first byte that was not read")
    func finishing() throws {
        var reader = try CBORReader(Hex.bytes("00 00 00"))
        try reader.skip()
        #expect(!reader.isAtEnd)
        let unfinished = reader
        #expect(throws: CBORError(.trailingBytes, at: 1, "")) { try unfinished.finish() }
        try reader.skip()
        try reader.skip()
        #expect(reader.isAtEnd)
        try reader.finish()
    }

    // MARK: Items

    @Test("An item keeps its bytes and its place, and can be read again")
    func items() throws {
        var reader = try CBORReader(Hex.bytes("00 a1 1801 1802 f6"))
        try reader.skip()
        let item = try reader.readItem()
        #expect(item.encoded.array == Hex.bytes("a1 1801 1802"))
        #expect(item.encoded.offset == 1)
        #expect(reader.offset == 6)
        #expect(try item.value() == .map([.init(key: .unsigned(1), value: .unsigned(2))]))
        var again = try item.reader()
        #expect(try again.readMap { (_, _) throws(CBORError) in } == 1)
        try again.finish()
    }

    @Test("An item from the complete dialect can be read again")
    func completeItems() throws {
        let item = try CBORItem(Hex.bytes("9f 01 ff")[...], dialect: .complete)
        #expect(try item.value() == .array([.unsigned(1)]))
    }

    // MARK: Tag 24

    @Test("An embedded item keeps tag and head as received, its content, and the place of both")
    func embedded() throws {
        let buffer = Hex.bytes("ff ff 83 00 d818 43 820102 01 ff")
        var reader = try CBORReader(buffer[2..<11])
        var found: EmbeddedCBOR?
        try reader.readArray { (reader, index) throws(CBORError) in
            if index == 1 { found = try reader.readEmbedded() }
        }
        try reader.finish()
        let embedded = try #require(found)
        #expect(embedded.encoded.array == Hex.bytes("d818 43 820102"))
        #expect(embedded.encoded.offset == 4)
        #expect(embedded.content.array == Hex.bytes("820102"))
        #expect(embedded.content.offset == 7)
        var content = try embedded.reader()
        #expect(content.offset == 7)
        try content.readArray { (_, _) throws(CBORError) in }
        try content.finish()
    }

    @Test(
        "An embedded item with longer heads than needed keeps exactly those bytes",
        arguments: ["d90018 43 820102", "da00000018 43 820102", "d818 5803 820102", "d818 590003 820102", "db0000000000000018 5b0000000000000003 820102"])
    func embeddedLongHeads(hex: String) throws {
        var reader = try CBORReader(Hex.bytes(hex))
        let embedded = try reader.readEmbedded()
        #expect(embedded.encoded.array == Hex.bytes(hex))
        #expect(embedded.content.array == Hex.bytes("820102"))
    }

    @Test("Errors inside an embedded item count from the start of the buffer")
    func embeddedOffsets() throws {
        var reader = try CBORReader(Hex.bytes("d818 44 82 00 1c 00"))
        var content = try reader.readEmbedded().reader()
        #expect(throws: CBORError(.reservedHead, at: 5, "")) { try content.skip() }
    }

    @Test("Tag 24 must hold a byte string of definite length, and no other tag will do")
    func embeddedTypes() throws {
        for (hex, offset) in [("d818 6161", 2), ("d818 01", 2), ("d818 8100", 2), ("d818 d8184100", 2), ("c0 4100", 0), ("d819 4100", 0), ("4100", 0)] {
            var reader = try CBORReader(Hex.bytes(hex))
            #expect(throws: CBORError(.unexpectedType, at: offset, ""), "\(hex)") { _ = try reader.readEmbedded() }
        }
        var indefinite = try CBORReader(Hex.bytes("d818 5f 4100 ff"))
        #expect(throws: CBORError(.indefiniteLength, at: 2, "")) { _ = try indefinite.readEmbedded() }
        var complete = try CBORReader(Hex.bytes("d818 5f 4100 ff"), dialect: .complete)
        #expect(throws: CBORError(.unexpectedType, at: 2, "")) { _ = try complete.readEmbedded() }
    }

    @Test("The content of an embedded item is always read in the mdoc dialect")
    func embeddedDialect() throws {
        var reader = try CBORReader(Hex.bytes("d818 42 9fff"), dialect: .complete)
        var content = try reader.readEmbedded().reader()
        #expect(throws: CBORError(.indefiniteLength, at: 3, "")) { try content.skip() }
    }

    @Test("Embedded items are equal when their bytes are, wherever they stood")
    func embeddedEquality() throws {
        var reader = try CBORReader(Hex.bytes("83 d818 41a0 d818 41a0 d90018 41a0"))
        var found: [EmbeddedCBOR] = []
        try reader.readArray { (reader, _) throws(CBORError) in found.append(try reader.readEmbedded()) }
        #expect(found[0] == found[1])
        #expect(found[0] == EmbeddedCBOR(wrapping: [0xa0]))
        #expect(found[0] != found[2], "another encoding is hashed to something else")
        #expect(Set(found + [EmbeddedCBOR(wrapping: [0xa0])]).count == 2)
    }

    // MARK: Slices

    @Test("Slices are equal when their content is, wherever they lay")
    func slices() {
        let buffer = Hex.bytes("01 02 01 02")
        let first = ByteSlice(buffer[0..<2])
        let second = ByteSlice(buffer[2..<4])
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(first != ByteSlice(buffer[1..<3]))
        #expect(first != ByteSlice(buffer[0..<3]))
        #expect(second.offset == 2 && second.count == 2 && second.array == [1, 2] && !second.isEmpty)
    }
}
