import CBOR
import Testing
import VectorSupport

@Suite("Well-formedness")
struct WellFormednessTests {
    // MARK: Ends

    @Test("Bytes after the item are refused where they begin")
    func trailingBytes() {
        expectRefused("00 00", .trailingBytes, at: 1)
        expectRefused("8101 f6", .trailingBytes, at: 2)
        expectRefused("5f 4100 ff ff", .trailingBytes, at: 4, dialect: .complete)
        #expect(throws: Never.self) { _ = try read(Hex.bytes("8101")) }
    }

    @Test("Empty input is refused")
    func emptyInput() {
        expectRefused("", .truncated, at: 0)
    }

    @Test("A rich item is accepted whole and refused as truncated at every prefix")
    func everyPrefix() throws {
        #expect(try read(richItem).value.encoded == richItem)
        for length in 0..<richItem.count {
            let prefix = Array(richItem.prefix(length))
            #expect(refusal(prefix, .mdoc) == [.truncated, .truncated], "prefix of \(length)")
        }
    }

    @Test("An item of indefinite lengths is accepted whole and refused as truncated at every prefix")
    func everyPrefixIndefinite() throws {
        let value = try read(richIndefiniteItem, dialect: .complete).value
        #expect(Hex.text(value.encoded) == "a4" + "6161820102" + "616243010203" + "61636361c3bc" + "6164a10102")
        for length in 0..<richIndefiniteItem.count {
            let prefix = Array(richIndefiniteItem.prefix(length))
            #expect(refusal(prefix, .complete) == [.truncated, .truncated], "prefix of \(length)")
        }
    }

    @Test("A head whose argument is cut off is refused at the head", arguments: ["18", "1900", "1a000000", "1b00000000000000", "58", "d9 03"])
    func truncatedHead(hex: String) {
        expectRefused(hex, .truncated, at: 0)
        expectRefused("82 00 " + hex, .truncated, at: 2)
    }

    @Test("Offsets are indices of the slice that was handed in")
    func offsetsOfSlice() {
        let buffer = Hex.bytes("ff ff 83 00 1c 00 ff")
        #expect(throws: CBORError(.reservedHead, at: 4, "")) { _ = try CBORItem(buffer[2..<6]) }
        #expect(throws: CBORError(.truncated, at: 4, "")) { _ = try CBORItem(Hex.bytes("ff ff 82 00 18 00")[2..<5]) }
    }

    // MARK: Heads

    @Test("Additional information 28 to 30 is refused for every major type")
    func reservedHeads() {
        for major in UInt8(0)...7 {
            for information in UInt8(28)...30 {
                expectRefused([0x82, 0x00, major << 5 | information], .reservedHead, at: 2, dialect: .complete)
            }
        }
    }

    @Test("Additional information 31 has no meaning for integers and tags", arguments: ["1f", "3f", "df"])
    func indefiniteScalars(hex: String) {
        expectRefused(hex, .reservedHead, at: 0, dialect: .complete)
        expectRefused(hex, .reservedHead, at: 0)
    }

    @Test("A simple value below 32 in two bytes is refused, one from 32 is read")
    func twoByteSimple() throws {
        for value in UInt8(0)..<32 { expectRefused([0xf8, value], .invalidSimple, at: 0) }
        #expect(try read([0xf8, 32]).value == .simple(32))
        #expect(try read([0xf8, 255]).value == .simple(255))
    }

    @Test(
        "Heads longer than needed are read, because deployed issuers send them",
        arguments: [
            ("1800", "00"), ("190001", "01"), ("1a00000017", "17"), ("1b0000000000000018", "1818"), ("3800", "20"), ("5801ff", "41ff"),
            ("790001 61", "6161"), ("9a00000001 00", "8100"), ("b90001 01 02", "a10102"), ("d80a 00", "ca00"), ("d90018 4100", "d8184100"),
            ("bb0000000000000001 01 02", "a10102"), ("fa3f800000", "f93c00"), ("fb3ff0000000000000", "f93c00"),
        ])
    func longHeads(long: String, short: String) throws {
        let value = try read(Hex.bytes(long)).value
        #expect(value == (try read(Hex.bytes(short)).value))
        #expect(Hex.text(value.encoded) == short, "the writer emits the shortest form")
    }

    // MARK: Indefinite lengths

    @Test(
        "Indefinite lengths are read in the complete dialect and refused in the mdoc dialect",
        arguments: [("5f4100ff", "4100"), ("7f616162c3bcff", "6361c3bc"), ("9f0102ff", "820102"), ("bf0102ff", "a10102"), ("5fff", "40"), ("7fff", "60")])
    func indefinite(hex: String, definite: String) throws {
        #expect(try read(Hex.bytes(hex), dialect: .complete).value.encoded == Hex.bytes(definite))
        expectRefused(hex, .indefiniteLength, at: 0)
        expectRefused("8200" + hex, .indefiniteLength, at: 2)
        expectRefused("a100" + hex, .indefiniteLength, at: 2)
    }

    @Test("A chunk of another type, or itself of indefinite length, is refused")
    func chunks() {
        expectRefused("5f 6161 ff", .reservedHead, at: 1, dialect: .complete)
        expectRefused("7f 4161 ff", .reservedHead, at: 1, dialect: .complete)
        expectRefused("5f 5f 4100 ff ff", .reservedHead, at: 1, dialect: .complete)
        expectRefused("5f 4100 00 ff", .reservedHead, at: 3, dialect: .complete)
    }

    @Test("A break outside an indefinite-length item is refused", arguments: [CBORDialect.mdoc, .complete])
    func breaks(dialect: CBORDialect) {
        expectRefused("ff", .unexpectedBreak, at: 0, dialect: dialect)
        expectRefused("81 ff", .unexpectedBreak, at: 1, dialect: dialect)
        expectRefused("a1 00 ff", .unexpectedBreak, at: 2, dialect: dialect)
        expectRefused("c1 ff", .unexpectedBreak, at: 1, dialect: dialect)
    }

    @Test("A map of indefinite length that ends after a key is refused")
    func breakAfterKey() {
        expectRefused("bf 00 ff", .unexpectedBreak, at: 2, dialect: .complete)
    }

    // MARK: Text

    @Test(
        "Text that is not UTF-8 is refused",
        arguments: [
            "61 ff", "61 80", "62 c328", "62 c080", "63 e28028", "63 eda080", "64 f4908080", "64 f8888080", "61 c3",
        ])
    func invalidUTF8(hex: String) {
        expectRefused(hex, .invalidUTF8, at: 0)
        expectRefused("82 00 " + hex, .invalidUTF8, at: 2)
        expectRefused("a1 " + hex + " 00", .invalidUTF8, at: 1)
        expectRefused("a1 00 81 " + hex, .invalidUTF8, at: 3)
    }

    @Test("A byte that no text has is found wherever it stands, in texts of every length", arguments: 1...26)
    func strayByte(length: Int) {
        for place in 0..<length {
            var writer = CBORWriter()
            writer.text(String(repeating: "a", count: length))
            var bytes = writer.bytes
            bytes[bytes.count - length + place] = 0xff
            expectRefused([0x82, 0x00] + bytes, .invalidUTF8, at: 2)
            expectRefused([0xa1] + bytes + [0x00], .invalidUTF8, at: 1)
        }
    }

    @Test("What no text has may stand beside one, before and behind texts of every length", arguments: 0...26)
    func neighbours(length: Int) throws {
        let neighbour = [UInt8](repeating: 0xff, count: 20)
        let text = String(repeating: "a", count: length)
        let tree = CBORValue.array([.bytes(neighbour), .text(text), .bytes(neighbour)])
        var writer = CBORWriter()
        writer.array(3)
        writer.byteString(neighbour)
        writer.text(text)
        writer.byteString(neighbour)
        #expect(try read(writer.bytes).value == tree)

        let plain = [UInt8](repeating: 0x20, count: 20)
        for place in 0..<length {
            var writer = CBORWriter()
            writer.array(3)
            writer.byteString(plain)
            let start = writer.bytes.count
            writer.text(text)
            var bytes = writer.bytes
            bytes[bytes.count - length + place] = 0xff
            expectRefused(bytes + [0x54] + plain, .invalidUTF8, at: start)
        }
    }

    @Test("A text of every length is read where its slice begins, however little stands before it", arguments: 0...26)
    func sliceOfText(length: Int) throws {
        let text = String(repeating: "a", count: length)
        var writer = CBORWriter()
        writer.text(text)
        for before in [1, 7, 8, 20] {
            let buffer = [UInt8](repeating: 0xff, count: before) + writer.bytes + [0xff]
            var reader = try CBORReader(buffer[before..<(buffer.count - 1)])
            #expect(try reader.readText() == text)
            #expect(reader.isAtEnd)
        }
    }

    @Test("Every chunk of a text must be UTF-8 by itself")
    func splitCharacter() throws {
        expectRefused("7f 61c3 61bc ff", .invalidUTF8, at: 0, dialect: .complete)
        #expect(try read(Hex.bytes("7f 62c3bc ff"), dialect: .complete).value == .text("ü"))
    }

    @Test("Text of every length of UTF-8 sequence is read", arguments: ["", "a", "ü", "水", "𐅑", "e\u{301}", "\u{0}"])
    func validUTF8(text: String) throws {
        var writer = CBORWriter()
        writer.text(text)
        guard case .text(let again) = try read(writer.bytes).value else { Issue.record("not text"); return }
        #expect(Array(again.utf8) == Array(text.utf8))
    }

    // MARK: Lengths

    @Test(
        "A declared length of 2^64 - 1, 2^63 or beyond the input is refused before anything is allocated",
        arguments: ["ffffffffffffffff", "8000000000000000", "7fffffffffffffff", "4000000000000000", "0000000100000000", "0000000000000003"])
    func hugeLengths(length: String) {
        for head in ["5b", "7b", "9b", "bb"] {
            expectRefused(head + length + "0000", .truncated, at: 0)
            expectRefused("81" + head + length + "0000", .truncated, at: 1)
            expectRefused(head + length + "0000", .truncated, at: 0, dialect: .complete)
        }
        expectRefused("5f 5b" + length + "0000", .truncated, at: 1, dialect: .complete)
        expectRefused("a1 7b" + length + "0000", .truncated, at: 1)
    }

    @Test("The typed readers refuse a huge length too, without calling their body")
    func hugeLengthsTyped() throws {
        var calls = 0
        func reader(_ hex: String) throws -> CBORReader { try CBORReader(Hex.bytes(hex + "ffffffffffffffff 00")) }
        var bytes = try reader("5b")
        #expect(throws: CBORError(.truncated, at: 0, "")) { _ = try bytes.readBytes() }
        var text = try reader("7b")
        #expect(throws: CBORError(.truncated, at: 0, "")) { _ = try text.readText() }
        var array = try reader("9b")
        #expect(throws: CBORError(.truncated, at: 0, "")) { try array.readArray { (_, _) throws(CBORError) in calls += 1 } }
        var map = try reader("bb")
        #expect(throws: CBORError(.truncated, at: 0, "")) { try map.readMap { (_, _) throws(CBORError) in calls += 1 } }
        var embedded = try reader("d8185b")
        #expect(throws: CBORError(.truncated, at: 2, "")) { _ = try embedded.readEmbedded() }
        #expect(calls == 0)
    }

    private func refusal(_ bytes: [UInt8], _ dialect: CBORDialect) -> [CBORError.Code?] {
        var codes: [CBORError.Code?] = []
        do throws(CBORError) {
            _ = try CBORItem(bytes[...], dialect: dialect)
            codes.append(nil)
        } catch { codes.append(error.code) }
        do throws(CBORError) {
            _ = try tree(bytes, dialect: dialect)
            codes.append(nil)
        } catch { codes.append(error.code) }
        return codes
    }
}
