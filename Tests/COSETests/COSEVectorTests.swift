import CBOR
import COSE
import Crypto
import Foundation
import Testing
import VectorSupport

/// The positive examples of the COSE working group, judged by the mdoc profile.
@Suite("COSE working group examples", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
struct COSEVectorTests {
    // MARK: Signatures

    @Test("The examples that follow the mdoc profile verify", arguments: ["ecdsa-examples/ecdsa-sig-01", "ecdsa-examples/ecdsa-sig-02", "ecdsa-examples/ecdsa-sig-03", "eddsa-examples/eddsa-sig-01", "sign1-tests/sign-pass-03"])
    func sign1(name: String) throws {
        let example = try COSEExample(name)
        let key = try example.verificationKey()
        let sign1 = try example.sign1()
        #expect(throws: Never.self) { try sign1.verify(with: key) }
        #expect(COSESign1.signedStructure(protected: sign1.headers.protected.bytes, payload: try #require(sign1.payload).bytes) == example.toBeSigned)
        InteropCell.seen("COSE working group", ("verified", (try? sign1.verify(with: key)) != nil))
    }

    @Test("A changed byte anywhere in an example that verifies refuses it", arguments: ["ecdsa-examples/ecdsa-sig-01", "ecdsa-examples/ecdsa-sig-03", "eddsa-examples/eddsa-sig-01"])
    func sign1Changed(name: String) throws {
        let example = try COSEExample(name)
        let key = try example.verificationKey()
        let whole = example.untagged
        // What is not covered by the signature: the unprotected header with the key identifier.
        var reader = try CBORReader(whole)
        let unprotected = try reader.readTuple(4) { (reader) throws(CBORError) -> Range<Int> in
            try reader.skip()
            let start = reader.offset
            try reader.skip()
            let end = reader.offset
            try reader.skip()
            try reader.skip()
            return start..<end
        }
        for position in whole.indices where !unprotected.contains(position) {
            var changed = whole
            changed[position] ^= 0x01
            let verified: Bool
            if let sign1 = try? COSEFixture.decode(changed) {
                verified = (try? sign1.verify(with: key)) != nil
            } else {
                verified = false
            }
            #expect(!verified, "byte \(position)")
        }
    }

    @Test("An algorithm in the unprotected header is refused, although the signature itself is right")
    func unprotectedAlgorithm() throws {
        let example = try COSEExample("sign1-tests/sign-pass-01")
        let key = try example.verificationKey()
        let sign1 = try example.sign1()
        #expect(throws: COSEFault.algorithmUnprotected) { try sign1.verify(with: key) }
        let message = COSESign1.signedStructure(protected: [], payload: try #require(sign1.payload).bytes)
        #expect(message == example.toBeSigned)
        #expect(throws: Never.self) { try key.verify(sign1.signature, over: message, algorithm: .es256) }
    }

    @Test("A signature over external data verifies with that data only, which no mdoc structure has")
    func externalData() throws {
        let example = try COSEExample("sign1-tests/sign-pass-02")
        let key = try example.verificationKey()
        let sign1 = try example.sign1()
        let payload = try #require(sign1.payload)
        #expect(throws: COSEFault.signatureInvalid) { try sign1.verify(with: key) }
        let message = COSESign1.signedStructure(
            protected: sign1.headers.protected.bytes, externalData: try #require(example.external), payload: payload.bytes)
        #expect(message == example.toBeSigned)
        #expect(throws: Never.self) { try key.verify(sign1.signature, over: message, algorithm: .es256) }
    }

    @Test("ES512 with a key on P-256 is legal COSE and refused here: the algorithm does not belong to the key")
    func algorithmOfAnotherCurve() throws {
        let example = try COSEExample("ecdsa-examples/ecdsa-sig-04")
        let key = try example.verificationKey()
        #expect(throws: COSEFault.algorithmKeyMismatch(algorithm: "ES512", key: "P-256")) { try example.sign1().verify(with: key) }
    }

    @Test("A key on Ed448 is reported as unsupported by its name, not as invalid")
    func ed448() throws {
        let example = try COSEExample("eddsa-examples/eddsa-sig-02")
        #expect(throws: COSEFault.keyUnsupported("Ed448")) { _ = try example.verificationKey() }
    }

    @Test("The keys of the examples make the signatures again, where signing is deterministic")
    func deterministicSignature() throws {
        let example = try COSEExample("eddsa-examples/eddsa-sig-01")
        let key = SigningKey.ed25519(try Curve25519.Signing.PrivateKey(rawRepresentation: example.privateKey()))
        #expect(key.verificationKey.coseKey == (try example.coseKey()))
        let signature = try key.signature(over: example.toBeSigned)
        #expect(throws: Never.self) { try key.verificationKey.verify(ByteSlice(signature), over: example.toBeSigned, algorithm: .edDSA) }
    }

    // MARK: MACs

    @Test("HMAC 256/256 with the algorithm in the protected header verifies", arguments: ["mac0-tests/HMac-01", "hmac-examples/HMac-enc-01"])
    func mac0(name: String) throws {
        let example = try COSEExample(name)
        let mac = try example.mac0()
        #expect(throws: Never.self) { try mac.verify(with: example.symmetricKey()) }
        #expect(throws: COSEFault.signatureInvalid) { try mac.verify(with: SymmetricKey(data: [UInt8](repeating: 0, count: 32))) }
        #expect(COSEMac0.authenticatedStructure(protected: mac.headers.protected.bytes, payload: try #require(mac.payload).bytes) == example.toBeMACed)
        let key = try example.symmetricKey()
        InteropCell.seen("COSE working group", ("verified", (try? mac.verify(with: key)) != nil))
    }

    @Test("A wrong tag is refused")
    func wrongTag() throws {
        let example = try COSEExample("hmac-examples/HMac-enc-04")
        #expect(throws: COSEFault.signatureInvalid) { try example.mac0().verify(with: example.symmetricKey()) }
    }

    @Test("A MAC with the algorithm in the unprotected header is refused, although the tag itself is right", arguments: ["mac0-tests/mac-pass-01", "mac0-tests/mac-pass-02", "mac0-tests/mac-pass-03"])
    func unprotectedMacAlgorithm(name: String) throws {
        let example = try COSEExample(name)
        let mac = try example.mac0()
        #expect(throws: COSEFault.algorithmUnprotected) { try mac.verify(with: example.symmetricKey()) }
        // mac-pass-02 is the one with external data.
        #expect((example.external != nil) == name.hasSuffix("02"))
        let message = COSEMac0.authenticatedStructure(
            protected: [], externalData: example.external ?? [], payload: try #require(mac.payload).bytes)
        #expect(message == example.toBeMACed)
        #expect(HMAC<SHA256>.isValidAuthenticationCode(mac.tag.bytes, authenticating: message, using: try example.symmetricKey()))
    }

    @Test("Every other HMAC is refused as not allowed", arguments: [("HMac-enc-02", 6), ("HMac-enc-03", 7), ("HMac-enc-05", 4)])
    func otherMacs(name: String, algorithm: Int64) throws {
        let example = try COSEExample("hmac-examples/" + name)
        #expect(throws: COSEFault.algorithmNotAllowed(algorithm)) { try example.mac0().verify(with: example.symmetricKey()) }
    }

    @Test("COSE_Mac, which has recipients, is not a COSE_Mac0", arguments: ["HMac-01", "HMac-02", "HMac-03", "HMac-04", "HMac-05"])
    func macWithRecipients(name: String) throws {
        let example = try COSEExample("hmac-examples/" + name)
        let error = #expect(throws: CBORError.self) { _ = try example.mac0() }
        #expect(error?.code == .invalidValue)
    }
}

/// One file of the collection.
struct COSEExample {
    private struct File: Decodable {
        struct Input: Decodable {
            struct Part: Decodable {
                let key: [String: String]?
                let external: String?
                let recipients: [Recipient]?
            }
            struct Recipient: Decodable { let key: [String: String] }
            let sign0: Part?
            let mac0: Part?
            let mac: Part?
        }
        struct Intermediates: Decodable {
            let ToBeSign_hex: String?
            let ToMac_hex: String?
        }
        struct Output: Decodable { let cbor: String }
        let input: Input
        let intermediates: Intermediates
        let output: Output
    }

    private let file: File
    /// The structure without its tag, as mdoc structures carry it.
    let untagged: [UInt8]

    init(_ name: String) throws {
        file = try Vectors.json("cose/\(name).json")
        let bytes = Hex.bytes(file.output.cbor)
        var reader = try CBORReader(bytes)
        if try reader.peekKind() == .tag { _ = try reader.readTag() }
        untagged = Array(bytes[reader.offset...])
    }

    private var part: File.Input.Part { get throws { try #require(file.input.sign0 ?? file.input.mac0 ?? file.input.mac) } }

    var toBeSigned: [UInt8] { file.intermediates.ToBeSign_hex.map(Hex.bytes) ?? [] }
    var toBeMACed: [UInt8] { file.intermediates.ToMac_hex.map(Hex.bytes) ?? [] }
    var external: [UInt8]? { (try? part.external).map(Hex.bytes) }

    func sign1() throws -> COSESign1 { try COSEFixture.decode(untagged) }
    func mac0() throws -> COSEMac0 { try COSEFixture.decodeMac(untagged) }

    func symmetricKey() throws -> SymmetricKey {
        let key = try #require(try part.recipients?.first?.key["k"])
        return SymmetricKey(data: try Vectors.base64(key))
    }

    func privateKey() throws -> [UInt8] { try coordinate("d") }

    func verificationKey() throws -> VerificationKey { try coseKey().verificationKey() }

    func coseKey() throws -> COSEKey {
        let curve: Int64
        switch try #require(try part.key?["crv"]) {
        case "P-256": curve = 1
        case "P-384": curve = 2
        case "P-521": curve = 3
        case "Ed25519": curve = 6
        case "Ed448": curve = 7
        case let other: throw Vectors.Unreadable(other)
        }
        var entries: [(Int64, CBORValue)] = [(1, .unsigned(curve < 4 ? 2 : 1)), (-1, .integer(curve)), (-2, .bytes(try coordinate("x")))]
        if curve < 4 { entries.append((-3, .bytes(try coordinate("y")))) }
        return try COSEFixture.key(entries)
    }

    private func coordinate(_ name: String) throws -> [UInt8] {
        let key = try #require(try part.key)
        if let hex = key[name + "_hex"] { return Hex.bytes(hex) }
        return try Vectors.base64(try #require(key[name]))
    }
}
