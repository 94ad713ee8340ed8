import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import Testing
import VectorSupport

/// Annex A of the protocol reference: one exchange with every byte written down.
@Suite("Worked bytes", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
struct WorkedBytesTests {
    private let vector: ExchangeVector
    private let requestBytes: [UInt8]
    private let request: DeviceRequest
    private let transcript: SessionTranscript

    init() throws {
        vector = try ExchangeVector("annex-c/webkit-iso18013-7-reference-request.json")
        requestBytes = try #require(Base64URL.decode(vector.text("deviceRequest")))
        request = try DeviceRequest(requestBytes)
        transcript = SessionTranscript(.annexC(encryptionInfo: try vector.text("encryptionInfo"), origin: try Origin("https://gov.example.com")))
    }

    private func sha256(_ bytes: [UInt8]) -> String { Hex.text(SHA256.hash(data: bytes)) }

    @Test("A.1: the request is decoded, and encoded again it has the same 136 bytes")
    func deviceRequest() throws {
        #expect(requestBytes.count == 136)
        #expect(request.version == "1.0")
        let items = try #require(request.docRequests.first).itemsRequest
        #expect(items.docType == .mobileDrivingLicence)
        #expect(items.elements == [
            .init(ElementReference(.mobileDrivingLicence, "family_name"), intentToRetain: false),
            .init(ElementReference(.mobileDrivingLicence, "document_number"), intentToRetain: false),
        ])
        #expect(request.docRequests[0].encodedItemsRequest.content.count == 92)
        #expect(DeviceRequest.encode(items: [(DeviceRequest.encodeItems(items), nil)], info: nil, readerAuthAll: []) == requestBytes)
    }

    @Test("A.2: the encryption information and the transcript")
    func encryptionInfo() throws {
        let text = try vector.text("encryptionInfo")
        #expect(text.utf8.count == 167)
        let info = try EncryptionInfo(text: text)
        #expect(Hex.text(info.nonce.array) == "b93051f726d8c8cc47939f3abec046b7")
        let key = try vector.privateKey(hex: "recipientPrivateKeyHex")
        #expect(info.recipientKey == COSEKey(key.publicKey))
        #expect(Base64URL.encode(EncryptionInfo.encode(nonce: info.nonce.array, recipientKey: key.publicKey)) == text)
        #expect(Hex.text(transcript.encoded) == "83f6f6826564636170695820" + "bb0cfc9bfc1470032e38c2c31197fe3aefec3d3e9cc2aa700f61cccdf09b69ae")
        #expect(sha256(transcript.encoded) == "fe248792f6ddf80abc3fdec2a300285edb00600d1a221fcb3b31ded308381b64")
    }

    @Test("A.3: what the device signs")
    func deviceAuthentication() {
        let bytes = DeviceAuthentication(transcript: transcript, docType: .mobileDrivingLicence, nameSpaces: DeviceSigned.emptyNameSpaces).bytes
        #expect(bytes.count == 96)
        #expect(Hex.text(bytes.prefix(4)) == "d818585c")
        let structure = COSESign1.signedStructure(protected: [0xa1, 0x01, 0x26], payload: bytes[...])
        #expect(structure.count == 115)
        #expect(Hex.text(structure.prefix(23)) == "846a5369676e61747572653143a10126405860d818585c")
        #expect(sha256(structure) == "3315652a4695980c0772cd00d4f6b9ef687d83bbdbf91d72d2cbb77cddfa53f0")
    }

    @Test("What the device signs is one whole to whoever checks it: signed as its bytes it holds, and a carried copy must agree with every piece of it")
    func piecesOfDeviceAuthentication() throws {
        let key = SigningKey.generate(.p256)
        let content = DeviceAuthentication(transcript: transcript, docType: .mobileDrivingLicence, nameSpaces: DeviceSigned.emptyNameSpaces)
        let bytes = content.bytes
        #expect(content.byteCount == bytes.count)
        func signature(over signed: [UInt8], isDetached: Bool) throws -> COSESign1 {
            var reader = try CBORReader(COSESign1.encode(signing: signed, isDetached: isDetached, with: key))
            return try COSESign1(from: &reader)
        }
        for isDetached in [true, false] {
            let signature = try signature(over: bytes, isDetached: isDetached)
            #expect(throws: Never.self) { try signature.verify(detached: content, with: key.verificationKey) }
            #expect(throws: Never.self) { try signature.verify(detached: bytes, with: key.verificationKey) }
        }
        let others = bytes.indices.map { index in bytes.enumerated().map { $0.offset == index ? $0.element ^ 1 : $0.element } }
        for other in others + [bytes + [0], bytes.dropLast(), []] {
            let carried = try signature(over: other, isDetached: false)
            #expect(throws: COSEFault.payloadDiffers) { try carried.verify(detached: content, with: key.verificationKey) }
            let detached = try signature(over: other, isDetached: true)
            #expect(throws: COSEFault.signatureInvalid) { try detached.verify(detached: content, with: key.verificationKey) }
        }
    }

    @Test("What the device signs declares its own length, however long the document's type is", arguments: [1, 23, 24, 215, 216, 255, 256])
    func lengthOfDeviceAuthentication(typeBytes: Int) throws {
        let docType = DocType(rawValue: String(repeating: "t", count: typeBytes))
        let bytes = DeviceAuthentication(transcript: transcript, docType: docType, nameSpaces: DeviceSigned.emptyNameSpaces).bytes
        var content = CBORWriter()
        content.array(4)
        content.text("DeviceAuthentication")
        content.encoded(transcript.encoded)
        content.text(docType.rawValue)
        content.encoded(DeviceSigned.emptyNameSpaces.encoded)
        #expect(bytes == EmbeddedCBOR(wrapping: content.bytes).encoded.array)
    }

    @Test("A.3: what the reader signs, for one document and for the whole")
    func readerAuthentication() {
        let items = request.docRequests[0].encodedItemsRequest
        let one = ReaderAuthentication.bytes(transcript: transcript, items: items)
        #expect(one.count == 166)
        #expect(sha256(one) == "044d2992966843602e3ca38cd386f5129584e1352f886bc76f90a203e27d41b2")
        let all = ReaderAuthentication.allBytes(transcript: transcript, items: [items], info: nil)
        #expect(all.count == 171)
        #expect(Hex.text(all.prefix(5)) == "d81858a784")
        #expect(all.last == 0xf6)
        #expect(sha256(all) == "4a3e92650d86d84fc1e65c84377114f67711c78d56bbbf6e2127e601aa822ee7")
    }

    @Test("A.3: with information about the request, its embedded bytes take the place of null")
    func readerAuthenticationAllWithInfo() throws {
        let items = request.docRequests[0].encodedItemsRequest
        let info = try #require(DeviceRequest.encodeInfo(useCases: [UseCase(isMandatory: true, documentSets: [[0]])]))
        let bytes = ReaderAuthentication.allBytes(transcript: transcript, items: [items, items], info: info)
        var reader = try CBORReader(bytes)
        var content = try reader.readEmbedded().reader()
        try content.readTuple(4) { (reader) throws(CBORError) in
            _ = try reader.readText()
            try reader.skip()
            try reader.readArray { (_, _) throws(CBORError) in }
            _ = try reader.readEmbedded()
        }
        #expect(bytes.suffix(info.encoded.count) == info.encoded.array[...])
    }

    @Test(
        "A.4: the key and the nonce under which the answer was sealed",
        arguments: [
            ("waltid-deterministic-001", "330e12a083694edc6aa62d98a4ad64ea", "b51914dd98717ac757e5abdd"),
            ("android-multipaz-endtoend-2025", "0d416650cb8c49be7da2c3f821185041", "8268537606ed46a3ac60a49b"),
        ])
    func keySchedule(name: String, key: String, baseNonce: String) throws {
        let exchange = try AnnexCExchange(name)
        let response = try EncryptedResponse(exchange.encryptedResponse)
        let encapsulated = try P256.KeyAgreement.PublicKey(x963Representation: response.encapsulatedKey.array)
        let schedule = try HPKEKeySchedule(
            secret: try exchange.privateKey.sharedSecretFromKeyAgreement(with: encapsulated), encapsulatedKey: response.encapsulatedKey.bytes,
            recipientKey: RecipientKey(exchange.privateKey).publicKey, info: exchange.transcript.encoded)
        #expect(schedule.key.withUnsafeBytes { Hex.text($0) } == key)
        #expect(Hex.text([UInt8](schedule.baseNonce)) == baseNonce)
        let box = try AES.GCM.SealedBox(
            nonce: schedule.baseNonce, ciphertext: response.cipherText.array.dropLast(16),
            tag: response.cipherText.array.suffix(16))
        #expect(try [UInt8](AES.GCM.open(box, using: schedule.key)) == exchange.open())
    }
}

/// A recorded exchange of Annex C with the website's private key.
struct AnnexCExchange {
    let encryptionInfo: String
    let origin: Origin
    let encryptedResponse: [UInt8]
    let privateKey: P256.KeyAgreement.PrivateKey

    init(_ name: String) throws {
        let vector = try ExchangeVector("annex-c/\(name).json")
        origin = try Origin(vector.text("origin"))
        if vector.has("encryptedResponseB64") {
            encryptionInfo = try vector.text("encryptionInfoB64")
            encryptedResponse = try #require(Base64URL.decode(vector.text("encryptedResponseB64")))
            privateKey = try vector.privateKey(hex: "recipientPrivateKeyHex")
        } else {
            encryptionInfo = try vector.text("encryptionInfo_b64url")
            encryptedResponse = try #require(Base64URL.decode(vector.text("credential", "data", "response")))
            privateKey = try P256.KeyAgreement.PrivateKey(rawRepresentation: Vectors.base64(vector.text("recipientPrivateJwk", "d")))
        }
    }

    var transcript: SessionTranscript { SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin)) }

    func open(
        transcript other: SessionTranscript? = nil, key: P256.KeyAgreement.PrivateKey? = nil, changing position: Int? = nil
    ) throws -> [UInt8]? {
        let response = try EncryptedResponse(encryptedResponse)
        var cipherText = response.cipherText.array
        if let position { cipherText[position] ^= 1 }
        return ResponseEncryption.open(
            cipherText[...], encapsulatedKey: response.encapsulatedKey.bytes, with: RecipientKey(key ?? privateKey), transcript: other ?? transcript)
    }
}
