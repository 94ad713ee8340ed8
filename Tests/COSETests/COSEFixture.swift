import CBOR
import COSE
import Crypto
import Foundation
import Testing

/// Keys that are the same on every run, one for each curve.
enum TestKey {
    static let p256 = make { .p256(try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 0x17, count: 32))) }
    static let p384 = make { .p384(try P384.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 0x17, count: 48))) }
    static let p521 = make { .p521(try P521.Signing.PrivateKey(rawRepresentation: [0] + [UInt8](repeating: 0x17, count: 65))) }
    static let ed25519 = make { .ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 0x17, count: 32))) }

    static func on(_ curve: EllipticCurve) -> SigningKey {
        switch curve {
        case .p256: p256
        case .p384: p384
        case .p521: p521
        case .ed25519: ed25519
        }
    }

    private static func make(_ body: () throws -> SigningKey) -> SigningKey {
        do { return try body() } catch { preconditionFailure("\(error)") }
    }
}

/// COSE structures put together by hand, right and wrong ones.
enum COSEFixture {
    static let payload: [UInt8] = Array("a payload".utf8)

    /// A protected header with an algorithm and, before encoding, further entries.
    static func header(algorithm: Int64?, _ further: [(CBORValue, CBORValue)] = []) -> [UInt8] {
        var entries: [CBORValue.Entry] = []
        if let algorithm { entries.append(.init(key: .integer(1), value: .integer(algorithm))) }
        entries += further.map { CBORValue.Entry(key: $0.0, value: $0.1) }
        return CBORValue.map(entries).encoded
    }

    static func structure(
        protected: [UInt8], unprotected: [(CBORValue, CBORValue)] = [], payload: CBORValue = .bytes(payload), last: [UInt8]
    ) -> [UInt8] {
        CBORValue.array([
            .bytes(protected), .map(unprotected.map { CBORValue.Entry(key: $0.0, value: $0.1) }), payload, .bytes(last),
        ]).encoded
    }

    /// A signature by `key` over a structure with exactly this protected header.
    static func sign1(
        protected: [UInt8], unprotected: [(CBORValue, CBORValue)] = [], key: SigningKey = TestKey.p256
    ) throws -> COSESign1 {
        let message = COSESign1.signedStructure(protected: protected[...], payload: payload[...])
        return try decode(
            structure(protected: protected, unprotected: unprotected, last: try key.signature(over: message)))
    }

    static func decode(_ bytes: [UInt8]) throws(CBORError) -> COSESign1 {
        var reader = try CBORReader(bytes)
        let sign1 = try COSESign1(from: &reader)
        try reader.finish()
        return sign1
    }

    static func decodeMac(_ bytes: [UInt8]) throws(CBORError) -> COSEMac0 {
        var reader = try CBORReader(bytes)
        let mac = try COSEMac0(from: &reader)
        try reader.finish()
        return mac
    }

    static func key(_ bytes: [UInt8]) throws(CBORError) -> COSEKey {
        var reader = try CBORReader(bytes)
        let key = try COSEKey(from: &reader)
        try reader.finish()
        return key
    }

    /// A key map from label and value.
    static func key(_ entries: [(Int64, CBORValue)]) throws(CBORError) -> COSEKey {
        try key(CBORValue.map(entries.map { .init(key: .integer($0.0), value: $0.1) }).encoded)
    }
}
