import CBOR
import COSE
import Crypto
import MobileDocument
import Testing
import VectorSupport

@Suite("Annex C structures")
struct AnnexCTests {
    private let nonce = CBORValue.bytes([UInt8](repeating: 7, count: 16))
    private let point = [0x04] + [UInt8](repeating: 9, count: 64)

    private func info(_ map: CBORValue, marker: CBORValue = .text("dcapi")) throws -> EncryptionInfo {
        try EncryptionInfo(CBORValue.array([marker, map]).encoded)
    }

    private var goodInfo: CBORValue { .textMap(["nonce": nonce, "recipientPublicKey": Fixture.deviceKey]) }

    private func response(_ map: CBORValue, marker: CBORValue = .text("dcapi")) throws -> EncryptedResponse {
        try EncryptedResponse(CBORValue.array([marker, map]).encoded)
    }

    private var goodResponse: CBORValue { .textMap(["enc": .bytes(point), "cipherText": .bytes([UInt8](repeating: 1, count: 20))]) }

    // MARK: EncryptionInfo

    @Test("Encryption information survives encoding, in the emitted order and as text")
    func encryptionInfo() throws {
        let key = P256.KeyAgreement.PrivateKey().publicKey
        let bytes = EncryptionInfo.encode(nonce: [UInt8](0..<16), recipientKey: key)
        #expect(Hex.text(bytes.prefix(32)) == "82656463617069a2656e6f6e636550" + "000102030405060708090a0b0c0d0e0f" + "72")
        for info in [try EncryptionInfo(bytes), try EncryptionInfo(text: Base64URL.encode(bytes))] {
            #expect(info.nonce.array == [UInt8](0..<16))
            #expect(info.recipientKey == COSEKey(key))
            #expect(try info.recipientKey.keyAgreementKey().x963Representation == key.x963Representation)
        }
    }

    @Test("The members come in either order, and unknown ones are ignored")
    func infoOrder() throws {
        #expect(try info(.map(goodInfo.entries.reversed())).nonce.count == 16)
        #expect(try info(goodInfo.with("new", .null)).nonce.count == 16)
    }

    @Test("A nonce has at least 16 bytes", arguments: [(0, false), (15, false), (16, true), (32, true), (64, true)])
    func nonceLength(length: Int, isAccepted: Bool) throws {
        let map = goodInfo.with("nonce", .bytes([UInt8](repeating: 1, count: length)))
        if isAccepted {
            #expect(try info(map).nonce.count == length)
        } else {
            expectCBORError(.invalidValue) { _ = try info(map) }
        }
    }

    @Test("Encryption information of another shape is refused")
    func infoShape() {
        for member in ["nonce", "recipientPublicKey"] { expectCBORError(.missingMember, "\(member)") { _ = try info(goodInfo.without(member)) } }
        expectCBORError(.unexpectedType) { _ = try info(goodInfo.with("nonce", .text("x"))) }
        expectCBORError(.unexpectedType) { _ = try info(goodInfo.with("recipientPublicKey", .bytes([]))) }
        expectCBORError(.invalidValue, "marker") { _ = try info(goodInfo, marker: .text("dcAPI")) }
        expectCBORError(.unexpectedType, "marker") { _ = try info(goodInfo, marker: .null) }
        expectCBORError(.invalidValue, "three elements") { _ = try EncryptionInfo(CBORValue.array([.text("dcapi"), goodInfo, .null]).encoded) }
        expectCBORError(.trailingBytes) { _ = try EncryptionInfo(CBORValue.array([.text("dcapi"), goodInfo]).encoded + [0]) }
        expectCBORError(.duplicateKey) { _ = try info(.map(goodInfo.entries + goodInfo.entries.prefix(1))) }
    }

    @Test("Text that is not base64url without padding is refused", arguments: ["", "=", "gmVkY2FwaQ==", "gm+k", "A"])
    func infoText(text: String) {
        #expect(throws: CBORError.self) { _ = try EncryptionInfo(text: text) }
    }

    // MARK: EncryptedResponse

    @Test("A sealed answer survives encoding")
    func encryptedResponse() throws {
        let bytes = EncryptedResponse(encapsulatedKey: point, cipherText: [UInt8](repeating: 3, count: 40)).encoded
        #expect(Hex.text(bytes.prefix(14)) == "82656463617069a263656e635841")
        let again = try EncryptedResponse(bytes)
        #expect(again.encapsulatedKey.array == point)
        #expect(again.cipherText.array == [UInt8](repeating: 3, count: 40))
        #expect(try response(.map(goodResponse.entries.reversed())).cipherText.count == 20)
    }

    @Test("A member that is not known is refused: nothing but the key and the ciphertext belongs into an answer")
    func unknownResponseMember() {
        expectCBORError(.unexpectedMember) { _ = try response(goodResponse.with("new", .null)) }
    }

    @Test("The encapsulated key is a point of 65 bytes that begins with 04")
    func encapsulatedKey() {
        for key in [Array(point.dropLast()), point + [0], [0x02] + point.dropFirst(), [0x02] + [UInt8](repeating: 1, count: 32), []] {
            expectCBORError(.invalidValue) { _ = try response(goodResponse.with("enc", .bytes(key))) }
        }
    }

    @Test("A ciphertext is at least as long as its tag", arguments: [(0, false), (15, false), (16, true)])
    func cipherTextLength(length: Int, isAccepted: Bool) {
        let map = goodResponse.with("cipherText", .bytes([UInt8](repeating: 1, count: length)))
        if isAccepted {
            #expect(throws: Never.self) { _ = try response(map) }
        } else {
            expectCBORError(.invalidValue) { _ = try response(map) }
        }
    }

    @Test("A sealed answer of another shape is refused")
    func responseShape() {
        for member in ["enc", "cipherText"] { expectCBORError(.missingMember, "\(member)") { _ = try response(goodResponse.without(member)) } }
        expectCBORError(.unexpectedType) { _ = try response(goodResponse.with("enc", .text("x"))) }
        expectCBORError(.invalidValue, "marker") { _ = try response(goodResponse, marker: .text("")) }
        expectCBORError(.invalidValue, "one element") { _ = try EncryptedResponse(CBORValue.array([.text("dcapi")]).encoded) }
        expectCBORError(.trailingBytes) { _ = try EncryptedResponse(CBORValue.array([.text("dcapi"), goodResponse]).encoded + [0]) }
        expectCBORError(.duplicateKey) { _ = try response(.map(goodResponse.entries + goodResponse.entries.prefix(1))) }
        expectCBORError(.truncated) { _ = try EncryptedResponse([]) }
    }

    // MARK: Encryption

    @Test("What is sealed opens with the same key and transcript, and with nothing else")
    func sealing() throws {
        let key = P256.KeyAgreement.PrivateKey()
        let transcript = SessionTranscript(.annexC(encryptionInfo: "text", origin: try Origin("https://a")))
        let plaintext = Array("plaintext".utf8)
        let (encapsulated, cipherText) = try ResponseEncryption.seal(plaintext, to: key.publicKey, transcript: transcript)
        let sealed = cipherText
        func open(
            _ cipherText: [UInt8]? = nil, enc: [UInt8]? = nil, key otherKey: P256.KeyAgreement.PrivateKey? = nil,
            transcript other: SessionTranscript? = nil
        ) -> [UInt8]? {
            ResponseEncryption.open(
                (cipherText ?? sealed)[...], encapsulatedKey: (enc ?? encapsulated)[...], with: RecipientKey(otherKey ?? key), transcript: other ?? transcript)
        }
        #expect(encapsulated.count == 65)
        #expect(cipherText.count == plaintext.count + 16)
        #expect(open() == plaintext)
        #expect(open(key: P256.KeyAgreement.PrivateKey()) == nil)
        #expect(open(transcript: SessionTranscript(.annexC(encryptionInfo: "text", origin: try Origin("https://b")))) == nil)
        #expect(open(transcript: SessionTranscript(.annexC(encryptionInfo: "texT", origin: try Origin("https://a")))) == nil)
        for position in cipherText.indices {
            var changed = cipherText
            changed[position] ^= 1
            #expect(open(changed) == nil, "byte \(position)")
        }
        #expect(open(Array(cipherText.dropLast())) == nil)
        #expect(open([]) == nil)
        #expect(open(enc: []) == nil)
        #expect(open(enc: Array(encapsulated.dropLast())) == nil)
        #expect(open(enc: [0x04] + [UInt8](repeating: 0, count: 64)) == nil, "not on the curve")
    }

    @Test("Two answers to one request have nothing in common")
    func freshKeys() throws {
        let key = P256.KeyAgreement.PrivateKey().publicKey
        let transcript = SessionTranscript(.annexC(encryptionInfo: "text", origin: try Origin("https://a")))
        let first = try ResponseEncryption.seal([1, 2, 3], to: key, transcript: transcript)
        let second = try ResponseEncryption.seal([1, 2, 3], to: key, transcript: transcript)
        #expect(first.encapsulatedKey != second.encapsulatedKey)
        #expect(first.cipherText != second.cipherText)
    }
}
