import CBOR
import COSE
import Crypto
import Testing
import VectorSupport

@Suite("COSE_Mac0")
struct Mac0Tests {
    private let payload = COSEFixture.payload
    private let key = SymmetricKey(data: [UInt8](repeating: 7, count: 32))

    private func tag(protected: [UInt8]) -> [UInt8] {
        [UInt8](HMAC<SHA256>.authenticationCode(for: COSEMac0.authenticatedStructure(protected: protected[...], payload: payload[...]), using: key))
    }

    @Test("A detached MAC verifies after encoding and decoding, and in the encoding of mdocs")
    func roundTrip() throws {
        let encoded = COSEMac0.encode(authenticating: payload, with: key)
        #expect(Hex.text(encoded.prefix(9)) == "8443a10105a0f65820")
        let mac = try COSEFixture.decodeMac(encoded)
        #expect(throws: Never.self) { try mac.verify(detached: payload, with: key) }
    }

    @Test("The authenticated structure is an array of context, protected header, external data and payload")
    func authenticatedStructure() {
        let bytes = COSEMac0.authenticatedStructure(protected: [0xa1, 0x01, 0x05], payload: [0x00])
        #expect(Hex.text(bytes) == "84644d414330" + "43a10105" + "40" + "4100")
    }

    @Test("Another key, another payload or any changed byte of the tag is refused")
    func changes() throws {
        let encoded = COSEMac0.encode(authenticating: payload, with: key)
        let mac = try COSEFixture.decodeMac(encoded)
        #expect(throws: COSEFault.signatureInvalid) { try mac.verify(detached: payload + [0], with: key) }
        #expect(throws: COSEFault.signatureInvalid) { try mac.verify(detached: payload, with: SymmetricKey(data: [UInt8](repeating: 8, count: 32))) }
        for position in (encoded.count - 32)..<encoded.count {
            var changed = encoded
            changed[position] ^= 0x80
            let other = try COSEFixture.decodeMac(changed)
            #expect(throws: COSEFault.signatureInvalid, "byte \(position)") { try other.verify(detached: payload, with: key) }
        }
    }

    @Test("A truncated tag is refused by its length, even a right beginning", arguments: [0, 8, 16, 31, 33])
    func tagLength(length: Int) throws {
        let protected = COSEFixture.header(algorithm: 5)
        let right = tag(protected: protected) + [0]
        let mac = try COSEFixture.decodeMac(COSEFixture.structure(protected: protected, last: Array(right.prefix(length))))
        #expect(throws: COSEFault.signatureLength(length, expected: 32)) { try mac.verify(with: key) }
    }

    @Test("A carried payload must be the one both sides made; where one must be carried, none is missing")
    func detachment() throws {
        let protected = COSEFixture.header(algorithm: 5)
        let attached = try COSEFixture.decodeMac(COSEFixture.structure(protected: protected, last: tag(protected: protected)))
        #expect(throws: Never.self) { try attached.verify(with: key) }
        #expect(throws: Never.self) { try attached.verify(detached: payload, with: key) }
        #expect(throws: COSEFault.payloadDiffers) { try attached.verify(detached: payload + [0], with: key) }
        #expect(throws: COSEFault.payloadDiffers) { try attached.verify(detached: [], with: key) }
        let detached = try COSEFixture.decodeMac(COSEMac0.encode(authenticating: payload, with: key))
        #expect(throws: COSEFault.payloadMissing) { try detached.verify(with: key) }
    }

    @Test("A signature algorithm does not belong to a MAC", arguments: COSEAlgorithm.allCases.filter { $0 != .hmac256 })
    func signatureAlgorithms(algorithm: COSEAlgorithm) throws {
        let protected = COSEFixture.header(algorithm: algorithm.rawValue)
        let mac = try COSEFixture.decodeMac(COSEFixture.structure(protected: protected, last: tag(protected: protected)))
        #expect(throws: COSEFault.algorithmKeyMismatch(algorithm: algorithm.name, key: "a MAC key")) { try mac.verify(with: key) }
    }

    @Test("The header rules are those of signatures: missing, unprotected, critical, in both")
    func headerRules() throws {
        for (protected, unprotected, fault) in [
            ([], [], COSEFault.algorithmMissing),
            ([], [(.integer(1), .integer(5))], .algorithmUnprotected),
            (COSEFixture.header(algorithm: 5), [(.integer(1), .integer(5))], .labelInBothHeaders(1)),
            (COSEFixture.header(algorithm: 5, [(.integer(2), .array([.integer(9)]))]), [], .criticalHeader),
        ] as [([UInt8], [(CBORValue, CBORValue)], COSEFault)] {
            let mac = try COSEFixture.decodeMac(
                COSEFixture.structure(protected: protected, unprotected: unprotected, last: tag(protected: protected)))
            #expect(throws: fault) { try mac.verify(with: key) }
        }
    }
}
