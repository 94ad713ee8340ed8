import CBOR
import COSE
import Crypto
import Foundation
import IdentityElements
import MobileDocument
import Testing
import VectorSupport

@Suite("Annex D of ISO/IEC 18013-5", .enabled(if: Vectors.isAvailable, Comment(rawValue: Vectors.skipReason)))
struct AnnexDTests {
    private func transcript() throws -> SessionTranscript { try SessionTranscript(recorded: AnnexD.hex("session_transcript_bytes")) }

    @Test("Every structure of the annex is one well-formed item of the mdoc dialect")
    func wellFormed() throws {
        for name in [
            "device_auth", "device_authentication_bytes", "device_engagement_qr", "device_request", "device_request_v1_1_extended", "device_response",
            "driving_privileges", "issuer_auth", "issuer_auth_sig_structure", "mac_structure", "reader_auth", "reader_auth_sig_structure",
            "reader_authentication_bytes", "session_data", "session_establishment", "session_termination", "session_transcript_bytes",
        ] {
            let bytes = try AnnexD.hex(name)
            #expect(throws: Never.self, "\(name)") {
                let value = try CBORItem(bytes[...]).value()
                #expect(value.encoded == bytes, "\(name) is in shortest form")
            }
        }
    }

    @Test("The transcript is read bare and under tag 24, and rebuilt from its parts")
    func transcriptBytes() throws {
        let embedded = try AnnexD.hex("session_transcript_bytes")
        var reader = try CBORReader(embedded)
        let bare = try reader.readEmbedded().content.array
        let transcript = try transcript()
        #expect(transcript.encoded == bare)
        #expect(try SessionTranscript(recorded: bare).encoded == bare)
        guard case .proximity(let engagement, let readerKey, let handover) = transcript.handover else { Issue.record("not in person"); return }
        #expect(SessionTranscript(.proximity(deviceEngagement: engagement, readerKey: readerKey, handover: handover)).encoded == bare)
        var key = try readerKey.reader()
        #expect(try COSEKey(from: &key) == COSEKey(AnnexD.publicKey("ephemeral_reader_key")))
    }

    @Test("The request is read, and its reader's signature covers exactly the annex's bytes")
    func deviceRequest() throws {
        let request = try DeviceRequest(AnnexD.hex("device_request"))
        #expect(request.version == "1.0")
        let document = try #require(request.docRequests.first)
        #expect(document.itemsRequest.docType == .mobileDrivingLicence)
        #expect(
            Set(document.itemsRequest.elements.map { "\($0.reference.identifier) \($0.intentToRetain)" }) == [
                "family_name true", "document_number true", "driving_privileges true", "issue_date true", "expiry_date true", "portrait false",
            ])
        let message = ReaderAuthentication.bytes(transcript: try transcript(), items: document.encodedItemsRequest)
        #expect(message == (try AnnexD.hex("reader_authentication_bytes")))
        let readerAuth = try #require(document.readerAuth)
        var reader = try CBORReader(AnnexD.hex("reader_auth"))
        #expect(try readerAuth == COSESign1(from: &reader))
        #expect(COSESign1.signedStructure(protected: readerAuth.headers.protected.bytes, payload: message[...]) == (try AnnexD.hex("reader_auth_sig_structure")))
        let key = try Fixture.publicKey(inCertificate: #require(readerAuth.headers.certificateChain.first))
        #expect(throws: Never.self) { try readerAuth.verify(detached: message, with: key) }
    }

    @Test("One changed byte of the request breaks the reader's signature")
    func changedRequest() throws {
        var bytes = try AnnexD.hex("device_request")
        #expect(bytes[655] == 0x1f)
        bytes[655] = 0x1e
        let document = try #require(DeviceRequest(bytes).docRequests.first)
        let readerAuth = try #require(document.readerAuth)
        let key = try Fixture.publicKey(inCertificate: #require(readerAuth.headers.certificateChain.first))
        let message = ReaderAuthentication.bytes(transcript: try transcript(), items: document.encodedItemsRequest)
        #expect(throws: COSEFault.signatureInvalid) { try readerAuth.verify(detached: message, with: key) }
    }

    @Test("The extended request of the second edition is read: elements, alternatives and purposes")
    func extendedRequest() throws {
        let request = try DeviceRequest(AnnexD.hex("device_request_v1_1_extended"))
        #expect(request.version == "1.1")
        #expect(!request.ignoredNewerMembers)
        #expect(request.docRequests.map(\.itemsRequest.docType) == [.mobileDrivingLicence, .mobileDrivingLicence, "org.iso.23220.photoID"])
        #expect(request.docRequests.map(\.itemsRequest.elements.count) == [8, 5, 6])
        #expect(request.docRequests.flatMap(\.itemsRequest.elements).allSatisfy { $0.intentToRetain })
        #expect(request.docRequests[0].itemsRequest.elements.last?.reference == ElementReference(.aamva, "domestic_driving_privileges"))
        #expect(request.docRequests.map { $0.itemsRequest.requestInfo?.uniqueDocSetRequired } == [true, true, true])
        #expect(request.docRequests.map { $0.itemsRequest.requestInfo?.alternativeDataElements.count } == [3, 2, 6])
        let nameSpace = NameSpace.mobileDrivingLicence
        #expect(
            request.docRequests[1].itemsRequest.requestInfo?.alternativeDataElements == [
                AlternativeDataElements(
                    for: ElementReference(nameSpace, "age_over_18"),
                    sets: [[ElementReference(nameSpace, "age_in_years")], [ElementReference(nameSpace, "birth_date")]]),
                AlternativeDataElements(
                    for: ElementReference(nameSpace, "resident_postal_code"),
                    sets: [
                        [ElementReference(nameSpace, "resident_city"), ElementReference(nameSpace, "resident_state")],
                        [ElementReference(nameSpace, "resident_address")],
                    ]),
            ])
        #expect(
            request.useCases == [
                UseCase(isMandatory: false, documentSets: [[0]], purposeHints: [UseCase.isoController: 2]),
                UseCase(isMandatory: false, documentSets: [[1], [2]], purposeHints: [UseCase.isoController: 1]),
            ])
        #expect(request.encodedDeviceRequestInfo != nil)
        #expect(request.docRequests.allSatisfy { $0.readerAuth == nil })
        #expect(request.readerAuthAll.isEmpty)
    }

    @Test("The extended request carries signatures over the whole once they are added")
    func extendedRequestSigned() throws {
        let request = try DeviceRequest(AnnexD.hex("device_request_v1_1_extended"))
        let key = SigningKey.generate(.p384)
        let message = ReaderAuthentication.allBytes(
            transcript: try transcript(), items: request.docRequests.map(\.encodedItemsRequest), info: request.encodedDeviceRequestInfo)
        let signature = try COSESign1.encode(signing: message, isDetached: true, chain: [[0x30]], with: key)
        let signed = try DeviceRequest(
            DeviceRequest.encode(
                items: request.docRequests.map { ($0.encodedItemsRequest, nil) }, info: request.encodedDeviceRequestInfo, readerAuthAll: [signature]))
        #expect(signed.docRequests == request.docRequests)
        #expect(signed.useCases == request.useCases)
        let again = ReaderAuthentication.allBytes(
            transcript: try transcript(), items: signed.docRequests.map(\.encodedItemsRequest), info: signed.encodedDeviceRequestInfo)
        #expect(throws: Never.self) { try #require(signed.readerAuthAll.first).verify(detached: again, with: key.verificationKey) }
    }

    @Test("The response is read: one document, six items, all digests right")
    func deviceResponse() throws {
        let response = try DeviceResponse(AnnexD.hex("device_response"))
        #expect(response.version == "1.0")
        #expect(response.status == .ok)
        let document = try #require(response.documents.first)
        #expect(response.documents.count == 1)
        #expect(document.docType == .mobileDrivingLicence)
        #expect(
            document.issuerSigned.items.map(\.elementIdentifier) == [
                "family_name", "issue_date", "expiry_date", "document_number", "portrait", "driving_privileges",
            ])
        #expect(document.deviceSigned.nameSpaces.encoded == DeviceSigned.emptyNameSpaces.encoded)
        let object = try MobileSecurityObject(issuerAuthPayload: #require(document.issuerSigned.issuerAuth.payload))
        try expectDigests(document.issuerSigned, object, count: 6)
        #expect(try document.issuerSigned.items[0].elementValue.value() == .text("Doe"))
        #expect(ElementType.drivingPrivileges.accepts(try document.issuerSigned.items[5].elementValue.value()))
        #expect(document.issuerSigned.items[5].elementValue.encoded.array == (try AnnexD.hex("driving_privileges")))
    }

    @Test("The issuer's signature verifies over the annex's structure, and its security object is read")
    func issuerAuth() throws {
        let bytes = try AnnexD.hex("issuer_auth")
        let document = try #require(DeviceResponse(AnnexD.hex("device_response")).documents.first)
        #expect(document.issuerSigned.issuerAuthEncoded.array == bytes)
        let issuerAuth = document.issuerSigned.issuerAuth
        let payload = try #require(issuerAuth.payload)
        #expect(COSESign1.signedStructure(protected: issuerAuth.headers.protected.bytes, payload: payload.bytes) == (try AnnexD.hex("issuer_auth_sig_structure")))
        #expect(throws: Never.self) { try issuerAuth.verify(with: Fixture.publicKey(inCertificate: #require(issuerAuth.headers.certificateChain.first))) }
        let object = try MobileSecurityObject(issuerAuthPayload: payload)
        #expect(object.version == "1.0")
        #expect(object.digestAlgorithm == .sha256)
        #expect(object.docType == .mobileDrivingLicence)
        #expect(object.deviceKey == COSEKey(try AnnexD.publicKey("static_device_key")))
        #expect(object.validityInfo.validUntil.instant.description == "2021-10-01T13:30:02Z")
        #expect(object.validityInfo.deviations.isEmpty)
        #expect(object.keyAuthorizations == nil && object.status == nil)
    }

    @Test("The device's MAC: key, structure and tag are the annex's, from either side")
    func deviceMac() throws {
        let document = try #require(DeviceResponse(AnnexD.hex("device_response")).documents.first)
        guard case .mac(let mac) = document.deviceSigned.deviceAuth else { Issue.record("no MAC"); return }
        let transcript = try transcript()
        let message = DeviceAuthentication(transcript: transcript, docType: document.docType, nameSpaces: document.deviceSigned.nameSpaces).bytes
        #expect(message == (try AnnexD.hex("device_authentication_bytes")))
        #expect(COSEMac0.authenticatedStructure(protected: mac.headers.protected.bytes, payload: message[...]) == (try AnnexD.hex("mac_structure")))
        #expect(mac.tag.array == (try AnnexD.hex("mac_tag")))
        #expect(Hex.text(mac.tag.array) == "e99521a85ad7891b806a07f8b5388a332d92c189a7bf293ee1f543405ae6824d")

        let shared = try AnnexD.privateKey("static_device_key").sharedSecretFromKeyAgreement(with: AnnexD.publicKey("ephemeral_reader_key"))
        #expect(shared.withUnsafeBytes { Hex.text($0) } == "78d98a86fbbb82895874bfafcc161ba69f9b77662172c74b3b0d4643276cf991")
        let keys = [
            try DeviceMacKey.derive(privateKey: AnnexD.privateKey("static_device_key"), publicKey: AnnexD.publicKey("ephemeral_reader_key"), transcript: transcript),
            try DeviceMacKey.derive(privateKey: AnnexD.privateKey("ephemeral_reader_key"), publicKey: AnnexD.publicKey("static_device_key"), transcript: transcript),
        ]
        for key in keys {
            #expect(key.withUnsafeBytes { Hex.text($0) } == "dc2b9566fdaaae3c06baa40993cd0451aeba15e7677ef5305f6531f3533c35dd")
            #expect(key.withUnsafeBytes { Array($0) } == (try AnnexD.hex("emac_key")))
            #expect(throws: Never.self) { try mac.verify(detached: message, with: key) }
        }
        let other = try DeviceMacKey.derive(
            privateKey: AnnexD.privateKey("static_device_key"), publicKey: AnnexD.publicKey("ephemeral_reader_key"),
            transcript: SessionTranscript(recorded: Hex.bytes("83f6f6f6")))
        #expect(throws: COSEFault.signatureInvalid) { try mac.verify(detached: message, with: other) }
    }

    @Test("The device authentication of the annex is read by itself")
    func deviceAuth() throws {
        var reader = try CBORReader(AnnexD.hex("device_auth"))
        var mac: COSEMac0?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            if key == "deviceMac" { mac = try COSEMac0(from: &reader) }
        }
        #expect(mac?.tag.array == (try AnnexD.hex("mac_tag")))
        #expect(mac?.headers.algorithm == 5)
    }
}
