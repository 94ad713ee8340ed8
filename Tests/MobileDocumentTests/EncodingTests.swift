import Foundation
import MobileDocument
import Testing
import VectorSupport

@Suite("Text encodings")
struct EncodingTests {
    @Test("Random bytes are as many as were asked for, and all of each number is used", arguments: [0, 1, 7, 8, 9, 16, 32, 33])
    func randomBytes(count: Int) {
        struct Counting: RandomNumberGenerator {
            var number: UInt64 = 0
            mutating func next() -> UInt64 {
                defer { number += 1 }
                return 0x0101_0101_0101_0101 * number
            }
        }
        var generator = Counting()
        #expect(generator.bytes(count) == (0..<count).map { UInt8($0 / 8) })
        #expect(generator.number == UInt64((count + 7) / 8))
    }

    // MARK: base64url

    @Test("The vectors of RFC 4648 hold, without padding", arguments: [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy")])
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("The alphabet is the one for addresses")
    func alphabet() {
        let bytes = Hex.bytes("00108310518720928b30d38f41149351559761969b71d79f8218a39259a7a29aabb2dbafc31cb3d35db7e39ebbf3dfbf")
        let text = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
    }

    @Test("Padding is refused", arguments: ["Zg==", "Zm8=", "Zm9v=", "=", "Zm9vYg=="])
    func padding(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Bits that no byte uses must be zero, so that one value has one text", arguments: ["Zh", "Zj", "Zx", "Zm9", "Zm-", "AB", "AAB", "__"])
    func strayBits(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Characters outside the alphabet are refused", arguments: ["Zm9+", "Zm9/", "Zm 9", "Zm9v\n", " Zm9v", "Zm9\u{e9}", "Zm9\u{0}", "Zm%3D", "Zm.9", "\u{ff21}A"])
    func otherCharacters(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("A character outside the alphabet is refused wherever it stands, and one inside is read there", arguments: [2, 3, 4, 6, 7, 8])
    func everyPlace(length: Int) {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for place in 0..<length {
            for character in 0..<128 as Range<UInt8> {
                var text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
                text[place] = character
                let decoded = Base64URL.decode(String(decoding: text, as: UTF8.self))
                // The last character of a part group may hold bits that belong to no byte.
                let mayBeStray = place == length - 1 && length % 4 != 0
                if !alphabet.contains(character) {
                    #expect(decoded == nil, "\(character) at \(place)")
                } else if let decoded {
                    #expect(Array(Base64URL.encode(decoded).utf8) == text)
                } else {
                    #expect(mayBeStray, "\(character) at \(place)")
                }
            }
        }
    }

    @Test("A text of a length that no bytes give is refused", arguments: ["A", "AAAAA", "Zm9vY"])
    func impossibleLengths(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("Bytes of every length come back, and agree with another implementation")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 4648)
        for length in 0...200 {
            let bytes = generator.bytes(length)
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(try Vectors.base64(text) == bytes)
            #expect(text.utf8.count == (length * 4 + 2) / 3)
        }
    }

    // MARK: Hexadecimal

    @Test("Hexadecimal text is written in small digits and read in either")
    func hexadecimal() {
        #expect(Hexadecimal.text([0x00, 0x0a, 0xff] as [UInt8]) == "000aff")
        #expect(Hexadecimal.bytes("000aFf") == [0x00, 0x0a, 0xff])
        #expect(Hexadecimal.bytes("") == [])
    }

    @Test("What is not an even number of hexadecimal digits is refused", arguments: ["0", "0g", "0x00", "00 00", "é", "\u{ff10}\u{ff10}", "-1"])
    func notHexadecimal(text: String) {
        #expect(Hexadecimal.bytes(text) == nil)
    }

    // MARK: Versions

    @Test("The major number of a version is read whatever the minor is", arguments: [("1.0", 1), ("1.1", 1), ("1.99", 1), ("2.0", 2), ("0.1", 0), ("10.2", 10)])
    func versions(text: String, major: Int) {
        #expect(StructureVersion.major(text) == major)
    }

    @Test("What is not two numbers is no version", arguments: ["", "1", "1.", ".1", "1.0.0", "a.b", "1.x", "-1.0", "1,0", " 1.0", "1.0 ", "+1.0", "1.-0", "1.+0"])
    func noVersions(text: String) {
        #expect(StructureVersion.major(text) == nil)
    }
}
