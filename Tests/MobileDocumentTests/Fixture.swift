import CBOR
import COSE
import Crypto
import Foundation
import Testing
import VectorSupport

/// Structures made in code, whole and valid in form, from which tests take away or change one thing.
enum Fixture {
    static let nameSpace = "org.iso.18013.5.1"
    static let docType = "org.iso.18013.5.1.mDL"

    /// A value that must never be printed.
    static let canary = "Canary-Mustermann"

    // MARK: Issuer data

    static func item(
        digestID: CBORValue = .unsigned(0), random: Int = 16, identifier: String = "family_name", value: CBORValue = .text(canary)
    ) -> CBORValue {
        .textMap([
            "digestID": digestID, "random": .bytes([UInt8](repeating: 0x11, count: random)), "elementIdentifier": .text(identifier),
            "elementValue": value,
        ])
    }

    static func embedded(_ value: CBORValue) -> CBORValue { .tagged(24, .bytes(value.encoded)) }

    static let sign1 = CBORValue.array([.bytes([0xa1, 0x01, 0x26]), .map([]), .null, .bytes([UInt8](repeating: 1, count: 64))])
    static let mac0 = CBORValue.array([.bytes([0xa1, 0x01, 0x05]), .map([]), .null, .bytes([UInt8](repeating: 1, count: 32))])

    static let deviceKey = CBORValue.map([
        .init(key: .integer(1), value: .integer(2)), .init(key: .integer(-1), value: .integer(1)),
        .init(key: .integer(-2), value: .bytes([UInt8](repeating: 2, count: 32))),
        .init(key: .integer(-3), value: .bytes([UInt8](repeating: 3, count: 32))),
    ])

    static let validityInfo = CBORValue.textMap([
        "signed": .dateTime("2026-01-01T00:00:00Z"), "validFrom": .dateTime("2026-01-01T00:00:00Z"),
        "validUntil": .dateTime("2026-12-31T00:00:00Z"),
    ])

    static let digests = CBORValue.map([.init(key: .unsigned(0), value: .bytes([UInt8](repeating: 4, count: 32)))])

    static let mobileSecurityObject = CBORValue.textMap([
        "version": .text("1.0"), "digestAlgorithm": .text("SHA-256"), "valueDigests": .textMap([nameSpace: digests]),
        "deviceKeyInfo": .textMap(["deviceKey": deviceKey]), "docType": .text(docType), "validityInfo": validityInfo,
    ])

    static func issuerSigned(items: [CBORValue] = [item()]) -> CBORValue {
        .textMap(["nameSpaces": .textMap([nameSpace: .array(items.map(embedded))]), "issuerAuth": sign1])
    }

    // MARK: Response

    static func deviceSigned(nameSpaces: CBORValue = .map([]), auth: CBORValue = .textMap(["deviceSignature": sign1])) -> CBORValue {
        .textMap(["nameSpaces": embedded(nameSpaces), "deviceAuth": auth])
    }

    static func document(issuerSigned: CBORValue = issuerSigned(), deviceSigned: CBORValue = deviceSigned()) -> CBORValue {
        .textMap(["docType": .text(docType), "issuerSigned": issuerSigned, "deviceSigned": deviceSigned])
    }

    static func response(document: CBORValue = document()) -> CBORValue {
        .textMap(["version": .text("1.0"), "documents": .array([document]), "status": .unsigned(0)])
    }

    // MARK: Request

    static let itemsRequest = CBORValue.textMap([
        "docType": .text(docType), "nameSpaces": .textMap([nameSpace: .textMap(["family_name": .boolean(false)])]),
    ])

    static func request(items: CBORValue = itemsRequest) -> CBORValue {
        .textMap(["version": .text("1.0"), "docRequests": .array([.textMap(["itemsRequest": embedded(items)])])])
    }

    // MARK: Keys

    /// Finds the public key of a certificate by the beginning of its SubjectPublicKeyInfo; P-256 only.
    static func publicKey(inCertificate der: ByteSlice) throws -> VerificationKey {
        let prefix = Hex.bytes("3059301306072a8648ce3d020106082a8648ce3d030107034200")
        let bytes = der.array
        let start = try #require(bytes.firstRange(of: prefix)?.upperBound, "no key on P-256")
        return .p256(try P256.Signing.PublicKey(x963Representation: bytes[start..<(start + 65)]))
    }
}

extension CBORValue {
    var entries: [Entry] { if case .map(let entries) = self { entries } else { [] } }

    /// The map without one member; fails when it was not there, because then the test would test nothing.
    func without(_ key: String) -> CBORValue {
        precondition(entries.contains { $0.key == .text(key) }, "no \(key)")
        return .map(entries.filter { $0.key != .text(key) })
    }

    /// The map with a member replaced, or added at the end.
    func with(_ key: String, _ value: CBORValue) -> CBORValue {
        var entries = entries
        if let index = entries.firstIndex(where: { $0.key == .text(key) }) {
            entries[index] = Entry(key: .text(key), value: value)
        } else {
            entries.append(Entry(key: .text(key), value: value))
        }
        return .map(entries)
    }
}

/// The error a body must throw, by its code only.
func expectCBORError(
    _ code: CBORError.Code, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) {
    let error = #expect(throws: CBORError.self, comment(), sourceLocation: sourceLocation) { try body() }
    if let error { #expect(error.code == code, comment(), sourceLocation: sourceLocation) }
}
