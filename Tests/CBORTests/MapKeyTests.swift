import CBOR
import Testing
import VectorSupport

@Suite("Map keys")
struct MapKeyTests {
    @Test("A duplicate integer key is refused at its second place")
    func duplicateIntegers() {
        expectRefused("a2 01 00 01 00", .duplicateKey, at: 3)
        expectRefused("a2 20 00 20 00", .duplicateKey, at: 3)
        expectRefused("a3 01 00 02 00 01 00", .duplicateKey, at: 5)
        expectRefused("a2 1bffffffffffffffff 00 1bffffffffffffffff 00", .duplicateKey, at: 11)
        expectRefused("a2 3bffffffffffffffff 00 3bffffffffffffffff 00", .duplicateKey, at: 11)
    }

    @Test("Keys are compared by value: 01 and 1801 are the same", arguments: ["1801", "190001", "1a00000001", "1b0000000000000001"])
    func duplicateByValue(long: String) {
        expectRefused("a2 01 00 " + long + " 00", .duplicateKey, at: 3)
        expectRefused("a2 " + long + " 00 01 00", .duplicateKey, at: 2 + long.utf8.count / 2)
    }

    @Test("A duplicate text or byte string key is refused, whatever its head")
    func duplicateStrings() {
        expectRefused("a2 6161 00 6161 00", .duplicateKey, at: 4)
        expectRefused("a2 6161 00 7801 61 00", .duplicateKey, at: 4)
        expectRefused("a2 60 00 60 00", .duplicateKey, at: 3)
        expectRefused("a2 4161 00 4161 00", .duplicateKey, at: 4)
        expectRefused("a2 4161 00 5801 61 00", .duplicateKey, at: 4)
    }

    @Test("Keys of different type, sign or content are different")
    func differentKeys() throws {
        #expect(try read(Hex.bytes("a6 00 00 20 00 40 00 60 00 4161 00 6161 00")).value.encoded.count == 15)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("a3 6161 00 6162 00 626161 00")) }
    }

    @Test("Two texts that differ in bytes are different keys, also when Unicode calls them equivalent")
    func noNormalisation() throws {
        let keys = ["62c3a9", "6365cc81"]  // é, composed and decomposed
        #expect(throws: Never.self) { _ = try read(Hex.bytes("a2 \(keys[0]) 00 \(keys[1]) 00")) }
        var reader = try CBORReader(Hex.bytes("a2 \(keys[0]) 00 \(keys[1]) 00"))
        var seen: [CBORKey] = []
        try reader.readMap { (_, key) throws(CBORError) in seen.append(key) }
        #expect(seen.count == 2)
        #expect(seen[0] != seen[1])
    }

    /// The set of keys is compared in two ways, for few and for many keys.
    @Test("A duplicate is found in small and large maps, wherever the two stand", arguments: [2, 3, 7, 8, 9, 10, 13, 40, 300])
    func everySize(count: Int) {
        // Every place in small maps, and so every place in the order they are sorted by; some in large ones.
        for first in stride(from: 0, to: count - 1, by: count > 100 ? 23 : 1) {
            // Different text keys of one length, one of which comes again at the end.
            var writer = CBORWriter()
            writer.map(count)
            for index in 0..<(count - 1) {
                writer.text(key(index))
                writer.null()
            }
            let offset = writer.bytes.count
            writer.text(key(first))
            writer.null()
            expectRefused(writer.bytes, .duplicateKey, at: offset)
            #expect(throws: CBORError(.duplicateKey, at: offset, "")) { try readTextMap(writer.bytes) }
        }
    }

    @Test("A large map without duplicates is read in its order", arguments: [8, 9, 300])
    func largeMap(count: Int) throws {
        var writer = CBORWriter()
        writer.map(count)
        for index in 0..<count {
            writer.text(key(count - index))
            writer.unsigned(UInt64(index))
        }
        #expect(try read(writer.bytes).value.encoded == writer.bytes)
        #expect(throws: Never.self) { try readTextMap(writer.bytes) }
    }

    @Test("A text that comes again is refused where all keys are text, however long it is and whichever heads it has", arguments: 0...25)
    func repeatedText(length: Int) throws {
        let heads: [[UInt8]] = (length < 24 ? [[0x60 + UInt8(length)]] : []) + [[0x78, UInt8(length)], [0x79, 0, UInt8(length)]]
        let ascii = (0..<UInt8(length)).map { 0x61 + $0 }
        let other = Array(String(repeating: "é", count: length / 2).utf8) + (length.isMultiple(of: 2) ? [] : [0x61])
        for content in [ascii, other] {
            for (first, second) in heads.flatMap({ first in heads.map { (first, $0) } }) {
                let map = [0xa3] + first + content + [0xf6, 0x61, 0x7a, 0xf6] + second + content + [0xf6]
                #expect(throws: CBORError(.duplicateKey, at: 5 + first.count + length, "")) { try readTextMap(map) }
            }
        }
        for place in ascii.indices {
            var changed = ascii
            changed[place] ^= 0x20
            #expect(throws: Never.self) { try readTextMap([0xa2] + heads[0] + ascii + [0xf6] + heads[0] + changed + [0xf6]) }
        }
    }

    @Test("A duplicate in a large map of integers of different width is found")
    func largeIntegers() {
        var writer = CBORWriter()
        writer.map(20)
        for index in 0..<19 {
            writer.unsigned(UInt64(index * 20))
            writer.null()
        }
        let offset = writer.bytes.count
        writer.encoded(Hex.bytes("1b0000000000000014 f6"))
        expectRefused(writer.bytes, .duplicateKey, at: offset)
    }

    @Test("Keys of a large map are the same in any width, and never across types")
    func largeMixed() {
        let others = ["00", "01", "20", "6161", "6162", "6163", "4161", "4162", "4163", "18ff", "1903e8", "38ff"]
        let entries = others.map { "\($0) f6" }.joined(separator: " ")
        #expect(throws: Never.self) { try read(Hex.bytes("ad \(entries) 6164 f6")) }
        let offset = Hex.bytes("ad \(entries)").count
        for duplicate in ["780161", "580163", "1800", "3800", "1a000003e8"] {
            expectRefused("ad \(entries) \(duplicate) f6", .duplicateKey, at: offset)
        }
    }

    @Test("Keys of one length are the same where all bytes are, and not where any one differs", arguments: [UInt8(0x60), 0x40])
    func oneLength(major: UInt8) throws {
        for length in 1...25 {
            let head = length < 24 ? [major + UInt8(length)] : [major + 24, UInt8(length)]
            let key = head + (0..<UInt8(length)).map { 0x61 + $0 }
            for place in head.count..<key.count {
                var other = key
                other[place] ^= 0x01
                #expect(throws: Never.self) { try read([0xa2] + key + [0xf6] + other + [0xf6]) }
            }
            #expect(throws: CBORError(.duplicateKey, at: key.count + 2, "")) { try read([0xa2] + key + [0xf6] + key + [0xf6]) }
        }
    }

    @Test("An integer and a string whose first bytes share a bit are two keys")
    func sharedBits() throws {
        for (integer, string) in [("01", "4161"), ("20", "60"), ("23", "63616263"), ("00", "40")] {
            #expect(throws: Never.self) { try read(Hex.bytes("a2 \(integer) f6 \(string) f6")) }
            #expect(throws: CBORError.self) { try read(Hex.bytes("a3 \(integer) f6 \(string) f6 \(integer) f6")) }
            #expect(throws: CBORError.self) { try read(Hex.bytes("a3 \(integer) f6 \(string) f6 \(string) f6")) }
        }
    }

    @Test("A duplicate in a nested map is refused, also under tags and in arrays")
    func nested() {
        expectRefused("a1 6161 a1 6162 a2 01 00 01 00", .duplicateKey, at: 9)
        expectRefused("82 00 c1 81 a2 01 00 01 00", .duplicateKey, at: 7)
        expectRefused("bf 6161 bf 01 00 01 00 ff ff", .duplicateKey, at: 6, dialect: .complete)
    }

    @Test("A duplicate is refused in a map that is skipped unread")
    func skipped() throws {
        let bytes = Hex.bytes("a1 6161 a2 01 00 1801 00")
        var skipping = try CBORReader(bytes)
        #expect(throws: CBORError(.duplicateKey, at: 6, "")) { try skipping.skip() }
        var unread = try CBORReader(bytes)
        #expect(throws: CBORError(.duplicateKey, at: 6, "")) { try unread.readMap { (_, _) throws(CBORError) in } }
        var item = try CBORReader(bytes)
        #expect(throws: CBORError(.duplicateKey, at: 6, "")) { _ = try item.readItem() }
    }

    @Test("A duplicate is refused in a map that is read member by member")
    func typed() throws {
        var reader = try CBORReader(Hex.bytes("a2 6161 00 6161 01"))
        #expect(throws: CBORError(.duplicateKey, at: 4, "")) {
            try reader.readTextMap { (reader, _) throws(CBORError) in _ = try reader.readUnsigned() }
        }
    }

    @Test(
        "Keys that are neither integers nor strings are refused",
        arguments: ["80", "8100", "a0", "c100", "d8184100", "f4", "f5", "f6", "f7", "f0", "f8ff", "f90000", "fb0000000000000000"])
    func unsupportedKeys(hex: String) {
        expectRefused("a1 \(hex) 00", .unsupportedKey, at: 1)
        expectRefused("a1 00 a2 00 00 \(hex) 00", .unsupportedKey, at: 5)
    }

    @Test("A string key of indefinite length is refused even where such strings are read")
    func indefiniteKeys() {
        expectRefused("a1 7f 6161 ff 00", .unsupportedKey, at: 1, dialect: .complete)
        expectRefused("a1 5f 4161 ff 00", .unsupportedKey, at: 1, dialect: .complete)
        expectRefused("a1 7f 6161 ff 00", .indefiniteLength, at: 1)
    }

    @Test("A key that is not text is refused, at the key, where all must be text")
    func textKeys() throws {
        for (hex, offset) in [("a1 01 00", 1), ("a2 6161 00 20 00", 4), ("a1 4161 00", 1), ("a1 1bffffffffffffffff 00", 1)] {
            var reader = try CBORReader(Hex.bytes(hex))
            #expect(throws: CBORError(.unexpectedType, at: offset, ""), "\(hex)") {
                try reader.readTextMap { (_, _) throws(CBORError) in }
            }
        }
        // What is no key of any map is refused as that.
        for hex in ["a1 80 00", "a1 a0 00", "a1 c0 00 00", "a1 f5 00"] {
            var reader = try CBORReader(Hex.bytes(hex))
            #expect(throws: CBORError(.unsupportedKey, at: 1, ""), "\(hex)") {
                try reader.readTextMap { (_, _) throws(CBORError) in }
            }
        }
    }

    @Test("What no key may be is refused where all must be text, too: no UTF-8, cut off, too long, one item too many", arguments: 1...26)
    func refusedTextKeys(length: Int) throws {
        func read(_ bytes: [UInt8], limits: CBORLimits = .standard) throws(CBORError) {
            var reader = try CBORReader(bytes, limits: limits)
            try reader.readTextMap { (reader, _) throws(CBORError) in try reader.readNull() }
        }
        let key = (length < 24 ? [0x60 + UInt8(length)] : [0x78, UInt8(length)]) + [UInt8](repeating: 0x61, count: length)
        let map = [0xa1] + key + [0xf6]
        #expect(throws: Never.self) { try read(map, limits: CBORLimits(items: 3, stringBytes: length)) }
        for place in map.count - 1 - length..<map.count - 1 {
            var other = map
            other[place] = 0xff
            #expect(throws: CBORError(.invalidUTF8, at: 1, "")) { try read(other) }
        }
        for end in map.indices { #expect(throws: CBORError.self) { try read(Array(map[..<end])) } }
        #expect(throws: CBORError(.stringTooLong, at: 1, "")) { try read(map, limits: CBORLimits(stringBytes: length - 1)) }
        #expect(throws: CBORError(.tooManyItems, at: 1, "")) { try read(map, limits: CBORLimits(items: 1)) }
    }

    @Test("Keys arrive with their value: integers, large integers, text and bytes")
    func keyValues() throws {
        var reader = try CBORReader(
            Hex.bytes("a7 00 f6 20 f6 1b7fffffffffffffff f6 1b8000000000000000 f6 3bffffffffffffffff f6 6161 f6 4102 f6"))
        var keys: [CBORKey] = []
        try reader.readMap { (_, key) throws(CBORError) in keys.append(key) }
        #expect(
            keys == [
                .integer(0), .integer(-1), .integer(.max), .largeInteger(negative: false, 1 << 63), .largeInteger(negative: true, .max),
                .text("a"), .bytes(ByteSlice([2])),
            ])
    }

    private func readTextMap(_ bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        try reader.readTextMap { (_, _) throws(CBORError) in }
        try reader.finish()
    }

    private func key(_ index: Int) -> String {
        let digits = String(index)
        return String(repeating: "k", count: 5 - digits.utf8.count) + digits
    }
}
