import CBOR
import Foundation
import Inspection
import MobileDocument
import Testing

@Suite("The encoding of an input")
struct EncodedInputTests {
    static let sample: [UInt8] = [0xa1, 0x61, 0x61, 0x82, 0x01, 0xfb, 0xff, 0xfe, 0x3f, 0xbf] + (0..<12)

    @Test func binaryStaysAsItIs() throws {
        let input = try EncodedInput(Self.sample)
        #expect(input.encoding == .binary)
        #expect(input.bytes == Self.sample)
    }

    @Test func hexMayHaveWhiteSpaceAndEitherCase() throws {
        for text in ["a1616182", "A1 61\n61 82\n", "\t a161\r\n6182"] {
            let input = try EncodedInput(Array(text.utf8))
            #expect(input.encoding == .hex)
            #expect(input.bytes == [0xa1, 0x61, 0x61, 0x82])
        }
    }

    @Test func oddHexIsAnErrorAndNotBase64() {
        #expect(code { try EncodedInput(Array("a16161823".utf8)) } == .oddHex)
    }

    @Test func bothBase64AlphabetsAreUnderstood() throws {
        let padded = Data(Self.sample).base64EncodedString()
        let plain = try EncodedInput(Array(padded.utf8))
        #expect(plain.encoding == .base64)
        #expect(plain.bytes == Self.sample)
        let url = try EncodedInput(Array((Base64URL.encode(Self.sample) + "\n").utf8))
        #expect(url.encoding == .base64url)
        #expect(url.bytes == Self.sample)
        #expect(url.parts[0].text == Base64URL.encode(Self.sample))
    }

    @Test func brokenBase64SaysWhere() {
        #expect(code { try EncodedInput(Array("gmVkY2Fwaa-+".utf8)) } == .mixedAlphabets)
        #expect(code { try EncodedInput(Array("gmVkY2Fwz".utf8)) } == .notBase64)
        #expect(code { try EncodedInput(Array("gm=Vk".utf8)) } == .notBase64)
        do {
            _ = try EncodedInput(Array("gmVkY2Fw*".utf8))
            Issue.record("accepted")
        } catch {
            #expect(error.code == .unknownText)
            #expect(error.offset == 8)
            #expect(error.description.hasPrefix("input.unknown-text at byte 8: "))
        }
    }

    @Test func pemGivesEveryBlock() throws {
        let block = "-----BEGIN CERTIFICATE-----\nAQID\nBAUG\n-----END CERTIFICATE-----\n"
        let input = try EncodedInput(
            Array(("some words first\r\n" + block + block.replacingOccurrences(of: "CERTIFICATE", with: "X")).utf8))
        #expect(input.encoding == .pem)
        #expect(input.parts.map(\.name) == ["CERTIFICATE", "X"])
        #expect(input.parts[0].bytes == [1, 2, 3, 4, 5, 6])
        #expect(input.description == "PEM (CERTIFICATE, X)")
        #expect(code { try EncodedInput(Array("-----BEGIN A-----\nAQID\n".utf8)) } == .pemStructure)
        #expect(code { try EncodedInput(Array("-----BEGIN A-----\nAQID\n-----END B-----".utf8)) } == .pemStructure)
    }

    @Test func jsonMembersAreFoundWithTheirText() throws {
        let request = #"{"protocol":"org-iso-mdoc","data":{"encryptionInfo":"AQID","deviceRequest":"BAUG"}}"#
        let input = try EncodedInput(Array(request.utf8))
        #expect(input.encoding == .json)
        #expect(input.parts.map(\.name) == ["data.deviceRequest", "data.encryptionInfo"])
        #expect(input.parts[1].text == "AQID")
        #expect(input.bytes == [4, 5, 6])
        let nested = #"{"digital":{"requests":[{"protocol":"x","data":{"response":"AQID"}}]}}"#
        #expect(try EncodedInput(Array(nested.utf8)).parts.map(\.name) == ["digital.requests.0.data.response"])
        #expect(try EncodedInput(Array("\u{feff} {\"response\":\"AQI=\"}".utf8)).bytes == [1, 2])
        #expect(code { try EncodedInput(Array(#"{"a":1}"#.utf8)) } == .jsonMembers)
        #expect(code { try EncodedInput(Array(#"{"response":"AQID""#.utf8)) } == .notJSON)
        #expect(code { try EncodedInput(Array(#"{"response":"A*"}"#.utf8)) } == .notBase64)
    }

    @Test func emptyAndLargeInputsAreRefused() {
        #expect(code { try EncodedInput([]) } == .empty)
        #expect(code { try EncodedInput(Array(" \n".utf8)) } == .empty)
        #expect(code { try EncodedInput([1, 2, 3], maximumBytes: 2) } == .tooLarge)
    }

    @Test func textThatIsAShortCBORStringIsBinaryAndMayBeOverruled() throws {
        let text = Array(Data(Self.sample.prefix(10)).base64EncodedString().utf8)
        #expect(try EncodedInput(text).encoding == .binary)
        #expect(try EncodedInput(text, encoding: .base64).bytes == Array(Self.sample.prefix(10)))
    }

    @Test func aNamedEncodingOverrulesDetection() throws {
        #expect(try EncodedInput(Array("abcd".utf8), encoding: .base64).bytes == [0x69, 0xb7, 0x1d])
        #expect(try EncodedInput(Array("abcd".utf8), encoding: .binary).bytes == Array("abcd".utf8))
        #expect(code { try EncodedInput(Array("xy".utf8), encoding: .hex) } == .notHex)
    }

    @Test func noCBORItemIsEverTakenForText() throws {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<3_000 {
            let bytes = RandomValue.make(&generator, depth: 3).encoded
            #expect(try EncodedInput(bytes).encoding == .binary)
        }
        for text in ["a", "abcd", "0123456789abcdef", "{\"response\":\"AQID\"}", "-----BEGIN A-----"] {
            #expect(try EncodedInput(CBORValue.text(text).encoded).encoding == .binary)
        }
    }

    @Test func printingAnInputShowsNoContent() throws {
        let input = try EncodedInput(Array(#"{"response":"c2VjcmV0"}"#.utf8))
        var dumped = ""
        dump(input.parts[0], to: &dumped)
        #expect(!"\(input)\(input.parts[0])\(dumped)".contains("c2VjcmV0"))
    }

    private func code(_ body: () throws -> EncodedInput) -> EncodedInputError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? EncodedInputError)?.code
        }
    }
}
