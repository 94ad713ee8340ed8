import CBOR
import COSE
import Crypto
import Testing
import VectorSupport

@Suite("COSE_Sign1")
struct Sign1Tests {
    private let payload = COSEFixture.payload

    // MARK: Round trip

    @Test("A signature verifies after encoding and decoding, with a carried and with a detached payload", arguments: EllipticCurve.allCases)
    func roundTrip(curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let attached = try COSEFixture.decode(COSESign1.encode(signing: payload, isDetached: false, with: key))
        #expect(attached.payload?.array == payload)
        #expect(attached.signature.count == curve.signatureBytes)
        #expect(throws: Never.self) { try attached.verify(with: key.verificationKey) }
        let detached = try COSEFixture.decode(COSESign1.encode(signing: payload, isDetached: true, with: key))
        #expect(detached.payload == nil)
        #expect(throws: Never.self) { try detached.verify(detached: payload, with: key.verificationKey) }
    }

    @Test("Another key, another payload or another header does not verify", arguments: EllipticCurve.allCases)
    func changes(curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let encoded = try COSESign1.encode(signing: payload, isDetached: true, with: key)
        let sign1 = try COSEFixture.decode(encoded)
        #expect(throws: COSEFault.signatureInvalid) { try sign1.verify(detached: payload, with: SigningKey.generate(curve).verificationKey) }
        #expect(throws: COSEFault.signatureInvalid) { try sign1.verify(detached: payload + [0], with: key.verificationKey) }
        let otherHeader = try COSEFixture.decode(
            COSEFixture.structure(
                protected: COSEFixture.header(algorithm: key.algorithm.rawValue, [(.integer(4), .null)]), payload: .null, last: sign1.signature.array))
        #expect(throws: COSEFault.signatureInvalid) { try otherHeader.verify(detached: payload, with: key.verificationKey) }
    }

    @Test("Every single bit of the signature counts", arguments: [EllipticCurve.p256, .ed25519])
    func signatureBits(curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let encoded = try COSESign1.encode(signing: payload, isDetached: true, with: key)
        let start = encoded.count - curve.signatureBytes
        for position in start..<encoded.count {
            var changed = encoded
            changed[position] ^= 0x10
            let sign1 = try COSEFixture.decode(changed)
            #expect(throws: COSEFault.signatureInvalid, "byte \(position)") { try sign1.verify(detached: payload, with: key.verificationKey) }
        }
    }

    @Test("A payload that is carried where ours is meant must be the very same, whatever the signature says")
    func attachedForDetached() throws {
        let sign1 = try COSEFixture.decode(COSESign1.encode(signing: payload, isDetached: false, with: TestKey.p256))
        #expect(throws: Never.self) { try sign1.verify(detached: payload, with: TestKey.p256.verificationKey) }
        for other in [payload + [0], Array(payload.dropLast()), [], payload.map { $0 ^ 1 }] {
            #expect(throws: COSEFault.payloadDiffers) { try sign1.verify(detached: other, with: TestKey.p256.verificationKey) }
        }
        // Carried as an empty byte string, which is not detached.
        let empty = try COSEFixture.decode(
            COSEFixture.structure(protected: COSEFixture.header(algorithm: -7), payload: .bytes([]), last: sign1.signature.array))
        #expect(throws: COSEFault.payloadDiffers) { try empty.verify(detached: payload, with: TestKey.p256.verificationKey) }
    }

    @Test("A detached payload is missing where a carried one is required")
    func detachedForAttached() throws {
        let sign1 = try COSEFixture.decode(COSESign1.encode(signing: payload, isDetached: true, with: TestKey.p256))
        #expect(throws: COSEFault.payloadMissing) { try sign1.verify(with: TestKey.p256.verificationKey) }
    }

    // MARK: Bytes

    @Test("The signed structure is an array of context, protected header, external data and payload")
    func signedStructure() {
        let bytes = COSESign1.signedStructure(protected: [0xa1, 0x01, 0x26], payload: [0xd8, 0x18, 0x41, 0x00])
        #expect(Hex.text(bytes) == "846a5369676e6174757265314" + "3a10126" + "40" + "44d8184100")
    }

    @Test("The encoding is that of mdocs: no tag, the algorithm protected, the chain not")
    func encoding() throws {
        let none = try COSESign1.encode(signing: [1], isDetached: true, with: TestKey.p256)
        #expect(Hex.text(none.prefix(9)) == "8443a10126a0f65840")
        #expect(none.count == 9 + 64)
        let one = try COSESign1.encode(signing: [1], isDetached: false, chain: [[0xaa]], with: TestKey.p256)
        #expect(Hex.text(one.prefix(14)) == "8443a10126a1182141aa41015840")
        let two = try COSESign1.encode(signing: [1], isDetached: true, chain: [[0xaa], [0xbb]], with: TestKey.p256)
        #expect(Hex.text(two.prefix(16)) == "8443a10126a118218241aa41bbf65840")
    }

    // MARK: Lengths

    @Test("A signature of any other length is refused by its length", arguments: EllipticCurve.allCases)
    func lengths(curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let expected = curve.signatureBytes
        for length in [0, 1, expected - 1, expected + 1, expected * 2] {
            let sign1 = try COSEFixture.decode(
                COSEFixture.structure(
                    protected: COSEFixture.header(algorithm: key.algorithm.rawValue), last: [UInt8](repeating: 1, count: length)))
            #expect(throws: COSEFault.signatureLength(length, expected: expected)) { try sign1.verify(with: key.verificationKey) }
        }
    }

    @Test("A DER signature is refused: COSE has raw r and s")
    func derSignatures() throws {
        let message = COSESign1.signedStructure(protected: COSEFixture.header(algorithm: -7)[...], payload: payload[...])
        guard case .p256(let key) = TestKey.p256 else { Issue.record("no key"); return }
        let der = try key.signature(for: message).derRepresentation
        let sign1 = try COSEFixture.decode(COSEFixture.structure(protected: COSEFixture.header(algorithm: -7), last: [UInt8](der)))
        #expect(throws: COSEFault.signatureLength(der.count, expected: 64)) { try sign1.verify(with: TestKey.p256.verificationKey) }
    }

    @Test("Zero, and numbers not below the order, are no signature", arguments: [UInt8(0x00), 0xff], EllipticCurve.allCases)
    func outOfRange(byte: UInt8, curve: EllipticCurve) throws {
        let key = TestKey.on(curve)
        let sign1 = try COSEFixture.decode(
            COSEFixture.structure(
                protected: COSEFixture.header(algorithm: key.algorithm.rawValue), last: [UInt8](repeating: byte, count: curve.signatureBytes)))
        #expect(throws: COSEFault.signatureInvalid) { try sign1.verify(with: key.verificationKey) }
    }

    @Test("Both of the two possible values of s verify; low s is not required")
    func highS() throws {
        let order = Hex.bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let sign1 = try COSEFixture.sign1(protected: COSEFixture.header(algorithm: -7))
        let s = Array(sign1.signature.array[32...])
        var negated = [UInt8](repeating: 0, count: 32)
        var borrow = 0
        for index in (0..<32).reversed() {
            let difference = Int(order[index]) - Int(s[index]) - borrow
            borrow = difference < 0 ? 1 : 0
            negated[index] = UInt8(truncatingIfNeeded: difference)
        }
        #expect(negated != s)
        let other = try COSEFixture.decode(
            COSEFixture.structure(
                protected: COSEFixture.header(algorithm: -7), last: Array(sign1.signature.array[..<32]) + negated))
        #expect(throws: Never.self) { try sign1.verify(with: TestKey.p256.verificationKey) }
        #expect(throws: Never.self) { try other.verify(with: TestKey.p256.verificationKey) }
    }

    // MARK: Shape

    @Test(
        "What is not an array of protected header, map, payload and signature is refused",
        arguments: [
            ("83 40 a0 f6", CBORError.Code.invalidValue), ("85 40 a0 f6 40 40", .invalidValue), ("d2 84 40 a0 f6 40", .unexpectedType),
            ("84 a0 a0 f6 40", .unexpectedType), ("84 40 80 f6 40", .unexpectedType), ("84 40 a0 f7 40", .unexpectedType),
            ("84 40 a0 80 40", .unexpectedType), ("84 40 a0 f6 60", .unexpectedType), ("84 40 a0 f6 f6", .unexpectedType),
            ("84 40 a0 f6 40 00", .trailingBytes), ("84 40 a0 f6", .truncated), ("9f 40 a0 f6 40 ff", .indefiniteLength), ("a0", .unexpectedType),
            ("84 5f 40 ff a0 f6 40", .indefiniteLength),
        ])
    func shapes(hex: String, code: CBORError.Code) {
        let sign1 = #expect(throws: CBORError.self) { _ = try COSEFixture.decode(Hex.bytes(hex)) }
        #expect(sign1?.code == code)
        let mac = #expect(throws: CBORError.self) { _ = try COSEFixture.decodeMac(Hex.bytes(hex)) }
        #expect(mac?.code == code)
    }

    @Test("An empty structure of the right shape is read, and verifies nothing")
    func emptyStructure() throws {
        let sign1 = try COSEFixture.decode(Hex.bytes("84 40 a0 40 40"))
        #expect(sign1.payload?.isEmpty == true)
        #expect(throws: COSEFault.algorithmMissing) { try sign1.verify(with: TestKey.p256.verificationKey) }
    }
}
