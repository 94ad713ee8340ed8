import CBOR
import Foundation
import MobileDocument
import Testing
import VectorSupport

@testable import DocumentTrust
@testable import IssuingAuthority

@Suite("Status lists")
struct StatusListTests {
    private struct Examples: Decodable {
        let examples: [String: String]

        func encoded(_ name: String) throws -> [UInt8] {
            let text = examples["status_list_\(name)_cbor"] ?? ""
            let hexadecimal = text.components(separatedBy: "encoded:").last ?? ""
            guard !hexadecimal.isEmpty else { throw Vectors.Unreadable(name) }
            return Hex.bytes(hexadecimal)
        }
    }

    private static func list(_ encoded: [UInt8]) throws -> StatusList { try StatusList(CBORItem(encoded[...])) }

    private static func encoded(bits: Int64, compressed: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        CBORValue.textMap(["bits": .unsigned(UInt64(bits)), "lst": .bytes(compressed)]).write(to: &writer)
        return writer.bytes
    }

    private static func fault(_ encoded: [UInt8]) -> StatusFault.Code? {
        do {
            _ = try list(encoded)
            return nil
        } catch { return (error as? StatusFault)?.code }
    }

    @Test("The draft's short examples give their bytes", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func shortExamples() throws {
        let examples = try Vectors.json("status-list/ietf-draft-examples.json", as: Examples.self)
        let one = try Self.list(examples.encoded("encoding"))
        #expect(one.bits == 1 && one.bytes == [0xb9, 0xa3])
        #expect(try (0..<16).map { try one.value(at: $0).rawValue } == [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1])
        let two = try Self.list(examples.encoded("encoding2"))
        #expect(two.bits == 2 && two.bytes == [0xc9, 0x44, 0xf9])
        #expect(try (0..<12).map { try two.value(at: $0).rawValue } == [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3])
        InteropCell.seen("Token Status List", "the same on both sides")
    }

    @Test(
        "The draft's long examples of 1,048,576 places give the stated values and valid everywhere else",
        .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"),
        arguments: [
            ("encoding1_long", 1, [0: 1, 1993: 1, 25460: 1, 159_495: 1, 495_669: 1, 554_353: 1, 645_645: 1, 723_232: 1, 854_545: 1, 934_534: 1, 1_000_345: 1]),
            ("encoding2_long", 2, [0: 1, 1993: 2, 25460: 1, 159_495: 3, 495_669: 1, 554_353: 1, 645_645: 2, 723_232: 1, 854_545: 1, 934_534: 2, 1_000_345: 3]),
            (
                "encoding4", 4,
                [
                    0: 1, 1993: 2, 35460: 3, 459_495: 4, 595_669: 5, 754_353: 6, 845_645: 7, 923_232: 8, 924_445: 9, 934_534: 10,
                    1_004_534: 11, 1_000_345: 12, 1_030_203: 13, 1_030_204: 14, 1_030_205: 15,
                ]
            ),
        ] as [(String, Int, [UInt64: UInt8])])
    func longExamples(_ name: String, _ bits: Int, _ stated: [UInt64: UInt8]) throws {
        let examples = try Vectors.json("status-list/ietf-draft-examples.json", as: Examples.self)
        let list = try Self.list(examples.encoded(name))
        #expect(list.bits == bits && list.count == 1_048_576)
        var found: [UInt64: UInt8] = [:]
        for index in 0..<UInt64(list.count) {
            let value = try list.value(at: index)
            if value != .valid { found[index] = value.rawValue }
        }
        #expect(found == stated)
    }

    @Test("The draft's example of eight bits has each value once", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func eightBits() throws {
        let examples = try Vectors.json("status-list/ietf-draft-examples.json", as: Examples.self)
        let list = try Self.list(examples.encoded("encoding8"))
        let values = try (0..<UInt64(list.count)).map { try list.value(at: $0).rawValue }.filter { $0 != 0 }
        #expect(list.bits == 8 && values.sorted() == Array(1...255))
        #expect(try list.value(at: 52_451) == .invalid)
        #expect(try list.value(at: 19_535).rawValue == 255)
    }

    @Test("The draft's token is read, and has no certificate by which to believe it", .enabled(if: Vectors.isAvailable, "\(Vectors.skipReason)"))
    func exampleToken() throws {
        let examples = try Vectors.json("status-list/ietf-draft-examples.json", as: Examples.self)
        let token = try StatusToken(Hex.bytes(try #require(examples.examples["status_list_cwt"])))
        #expect(token.kind == .statusList)
        #expect(token.claimedSubject == "https://example.com/statuslists/1")
        let list = try StatusList(token.claims().list)
        #expect(list.bytes == [0xb9, 0xa3])
        #expect(try token.claims().timeToLive == 43_200)
        let root = try StatusScene().root
        do throws(StatusFault) {
            _ = try VerifiedStatusList(token, from: "https://example.com/statuslists/1", vouchedBy: root)
            Issue.record("believed")
        } catch {
            #expect(error.code == .chain)
        }
    }

    @Test("A token of more bytes than any may have is not read; one of as many is, and may be none")
    func tokenSize() {
        for (count, code) in [(StatusToken.maximumBytes + 1, .tooLarge), (StatusToken.maximumBytes, .structure)] as [(Int, StatusFault.Code)] {
            #expect {
                try StatusToken([UInt8](repeating: 0, count: count))
            } throws: {
                ($0 as? StatusFault)?.code == code
            }
        }
    }

    @Test("A place beyond the end is a failure, the last one is not")
    func beyondTheEnd() throws {
        let compressed = try #require(ZlibDeflation.deflate([0, 0x80]))
        let list = try Self.list(Self.encoded(bits: 1, compressed: compressed))
        #expect(try list.value(at: 15) == .invalid)
        for index: UInt64 in [16, 1 << 40, .max] {
            #expect(throws: StatusFault.self) { try list.value(at: index) }
        }
    }

    @Test("What inflates beyond the bound is stopped there, whatever its compressed size; the bound itself is not")
    func bomb() throws {
        let bound = try #require(ZlibDeflation.deflate([UInt8](repeating: 0, count: StatusList.maximumBytes)))
        #expect(Self.fault(Self.encoded(bits: 8, compressed: bound)) == nil)
        let above = try #require(ZlibDeflation.deflate([UInt8](repeating: 0, count: StatusList.maximumBytes + 1)))
        #expect(Self.fault(Self.encoded(bits: 8, compressed: above)) == .tooLarge)
        let bomb = try #require(ZlibDeflation.deflate([UInt8](repeating: 0, count: 256 << 20)))
        #expect(bomb.count < 1 << 20)
        #expect(Self.fault(Self.encoded(bits: 1, compressed: bomb)) == .tooLarge)
    }

    @Test("Only a complete zlib stream is inflated: cut at any byte, changed or with bytes after it, it is none")
    func streams() throws {
        let good = try #require(ZlibDeflation.deflate(Array("a list of some length".utf8)))
        for length in 0..<good.count {
            #expect(Self.fault(Self.encoded(bits: 8, compressed: Array(good[..<length]))) == .compression, "\(length) bytes")
        }
        #expect(Self.fault(Self.encoded(bits: 8, compressed: good + [0])) == .compression)
        #expect(Self.fault(Self.encoded(bits: 8, compressed: Array(good.dropFirst(2)))) == .compression, "raw deflate")
        for position in good.indices {
            var changed = good
            changed[position] ^= 0x10
            if let code = Self.fault(Self.encoded(bits: 8, compressed: changed)) { #expect(code == .compression) }
        }
        var checksum = good
        checksum[good.count - 1] ^= 1
        #expect(Self.fault(Self.encoded(bits: 8, compressed: checksum)) == .compression)
    }
}
