import CBOR
import Foundation
import Testing
import VectorSupport

@Suite("RFC 8949 Appendix A", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
struct AppendixATests {
    private struct Example: Decodable {
        let hex: String
        let roundtrip: Bool
        let decoded: JSONNode?
        let diagnostic: String?

        enum Keys: String, CodingKey { case hex, roundtrip, decoded, diagnostic }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            hex = try container.decode(String.self, forKey: .hex)
            roundtrip = try container.decode(Bool.self, forKey: .roundtrip)
            diagnostic = try container.decodeIfPresent(String.self, forKey: .diagnostic)
            decoded = container.contains(.decoded) ? try container.decode(JSONNode.self, forKey: .decoded) : nil
        }
    }

    /// `simple(24)`: RFC 7049 had it as an example, RFC 8949 made it ill-formed.
    private let withdrawn = "f818"

    private func examples() throws -> [Example] {
        let all: [Example] = try Vectors.json("cbor-rfc8949/appendix_a.json")
        let kept = all.filter { $0.hex != withdrawn }
        #expect(all.count == 82 && kept.count == 81)
        return kept
    }

    @Test("Every example decodes in the complete dialect, in place and as a tree")
    func decodes() throws {
        for example in try examples() {
            let bytes = Hex.bytes(example.hex)
            #expect(throws: Never.self, "\(example.hex)") { _ = try read(bytes, dialect: .complete) }
        }
    }

    @Test("Every example with a JSON value decodes to that value")
    func values() throws {
        var compared = 0
        for example in try examples() {
            guard let decoded = example.decoded else { continue }
            let value = try tree(Hex.bytes(example.hex), dialect: .complete)
            #expect(decoded.matches(value), "\(example.hex) is \(CBORDiagnosticNotation.text(of: value))")
            compared += 1
        }
        #expect(compared == 59)
    }

    @Test("Every round-trip example is written again to the same bytes")
    func roundTrip() throws {
        var compared = 0
        for example in try examples() where example.roundtrip {
            #expect(Hex.text(try tree(Hex.bytes(example.hex), dialect: .complete).encoded) == example.hex)
            compared += 1
        }
        #expect(compared == 64)
        InteropCell.seen("RFC 8949", "the same on both sides")
    }

    @Test("The diagnostic notation is the one of the examples")
    func diagnosticNotation() throws {
        var compared = 0
        // A tree does not keep the chunks of a string, so the one example that shows them is left out.
        for example in try examples() {
            guard let diagnostic = example.diagnostic, !diagnostic.hasPrefix("(_") else { continue }
            let item = try CBORItem(Hex.bytes(example.hex)[...], dialect: .complete)
            #expect(try CBORDiagnosticNotation.text(of: item) == diagnostic, "\(example.hex)")
            compared += 1
        }
        #expect(compared == 21)
    }

    @Test("The withdrawn example simple(24) is refused")
    func withdrawnExample() {
        expectRefused("f818", .invalidSimple, at: 0, dialect: .complete)
    }

    @Test("Exactly the examples of indefinite length are refused in the mdoc dialect")
    func indefiniteExamples() throws {
        var refused = 0
        for example in try examples() {
            let bytes = Hex.bytes(example.hex)
            // The other examples that do not come back as they were are numbers wider than needed.
            if !example.roundtrip && !example.hex.hasPrefix("f") {
                let error = #expect(throws: CBORError.self, "\(example.hex)") { _ = try CBORItem(bytes[...]) }
                #expect(error?.code == .indefiniteLength)
                refused += 1
            } else {
                #expect(throws: Never.self, "\(example.hex)") { _ = try read(bytes) }
            }
        }
        #expect(refused == 11)
    }
}

/// A JSON value, numbers in both readings.
private indirect enum JSONNode: Decodable {
    case null
    case boolean(Bool)
    case number(Double, UInt64?, Int64?)
    case text(String)
    case array([JSONNode])
    case object([String: JSONNode])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value, try? container.decode(UInt64.self), try? container.decode(Int64.self))
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONNode].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONNode].self))
        }
    }

    func matches(_ value: CBORValue) -> Bool {
        switch (self, value) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(_, let left, _), .unsigned(let right)): left == right
        case (.number(let double, _, let left), .negative(let argument)):
            Int64(exactly: argument).map { left == -1 - $0 } ?? (double == -1 - Double(argument))
        case (.number(let left, _, _), .float(let right)): left == right
        case (.number(let left, _, _), .tagged(2, .bytes(let bytes))): left == Self.magnitude(bytes)
        case (.number(let left, _, _), .tagged(3, .bytes(let bytes))): left == -1 - Self.magnitude(bytes)
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
        case (.object(let left), .map(let right)):
            left.count == right.count
                && right.allSatisfy { entry in
                    if case .text(let key) = entry.key { left[key]?.matches(entry.value) == true } else { false }
                }
        default: false
        }
    }

    private static func magnitude(_ bytes: [UInt8]) -> Double { bytes.reduce(0) { $0 * 256 + Double($1) } }
}
