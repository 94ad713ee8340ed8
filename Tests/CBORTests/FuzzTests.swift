import CBOR
import Testing
import VectorSupport

/// Inputs nobody thought of. The generator is seeded, so a failure names an input that can be made again.
@Suite("Random input")
struct FuzzTests {
    @Test("20,000 random and mutated inputs never trap, and both ways of reading agree on each")
    func random() {
        var generator = SeededGenerator(seed: 18_013)
        var accepted = 0
        for round in 0..<20_000 {
            let bytes = input(round, &generator)
            for dialect in [CBORDialect.mdoc, .complete] {
                let inPlace = Result { () throws(CBORError) in try CBORItem(bytes[...], dialect: dialect) }
                let asTree = Result { () throws(CBORError) in try tree(bytes, dialect: dialect) }
                switch (inPlace, asTree) {
                case (.success(let item), .success(let value)):
                    accepted += 1
                    let again = value.encoded
                    // Compared as bytes, because NaN is not equal to itself.
                    if (try? item.value().encoded) != again || (try? tree(again).encoded) != again {
                        Issue.record("round \(round): not stable: \(Hex.text(bytes))")
                    }
                case (.failure(let left), .failure(let right)):
                    if left != right || !(0...bytes.count).contains(left.offset) {
                        Issue.record("round \(round): \(left) and \(right): \(Hex.text(bytes))")
                    }
                default:
                    Issue.record("round \(round): one way accepts: \(Hex.text(bytes))")
                }
            }
        }
        #expect(accepted > 1000, "the generator makes too little that is well-formed")
    }

    @Test("Every change of one byte of a rich item is read or refused by both ways alike")
    func everyByte() {
        for position in richItem.indices {
            for value in UInt8.min...UInt8.max {
                var bytes = richItem
                bytes[position] = value
                let inPlace = Result { () throws(CBORError) in try CBORItem(bytes[...]) }
                let asTree = Result { () throws(CBORError) in try tree(bytes) }
                switch (inPlace, asTree) {
                case (.success, .success): break
                case (.failure(let left), .failure(let right)) where left == right: break
                default: Issue.record("byte \(position) to \(value)")
                }
            }
        }
    }

    private func input(_ round: Int, _ generator: inout SeededGenerator) -> [UInt8] {
        switch round % 4 {
        case 0:
            return generator.bytes(Int.random(in: 0...40, using: &generator))
        case 1:
            // Mostly heads of short containers, so that the nesting gets somewhere.
            let heads: [UInt8] = [0x81, 0x82, 0xa1, 0x9f, 0xbf, 0xff, 0x00, 0x20, 0x41, 0x61, 0x5f, 0x7f, 0xc0, 0xd8, 0xf6, 0xf9, 0x18, 0x01]
            return (0..<Int.random(in: 1...60, using: &generator)).map { _ in heads.randomElement(using: &generator) ?? 0 }
        default:
            var bytes = round % 4 == 2 ? richItem : richIndefiniteItem
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let position = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1: bytes.remove(at: position)
                default: bytes.insert(UInt8(truncatingIfNeeded: generator.next()), at: position)
                }
            }
            return bytes
        }
    }
}
