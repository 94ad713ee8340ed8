import CBOR
import Testing
import VectorSupport

@Suite("Writer")
struct WriterTests {
    /// Every argument at which the head grows, and its neighbours.
    static let boundaries: [(argument: UInt64, head: String)] = [
        (0, "00"), (1, "01"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"), (65_536, "1a00010000"),
        (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"), (.max, "1bffffffffffffffff"),
    ]

    @Test("Heads are the shortest there are, at every boundary and for every major type", arguments: boundaries)
    func shortestHeads(boundary: (argument: UInt64, head: String)) {
        func head(major: UInt8) -> [UInt8] {
            var bytes = Hex.bytes(boundary.head)
            bytes[0] |= major << 5
            return bytes
        }
        func written(_ write: (inout CBORWriter) -> Void) -> [UInt8] {
            var writer = CBORWriter()
            write(&writer)
            return writer.bytes
        }
        #expect(written { $0.unsigned(boundary.argument) } == head(major: 0))
        #expect(written { $0.tag(boundary.argument) } == head(major: 6))
        #expect(CBORValue.negative(boundary.argument).encoded == head(major: 1))
        if let count = Int64(exactly: boundary.argument) {
            #expect(written { $0.integer(count) } == head(major: 0))
            #expect(written { $0.integer(-1 - count) } == head(major: 1))
        }
        if let count = Int(exactly: boundary.argument), count <= 65_536 {
            #expect(written { $0.array(count) } == head(major: 4))
            #expect(written { $0.map(count) } == head(major: 5))
            #expect(written { $0.byteString([UInt8](repeating: 7, count: count)) } == head(major: 2) + [UInt8](repeating: 7, count: count))
            #expect(written { $0.text(String(repeating: "a", count: count)) } == head(major: 3) + [UInt8](repeating: 0x61, count: count))
        }
    }

    @Test("The extreme integers are written and read", arguments: [Int64.min, -1, 0, .max])
    func extremes(value: Int64) throws {
        var writer = CBORWriter()
        writer.integer(value)
        var reader = try CBORReader(writer.bytes)
        #expect(try reader.readInteger() == value)
        #expect(try read(writer.bytes).value == .integer(value))
    }

    @Test("The length of a text is that of its UTF-8")
    func textLength() {
        var writer = CBORWriter()
        writer.text("e\u{301}水")
        #expect(Hex.text(writer.bytes) == "6665cc81e6b0b4")
    }

    @Test("Simple values are written in the form of their size")
    func simpleValues() {
        var writer = CBORWriter()
        writer.boolean(false)
        writer.boolean(true)
        writer.null()
        writer.undefined()
        writer.simple(16)
        writer.simple(255)
        #expect(Hex.text(writer.bytes) == "f4f5f6f7f0f8ff")
    }

    @Test("Every simple value that is no other value is written, and read again as it was")
    func allSimpleValues() throws {
        for value in (UInt8.min ... .max) where !(20..<32).contains(value) {
            let written = CBORValue.simple(value)
            #expect(try CBORItem(written.encoded[...]).value() == written, "\(value)")
        }
    }

    @Test("An embedded item is tag 24, a shortest head and the content", arguments: [0, 23, 24, 255, 256, 70_000])
    func embedded(length: Int) throws {
        let content = [UInt8](repeating: 0xf6, count: length)
        var expected = CBORWriter()
        expected.tag(24)
        expected.byteString(content)
        var writer = CBORWriter()
        writer.embedded(content)
        let wrapped = EmbeddedCBOR(wrapping: content)
        #expect(writer.bytes == expected.bytes)
        #expect(wrapped.encoded.array == expected.bytes)
        #expect(wrapped.content.array == content)
        #expect(Array(writer.bytes.prefix(2)) == [0xd8, 0x18])
    }

    @Test("Encoded items are taken over as they are, also in forms the writer would not choose")
    func encodedItems() {
        var writer = CBORWriter(capacity: 16)
        writer.array(2)
        writer.encoded([0x18, 0x01])
        writer.encoded(ByteSlice(Hex.bytes("00 1901 02 00")[1..<3]))
        #expect(Hex.text(writer.bytes) == "821801" + "1901")
    }

    @Test("Map entries keep the order in which they are written")
    func mapOrder() {
        let value = CBORValue.textMap(["b": .unsigned(1), "a": .unsigned(2)])
        #expect(Hex.text(value.encoded) == "a26162016161" + "02")
    }

    @Test("Dates carry their tags")
    func dates() {
        #expect(Hex.text(CBORValue.fullDate("1998-09-04").encoded) == "d903ec6a" + Hex.text("1998-09-04".utf8))
        #expect(Hex.text(CBORValue.dateTime("2025-07-10T19:48:28Z").encoded) == "c074" + Hex.text("2025-07-10T19:48:28Z".utf8))
    }

    // MARK: Floating point

    @Test(
        "A number is written in the narrowest width that keeps it",
        arguments: [
            (0.0, "f90000"), (-0.0, "f98000"), (1.0, "f93c00"), (-4.0, "f9c400"), (65504.0, "f97bff"), (65505.0, "fa477fe100"),
            (65536.0, "fa47800000"), (0x1p-24, "f90001"), (0x1p-25, "fa33000000"), (0x1.8p-24, "fa33c00000"), (0x1p-14, "f90400"),
            (0x1p-14 - 0x1p-24, "f903ff"), (0x1.004p0, "f93c01"), (0x1.002p0, "fa3f801000"), (100_000.0, "fa47c35000"),
            (3.4028234663852886e+38, "fa7f7fffff"), (0x1p-149, "fa00000001"), (0x1p-150, "fb3690000000000000"), (0x1p128, "fb47f0000000000000"),
            (1.1, "fb3ff199999999999a"), (1.0e300, "fb7e37e43c8800759c"), (.infinity, "f97c00"), (-.infinity, "f9fc00"), (.nan, "f97e00"),
        ])
    func floatWidths(value: Double, hex: String) throws {
        var writer = CBORWriter()
        writer.float(value)
        #expect(Hex.text(writer.bytes) == hex)
        guard case .float(let again) = try read(Hex.bytes(hex)).value else { Issue.record("not a number"); return }
        #expect(again.bitPattern == value.bitPattern || (again.isNaN && value.isNaN))
    }

    @Test("Every half-precision pattern is read and written back")
    func everyHalf() throws {
        var writer = CBORWriter()
        writer.array(65_536)
        for bits in UInt16.min...UInt16.max { writer.encoded([0xf9, UInt8(bits >> 8), UInt8(bits & 0xff)]) }
        guard case .array(let values) = try tree(writer.bytes) else { Issue.record("not an array"); return }
        var wrong: [UInt16] = []
        for (bits, value) in values.enumerated() {
            let isNaN = bits & 0x7c00 == 0x7c00 && bits & 0x03ff != 0
            let expected: [UInt8] = isNaN ? [0xf9, 0x7e, 0x00] : [0xf9, UInt8(bits >> 8), UInt8(bits & 0xff)]
            if value.encoded != expected { wrong.append(UInt16(bits)) }
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    }

    @Test("Half, single and double forms of one number are equal once read")
    func equalWidths() throws {
        #expect(try read(Hex.bytes("f93e00")).value == .float(1.5))
        #expect(try read(Hex.bytes("fa3fc00000")).value == .float(1.5))
        #expect(try read(Hex.bytes("fb3ff8000000000000")).value == .float(1.5))
    }
}
