import CBOR
import Testing
import VectorSupport

@Suite("Limits")
struct LimitTests {
    @Test("No limit can be set above its ceiling")
    func ceilings() {
        let limits = CBORLimits(totalBytes: .max, depth: .max, items: .max, stringBytes: .max)
        #expect(limits.totalBytes == 64 << 20)
        #expect(limits.depth == 128)
        #expect(limits.items == 4_000_000)
        #expect(limits.stringBytes == 64 << 20)
        #expect(CBORLimits(depth: 129).depth == 128)
        #expect(CBORLimits(depth: 127).depth == 127)
    }

    @Test("A limit of nothing or less is the smallest sensible one")
    func floors() {
        let limits = CBORLimits(totalBytes: .min, depth: -1, items: 0, stringBytes: -5)
        #expect(limits == CBORLimits(totalBytes: 1, depth: 1, items: 1, stringBytes: 0))
    }

    @Test("Arrays, maps and tags count towards the depth, up to the limit and no further", arguments: ["81", "a100", "c1"])
    func depth(level: String) {
        let limits = CBORLimits(depth: 3)
        let three = String(repeating: level, count: 3) + "00"
        #expect(throws: Never.self) { _ = try read(Hex.bytes(three), limits: limits) }
        expectRefused(level + three, .tooDeep, at: 3 * level.utf8.count / 2, limits: limits)
    }

    @Test("Depth is that of nesting, not of siblings")
    func siblings() {
        #expect(throws: Never.self) { _ = try read(Hex.bytes("83 8100 8100 a1008100"), limits: CBORLimits(depth: 3)) }
    }

    @Test("The standard depth is 32")
    func standardDepth() {
        expectRefused([UInt8](repeating: 0x81, count: 33) + [0], .tooDeep, at: 32)
        #expect(throws: Never.self) { _ = try read([UInt8](repeating: 0x81, count: 32) + [0]) }
    }

    @Test("The greatest depth that can be set is read and released without trouble")
    func greatestDepth() throws {
        let limits = CBORLimits(depth: 128)
        for level: [UInt8] in [[0x81], [0xa1, 0x00], [0xc1]] {
            let bytes = Array(repeatElement(level, count: 128).joined()) + [0]
            #expect(try read(bytes, limits: limits).value.encoded == bytes)
        }
    }

    @Test("A million nested heads give an error, not a crash")
    func deepInput() {
        for byte: UInt8 in [0x81, 0xc1, 0x9f, 0xd8] {
            expectRefused([UInt8](repeating: byte, count: 1 << 20), .tooDeep, at: byte == 0xd8 ? 64 : 32, dialect: .complete)
        }
        let maps = Array(repeatElement([0xa1, 0x00] as [UInt8], count: 1 << 19).joined())
        expectRefused(maps, .tooDeep, at: 64)
        expectRefused(maps, .tooDeep, at: 256, limits: CBORLimits(depth: 128))
    }

    @Test("The depth goes on inside tag 24")
    func embeddedDepth() throws {
        let limits = CBORLimits(depth: 4)
        // [24(<<[[0]]>>)]: the content stands at depth 2 and may nest two levels more.
        func embedded(_ content: String) throws -> CBORReader {
            let bytes = Hex.bytes(content)
            var writer = CBORWriter()
            writer.array(1)
            writer.embedded(bytes)
            var reader = try CBORReader(writer.bytes, limits: limits)
            var inner: EmbeddedCBOR?
            try reader.readArray { (reader, _) throws(CBORError) in inner = try reader.readEmbedded() }
            return try #require(inner).reader(limits: limits)
        }
        var allowed = try embedded("81 81 00")
        #expect(throws: Never.self) { try allowed.skip() }
        var tooDeep = try embedded("81 81 81 00")
        #expect(throws: CBORError(.tooDeep, at: 6, "")) { try tooDeep.skip() }
    }

    @Test("Items embedded in each other end at the depth limit")
    func embeddedChain() throws {
        var content: [UInt8] = [0]
        for _ in 0..<100 { content = EmbeddedCBOR(wrapping: content).encoded.array }
        var reader = try CBORReader(content)
        var levels = 0
        let error = #expect(throws: CBORError.self) {
            while true {
                let embedded = try reader.readEmbedded()
                levels += 1
                reader = try embedded.reader()
            }
        }
        #expect(levels == CBORLimits.standard.depth)
        #expect(error?.code == .tooDeep)
    }

    @Test("An item more than the limit is refused where it begins; keys and heads count")
    func items() {
        let limits = CBORLimits(items: 5)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("84 01 02 03 04"), limits: limits) }
        expectRefused("85 01 02 03 04 05", .tooManyItems, at: 5, limits: limits)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("a2 01 02 03 04"), limits: limits) }
        expectRefused("a3 01 02 03 04 05 06", .tooManyItems, at: 5, limits: limits)
        expectRefused("85 c1 01 80 02 03 04", .tooManyItems, at: 5, limits: limits)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("84 6161 4101 6161 4101"), limits: limits) }
        expectRefused("85 6161 4101 6161 4101 6161", .tooManyItems, at: 9, limits: limits)
        expectRefused("a3 6161 01 6162 02 6163 03", .tooManyItems, at: 7, limits: limits)
        expectRefused("5f 4101 4102 4103 ff", .tooManyItems, at: 7, limits: CBORLimits(items: 4), dialect: .complete)
        expectRefused("bf 7f 6161 ff 00 ff", .tooManyItems, at: 1, limits: CBORLimits(items: 1), dialect: .complete)
    }

    @Test("A string longer than the limit is refused, also in chunks and as a key")
    func strings() {
        let limits = CBORLimits(stringBytes: 4)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("82 4401020304 6461626364"), limits: limits) }
        expectRefused("81 450102030405", .stringTooLong, at: 1, limits: limits)
        expectRefused("81 656162636465", .stringTooLong, at: 1, limits: limits)
        expectRefused("a1 656162636465 00", .stringTooLong, at: 1, limits: limits)
        expectRefused("81 5f 43010203 420405 ff", .stringTooLong, at: 1, limits: limits, dialect: .complete)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("5f 43010203 4104 ff"), limits: limits, dialect: .complete) }
    }

    @Test("A text with more combining marks in a row than are compared in good time is refused, also in chunks and as a key")
    func marks() {
        func text(_ marks: Int) -> [UInt8] { Array(("a" + String(repeating: "\u{301}", count: marks) + "b").utf8) }
        func item(_ text: [UInt8]) -> [UInt8] { [0x79, UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text }
        let most = StackedMarks.most
        #expect(throws: Never.self) { _ = try read([0x82] + item(text(most)) + item(text(most))) }
        #expect(throws: Never.self) { _ = try read([0xA1] + item(text(most)) + [0]) }
        expectRefused([0x81] + item(text(most + 1)), .invalidValue, at: 1)
        expectRefused([0xA1] + item(text(most + 1)) + [0], .invalidValue, at: 1)
        let half = Array(String(repeating: "\u{316}", count: most / 2 + 1).utf8)
        expectRefused([0x81, 0x7F] + item(half) + item(half) + [0xFF], .invalidValue, at: 1, dialect: .complete)
        // Has no combining class, and is made of two that have one.
        expectRefused(item(Array(String(repeating: "\u{F73}", count: most + 1).utf8)), .invalidValue, at: 0)
        // Long texts of other characters beyond ASCII are as good as any.
        #expect(throws: Never.self) { _ = try read(item(Array(String(repeating: "水e\u{301}", count: 2_000).utf8))) }
    }

    @Test("A longer input than the limit is refused before it is looked at")
    func total() {
        let limits = CBORLimits(totalBytes: 4)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("83 01 02 03"), limits: limits) }
        expectRefused("84 01 02 03 1c", .tooLarge, at: 0, limits: limits)
        #expect(throws: CBORError(.tooLarge, at: 2, "")) { _ = try CBORReader(Hex.bytes("00 00 84 01 02 03 04")[2...], limits: limits) }
    }

    @Test("The limits also hold inside the typed readers")
    func typed() throws {
        var deep = try CBORReader(Hex.bytes("81 81 00"), limits: CBORLimits(depth: 1))
        #expect(throws: CBORError(.tooDeep, at: 1, "")) {
            try deep.readArray { (reader, _) throws(CBORError) in
                _ = try reader.readTuple(1) { (reader) throws(CBORError) in try reader.readUnsigned() }
            }
        }
        var long = try CBORReader(Hex.bytes("626161"), limits: CBORLimits(stringBytes: 1))
        #expect(throws: CBORError(.stringTooLong, at: 0, "")) { _ = try long.readText() }
        var embedded = try CBORReader(Hex.bytes("d818 420000"), limits: CBORLimits(stringBytes: 1))
        #expect(throws: CBORError(.stringTooLong, at: 2, "")) { _ = try embedded.readEmbedded() }
    }
}
