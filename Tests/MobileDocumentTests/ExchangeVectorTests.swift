import CBOR
import COSE
import Crypto
import Foundation
import MobileDocument
import Testing
import VectorSupport

@Suite("Recorded exchanges", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
struct ExchangeVectorTests {
    // MARK: Annex C

    @Test("The deterministic exchange opens to the shortest response")
    func deterministic() throws {
        let vector = try ExchangeVector("annex-c/waltid-deterministic-001.json")
        let exchange = try AnnexCExchange("waltid-deterministic-001")
        #expect(Hex.text(exchange.transcript.hash) == (try vector.text("expected", "sessionTranscriptCborSha256Hex")))
        let plaintext = try #require(try exchange.open())
        #expect(Hex.text(plaintext) == "a26776657273696f6e63312e306673746174757300")
        #expect(Hex.text(SHA256.hash(data: plaintext)) == (try vector.text("expected", "deviceResponseCborSha256Hex")))
        let request = try DeviceRequest(#require(Base64URL.decode(vector.text("deviceRequestB64"))))
        #expect(request.docRequests.map(\.itemsRequest.docType.rawValue) == [try vector.text("expected", "docType")])
        #expect(request.docRequests[0].itemsRequest.elements.map(\.reference.identifier.rawValue) == [try vector.text("expected", "requestedElement")])
        #expect(try COSEKey(exchange.privateKey.publicKey) == EncryptionInfo(text: exchange.encryptionInfo).recipientKey)
        #expect(try EncryptedResponse(exchange.encryptedResponse).encoded == exchange.encryptedResponse, "written again as it was")
    }

    @Test("The Android wallet's answer opens, and issuer, digests and device signature agree")
    func android() throws {
        let vector = try ExchangeVector("annex-c/android-multipaz-endtoend-2025.json")
        let exchange = try AnnexCExchange("android-multipaz-endtoend-2025")
        #expect(exchange.transcript.encoded == (try vector.hex("sessionTranscriptHex")))
        let plaintext = try #require(try exchange.open())
        #expect(plaintext == (try vector.hex("deviceResponseHex")))
        let response = try DeviceResponse(plaintext)
        #expect(response.documents.map(\.docType) == [.mobileDrivingLicence])
        #expect(response.documents[0].issuerSigned.issuerAuth.headers.certificateChain.count == 1)
        try expectSigned(response.documents[0], transcript: exchange.transcript, digests: 3)
    }

    @Test("A wrong origin, text, key or byte opens nothing", arguments: ["waltid-deterministic-001", "android-multipaz-endtoend-2025"])
    func nothingOpens(name: String) throws {
        let exchange = try AnnexCExchange(name)
        #expect(try exchange.open() != nil)
        #expect(try exchange.open(transcript: SessionTranscript(.annexC(encryptionInfo: exchange.encryptionInfo, origin: Origin("https://evil.example")))) == nil)
        #expect(try exchange.open(transcript: SessionTranscript(.annexC(encryptionInfo: exchange.encryptionInfo + "=", origin: exchange.origin))) == nil)
        var info = Array(try #require(Base64URL.decode(exchange.encryptionInfo)))
        let nonce = try EncryptionInfo(info).nonce
        info[nonce.offset] ^= 1
        #expect(try exchange.open(transcript: SessionTranscript(.annexC(encryptionInfo: Base64URL.encode(info), origin: exchange.origin))) == nil)
        #expect(try exchange.open(key: P256.KeyAgreement.PrivateKey()) == nil)
        let length = try EncryptedResponse(exchange.encryptedResponse).cipherText.count
        for position in [0, length / 2, length - 17, length - 16, length - 1] { #expect(try exchange.open(changing: position) == nil, "byte \(position)") }
    }

    @Test("A reader's signature verifies for its origin and for no other")
    func readerAuth() throws {
        let vector = try ExchangeVector("annex-c/ts-smart-checkin-readerauth.json")
        let request = try DeviceRequest(#require(Base64URL.decode(vector.text("deviceRequest_b64url"))))
        let document = try #require(request.docRequests.first)
        let signature = try #require(document.readerAuth)
        #expect(document.encodedItemsRequest.encoded.array == (try vector.hex("itemsRequestTag24Hex")))
        #expect(signature.headers.certificateChain.map(\.array) == [try vector.hex("readerCertificateDerHex")])
        let key = try Fixture.publicKey(inCertificate: signature.headers.certificateChain[0])
        func message(_ origin: String) throws -> [UInt8] {
            let transcript = SessionTranscript(.annexC(encryptionInfo: try vector.text("encryptionInfo_b64url"), origin: try Origin(origin)))
            return ReaderAuthentication.bytes(transcript: transcript, items: document.encodedItemsRequest)
        }
        #expect(throws: Never.self) { try signature.verify(detached: message(vector.text("origin")), with: key) }
        #expect(throws: COSEFault.signatureInvalid) { try signature.verify(detached: message("https://clinic.example:8443"), with: key) }
        let transcript = SessionTranscript(.annexC(encryptionInfo: try vector.text("encryptionInfo_b64url"), origin: try Origin(vector.text("origin"))))
        #expect(transcript.encoded == (try vector.hex("sessionTranscriptHex")))
    }

    @Test("The request of a production verifier is read")
    func production() throws {
        let vector = try ExchangeVector("annex-c/mattr-safari-request-2026-04-30.json")
        let request = try DeviceRequest(vector.hex("deviceRequestHex"))
        #expect(!request.docRequests.isEmpty)
        #expect(request.docRequests.allSatisfy { $0.readerAuth == nil && !$0.itemsRequest.elements.isEmpty })
        let info = try EncryptionInfo(vector.hex("encryptionInfoHex"))
        #expect(info.nonce.count == 32)
        #expect(throws: Never.self) { _ = try info.recipientKey.keyAgreementKey() }
        InteropCell.seen("MATTR", ("read", !request.docRequests.isEmpty))
    }

    // MARK: HPKE

    private struct HPKEVector: Decodable {
        struct Encryption: Decodable { let pt, aad, ct: String }
        struct Export: Decodable { let exporter_context, L, exported_value: String }
        let name: String
        let setup: [String: String]
        let encryptions: [Encryption]
        let exports: [Export]
    }

    @Test("Key schedule and the library's context agree with the base-mode vectors of RFC 9180, A.3")
    func hpke() throws {
        let vectors: [HPKEVector] = try Vectors.json("hpke-rfc9180-a3/p256-hkdfsha256-aes128gcm.json")
        let vector = try #require(vectors.first { $0.name == "Base" })
        func setup(_ name: String) throws -> Data { Data(Hex.bytes(try #require(vector.setup[name]))) }
        #expect(vector.setup["kem_id"] == "16" && vector.setup["kdf_id"] == "1" && vector.setup["aead_id"] == "1")
        let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: setup("skRm"))
        #expect(try key.publicKey.x963Representation == setup("pkRm"))
        let sender = try P256.KeyAgreement.PublicKey(x963Representation: setup("enc"))
        let schedule = try HPKEKeySchedule(
            secret: try key.sharedSecretFromKeyAgreement(with: sender), encapsulatedKey: [UInt8](try setup("enc"))[...],
            recipientKey: RecipientKey(key).publicKey, info: [UInt8](try setup("info")))
        #expect(try schedule.key.withUnsafeBytes { Data($0) } == setup("key"))
        #expect(try Data([UInt8](schedule.baseNonce)) == setup("base_nonce"))
        let first = vector.encryptions[0]
        let box = try AES.GCM.SealedBox(
            nonce: schedule.baseNonce, ciphertext: Hex.bytes(first.ct).dropLast(16), tag: Hex.bytes(first.ct).suffix(16))
        #expect(Hex.text(try AES.GCM.open(box, using: schedule.key, authenticating: Hex.bytes(first.aad))) == first.pt)

        var recipient = try HPKE.Recipient(privateKey: key, ciphersuite: suite, info: setup("info"), encapsulatedKey: setup("enc"))
        // The vectors are a selection by sequence number, of which the first three follow each other.
        for encryption in vector.encryptions.prefix(3) {
            let plaintext = try recipient.open(Hex.bytes(encryption.ct), authenticating: Hex.bytes(encryption.aad))
            #expect(Hex.text(plaintext) == encryption.pt)
        }
        for export in vector.exports {
            let secret = try recipient.exportSecret(context: Hex.bytes(export.exporter_context), outputByteCount: #require(Int(export.L)))
            #expect(secret.withUnsafeBytes { Hex.text($0) } == export.exported_value)
        }
        InteropCell.seen("RFC 9180", "the same on both sides")
    }

    // MARK: Apple

    @Test("The in-app transcript is the sample's, from its parts")
    func inAppTranscript() throws {
        let vector = try ExchangeVector("apple-in-app/session-transcript.json")
        let keyHash = Array(SHA256.hash(data: try vector.hex("encryptionPublicKeyUncompressedHex")))
        #expect(keyHash == (try vector.hex("pkRHashHex")))
        func transcript(_ nonce: [UInt8], _ merchant: String, _ team: String) -> SessionTranscript {
            SessionTranscript(.appleInApp(nonce: ByteSlice(nonce), merchantIdentifier: merchant, teamIdentifier: team, recipientKeyHash: ByteSlice(keyHash)))
        }
        let nonce = try vector.hex("nonceHex")
        let merchant = try vector.text("merchantId")
        let team = try vector.text("teamId")
        let right = transcript(nonce, merchant, team)
        #expect(right.encoded == (try vector.hex("sessionTranscriptHex")))
        #expect(right.hash == (try vector.hex("infoHashHex")))
        #expect(transcript(nonce, team, merchant).encoded != right.encoded, "merchant first, team second")
    }

    @Test("The sample's envelope is read, opens, and its signatures and 22 digests agree")
    func inAppSample() throws {
        let folder = "apple-in-app/sample/"
        let envelope = try InAppEnvelope(Vectors.hex(folder + "hpke_envelope.cbor"))
        #expect(envelope.encapsulatedKey.array == (try Vectors.hex(folder + "pkem.txt")))
        #expect(envelope.infoHash.array == (try Vectors.hex(folder + "info_hash.txt")))
        let key = try P256.KeyAgreement.PrivateKey(pemRepresentation: Vectors.text(folder + "merchant_encryption.key"))
        #expect(envelope.recipientKeyHash.array == Array(SHA256.hash(data: key.publicKey.x963Representation)))
        let transcript = try SessionTranscript(recorded: Vectors.hex(folder + "session_transcript.txt"))
        #expect(transcript.hash == envelope.infoHash.array)
        func open(_ transcript: SessionTranscript) -> [UInt8]? {
            ResponseEncryption.open(envelope.cipherText.bytes, encapsulatedKey: envelope.encapsulatedKey.bytes, with: RecipientKey(key), transcript: transcript)
        }
        let plaintext = try #require(open(transcript))
        #expect(plaintext == (try Vectors.hex(folder + "plaintext_topics.cbor")))
        #expect(open(try SessionTranscript(recorded: Hex.bytes("83f6f6f6"))) == nil)
        let response = try DeviceResponse(InAppEnvelope.deviceResponse(inPlaintext: plaintext).bytes)
        #expect(response.documents.count == 1)
        try expectSigned(response.documents[0], transcript: transcript, digests: 22)
        let object = try MobileSecurityObject(issuerAuthPayload: #require(response.documents[0].issuerSigned.issuerAuth.payload))
        var writer = CBORWriter()
        object.deviceKey.write(to: &writer)
        #expect(writer.bytes == (try Vectors.hex(folder + "device_public_key.hex")))
    }

    // MARK: OpenID4VP

    @Test("The transcript of OpenID4VP over the Digital Credentials API is the specification's")
    func openID4VP() throws {
        struct Example: Decodable { let structure, hex: String }
        let examples: [Example] = try Vectors.json("openid4vp-handover/openid4vp-1.0-examples.json")
        let info = try #require(examples.first { $0.structure == "OpenID4VPDCAPIHandoverInfo" })
        var reader = try CBORReader(Hex.bytes(info.hex))
        let transcript = try reader.readTuple(3) { (reader) throws(CBORError) -> (String, String, ByteSlice) in
            (try reader.readText(), try reader.readText(), try reader.readBytes())
        }
        let built = SessionTranscript(
            .openID4VPDigitalCredentials(origin: try Origin(transcript.0), nonce: transcript.1, keyThumbprint: transcript.2))
        #expect(examples.last?.structure == "SessionTranscript")
        #expect(Hex.text(built.encoded) == examples.last?.hex)
        InteropCell.seen("OpenID4VP", ("the same on both sides", Hex.text(built.encoded) == examples.last?.hex))
    }

    @Test("A real presentation over OpenID4VP agrees with its recorded transcript")
    func openID4VPPresentation() throws {
        let vector = try ExchangeVector("openid4vp-handover/dcapi-presentation-multipaz.json")
        let transcript = try SessionTranscript(recorded: vector.hex("sessionTranscriptHex"))
        let response = try DeviceResponse(#require(Base64URL.decode(vector.text("deviceResponse_b64url"))))
        try expectSigned(#require(response.documents.first), transcript: transcript, digests: 3)
        InteropCell.seen("Multipaz on Android", "read; issuer, digests and device agree")
    }

    // MARK: Peers

    @Test("The responses of other test issuers are read, and issuer, digests and device agree")
    func peers() throws {
        let files = try Vectors.files(in: "peer-mdoc", ending: ".json").filter { $0.contains("longfellow") }
        #expect(files.count == 12)
        for file in files {
            let vector = try ExchangeVector(file)
            let response = try DeviceResponse(vector.hex("deviceResponseHex"))
            let document = try #require(response.documents.first, "\(file)")
            let items = document.issuerSigned.items.count
            #expect((1...2).contains(items), "\(file)")
            try expectSigned(document, transcript: SessionTranscript(recorded: vector.hex("sessionTranscriptHex")), digests: items)
        }
    }

    @Test("A chain as an array of one, or of two, is read as such")
    func chains() throws {
        let auth0 = try ExchangeVector("peer-mdoc/auth0-example1-device-response.json")
        let one = try DeviceResponse(auth0.hex("deviceResponseHex")).documents[0].issuerSigned.issuerAuth.headers
        #expect(one.certificateChain.count == 1)
        #expect(one.chainIsArrayOfOne && !one.chainIsProtected)
        let two = try IssuerSigned(Vectors.hex("peer-mdoc/sprind-pid-issuer-signed-x5chain-array2.hex"))
        #expect(two.issuerAuth.headers.certificateChain.count == 2)
        #expect(!two.issuerAuth.headers.chainIsArrayOfOne)
        let object = try MobileSecurityObject(issuerAuthPayload: #require(two.issuerAuth.payload))
        #expect(object.validityInfo.deviations == [.untagged])
        try expectDigests(two, object, count: 22)
    }

    @Test("A large licence with a portrait is read and its 37 digests agree")
    func largeResponse() throws {
        let response = try DeviceResponse(Vectors.base64(Vectors.text("peer-mdoc/eudi-mdl-device-response.b64")))
        let issuerSigned = response.documents[0].issuerSigned
        try expectDigests(issuerSigned, MobileSecurityObject(issuerAuthPayload: #require(issuerSigned.issuerAuth.payload)), count: 37)
    }

    @Test("A licence with fractions of a second is read, its 17 digests agree, and the deviation is remembered")
    func fractions() throws {
        let vector = try ExchangeVector("peer-mdoc/cmwallet-mdl-with-device-key.json")
        let issuerSigned = try IssuerSigned(Vectors.base64(vector.text("issuerSigned_b64url")))
        let object = try MobileSecurityObject(issuerAuthPayload: #require(issuerSigned.issuerAuth.payload))
        #expect(object.validityInfo.deviations == [.fraction])
        try expectDigests(issuerSigned, object, count: 17)
    }
}
