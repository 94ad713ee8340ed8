import CBOR
import COSE
import Crypto
import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// One exchange between sample parties: five elements of a licence, one of them a portrait of 30 KiB.
struct Exchange {
    let parties: SampleParties
    let session: PendingSession
    let request: DeviceRequest
    let response: CredentialResponse
    let sealed: EncryptedResponse
    let plain: [UInt8]
    let document: Document

    init() throws {
        guard let now = Instant("2026-06-01T12:00:00Z") else { fatalError("no such moment") }
        parties = try SampleParties(
            now: now, content: SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: 30 * 1024)))
        let asked = try parties.request(["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"])
        session = asked.session
        response = try parties.answer(asked.request)
        guard
            let requestBytes = Base64URL.decode(asked.request.data.deviceRequest), let bytes = response.sealed
        else { fatalError("our own texts do not decode") }
        request = try DeviceRequest(requestBytes)
        sealed = try EncryptedResponse(bytes)
        guard let plain = ResponseOpener.open(sealed, for: session), let document = try DeviceResponse(plain).documents.first else {
            fatalError("our own answer does not open")
        }
        self.plain = plain
        self.document = document
    }

    /// What the issuer's signature covers.
    var issuerStructure: [UInt8] {
        structure(document.issuerSigned.issuerAuth.headers.protected.array, document.issuerSigned.issuerAuth.payload?.array ?? [])
    }

    /// What the device's signature covers.
    var deviceStructure: [UInt8] {
        guard case .signature(let signature) = document.deviceSigned.deviceAuth else { fatalError("the sample proves itself by signature") }
        var authentication = CBORWriter()
        authentication.array(4)
        authentication.text("DeviceAuthentication")
        authentication.encoded(session.transcript.encoded)
        authentication.text(document.docType.rawValue)
        authentication.encoded(DeviceSigned.emptyNameSpaces.encoded)
        return structure(signature.headers.protected.array, EmbeddedCBOR(wrapping: authentication.bytes).encoded.array)
    }

    /// `24(IssuerSignedItem)` of every returned element: what is digested.
    func digestedItems() throws -> [[UInt8]] {
        var items: [[UInt8]] = []
        func descend(_ reader: inout CBORReader, to member: StaticString, _ body: (inout CBORReader) throws(CBORError) -> Void) throws(CBORError) {
            try reader.readTextMap { (reader, key) throws(CBORError) in if key == member { try body(&reader) } }
        }
        var reader = try CBORReader(plain)
        try descend(&reader, to: "documents") { (reader) throws(CBORError) in
            try reader.readArray { (reader, _) throws(CBORError) in
                try descend(&reader, to: "issuerSigned") { (reader) throws(CBORError) in
                    try descend(&reader, to: "nameSpaces") { (reader) throws(CBORError) in
                        try reader.readTextMap { (reader, _) throws(CBORError) in
                            try reader.readArray { (reader, _) throws(CBORError) in items.append(try reader.readEmbedded().encoded.array) }
                        }
                    }
                }
            }
        }
        return items
    }

    private func structure(_ protected: [UInt8], _ payload: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(4)
        writer.text("Signature1")
        writer.byteString(protected)
        writer.byteString([UInt8]())
        writer.byteString(payload)
        return writer.bytes
    }
}
