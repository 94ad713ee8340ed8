import CBOR
import COSE
import Crypto
import DocumentProvider
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting

/// Responses beside their transcripts: structure, channels, and sessions in person.
struct DeviceResponseCases {
    private let world: CorpusWorld
    private var shelf: CaseShelf

    static func make(in world: CorpusWorld) throws -> [CorpusCase] {
        let inputs = [world.time, .binary(.transcript, world.session.transcript.encoded), .binary(.trust, world.root)]
        var maker = DeviceResponseCases(world: world, shelf: CaseShelf(.deviceResponse, inputs))
        try maker.addStructures()
        try maker.addDocuments()
        try maker.addSessionsInPerson()
        try maker.addPresentations()
        return maker.shelf.cases
    }

    private mutating func addStructures() throws {
        let good = try world.plain()
        shelf.accept("good", "A good response.", [], good)
        shelf.reject("trailing-byte", "response.structure", "A byte follows the response.", ["B40"], good + [0])
        shelf.reject("cut-off", "response.structure", "The response ends early.", ["B37"], Array(good.dropLast()))
        shelf.reject("empty", "response.structure", "Nothing at all.", ["B12"], [])
        shelf.reject("empty-map", "response.structure", "A map without members.", ["B12"], [0xa0])
        shelf.reject("array", "response.structure", "An array where the response belongs.", [], [0x80])
        shelf.reject(
            "huge-array", "response.structure", "The list of documents declares 2^63 - 1 entries.", ["B37"],
            [0xa1, 0x69] + Array("documents".utf8) + [0x9b, 0x7f] + [UInt8](repeating: 0xff, count: 7))
        shelf.reject(
            "indefinite-map", "response.structure", "The response is a map of indefinite length.", ["B37", "T47"], [0xbf] + good.dropFirst() + [0xff])
        let emptyNameSpaces: [UInt8] = [0x6a] + Array("nameSpaces".utf8) + [0xd8, 0x18, 0x41, 0xa0]
        shelf.reject(
            "device-namespaces-absent", "response.structure", "The device's namespaces are left out instead of written as 24(h'a0').", ["T14"],
            AlteredResponse.replacing([0xa2] + emptyNameSpaces, with: [0xa1], in: good))
        shelf.reject(
            "device-namespaces-bare", "response.structure", "The device's namespaces are a bare map, without tag 24.", ["T14"],
            AlteredResponse.replacing(emptyNameSpaces, with: [0x6a] + Array("nameSpaces".utf8) + [0xa0], in: good))
        shelf.reject(
            "payload-undefined", "response.structure", "The device's detached payload is undefined instead of null.", ["T23"],
            AlteredResponse.replacing([0x43, 0xa1, 0x01, 0x26, 0xa0, 0xf6], with: [0x43, 0xa1, 0x01, 0x26, 0xa0, 0xf7], in: good))
        shelf.reject(
            "item-without-tag", "response.structure", "An item is a bare byte string, without tag 24.", ["T2"],
            AlteredResponse.replacing([0x84, 0xd8, 0x18, 0x58], with: [0x84, 0x58], in: good))
    }

    private mutating func addDocuments() throws {
        let changed = try world.plain { $0.items[0].signedValue = .text("Someone else") }
        shelf.reject(
            "second-document-changed", "mso.digest", "The first document is good; an element of the second was changed.", ["B13"],
            try AlteredResponse.joining([world.plain(), changed]))
    }

    private mutating func addSessionsInPerson() throws {
        let (reader, device) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey())
        var key = CBORWriter()
        COSEKey(reader.publicKey).write(to: &key)
        func session(_ engagement: [CBORValue.Entry]) throws -> SessionTranscript {
            SessionTranscript(
                .proximity(
                    deviceEngagement: EmbeddedCBOR(wrapping: CBORValue.map(engagement).encoded), readerKey: EmbeddedCBOR(wrapping: key.bytes),
                    handover: try CBORItem([0xf6])))
        }
        let engaged = try session([
            .init(key: .unsigned(0), value: .text("1.1")), .init(key: .unsigned(5), value: .array([])), .init(key: .unsigned(6), value: .map([])),
        ])
        shelf.accept(
            "in-person-engagement-keys", "The device engagement has keys that standards fill differently; its bytes alone count.", ["T39"],
            try world.response().encode(transcript: engaged), inputs: shelf.inputs.setting(.transcript, bytes: engaged.encoded))
        let transcript = try session([.init(key: .unsigned(0), value: .text("1.0"))])
        let inputs = shelf.inputs.setting(.transcript, bytes: transcript.encoded)
        let signed = try world.response().encode(transcript: transcript)
        shelf.accept("in-person-signature", "A session in person; the device signs.", [], signed, inputs: inputs)
        shelf.reject("other-channel", "device.authentication", "The device signed the transcript of another kind of session.", ["B3"], signed)

        let midnight = CalendarDate(world.now).startOfDay
        let licence = try MobileDocumentIssuer(signer: world.parties.signer).issue(
            SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: 48)), deviceKey: COSEKey(device.publicKey),
            validity: ValidityInfo(
                signed: midnight.advanced(byDays: -1), validFrom: midnight.advanced(byDays: -1), validUntil: midnight.advanced(byDays: 90)))
        let held = try HeldDocument(issuerSigned: licence, macKey: device)
        let authenticated = try DeviceResponseWriter.encode(
            [PresentedDocument(document: held, released: [ElementReference(.mobileDrivingLicence, "age_over_18")])], transcript: transcript,
            readerKey: reader.publicKey)
        let withKey = inputs + [.binary(.readerKey, [UInt8](reader.rawRepresentation))]
        shelf.accept("in-person-mac", "A session in person; the device makes a MAC.", ["B4"], authenticated, inputs: withKey)
        shelf.reject(
            "in-person-mac-without-key", "device.authentication", "A MAC that cannot be checked is none.", ["B4", "B29"], authenticated,
            inputs: inputs)
        shelf.reject(
            "in-person-mac-other-key", "device.authentication", "The MAC was made for another reader.", ["B4"], authenticated,
            inputs: inputs + [.binary(.readerKey, [UInt8](repeating: 9, count: 32))])
    }

    /// Answers to OpenID4VP requests, whose handover was another one in each draft.
    private mutating func addPresentations() throws {
        let (origin, nonce) = (world.session.origin, "the-nonce-of-the-website")
        let transcript = SessionTranscript(.openID4VPDigitalCredentials(origin: origin, nonce: nonce, keyThumbprint: nil))
        let inputs = shelf.inputs.setting(.transcript, bytes: transcript.encoded)
        func hash(_ parts: [CBORValue]) -> CBORValue { .bytes([UInt8](SHA256.hash(data: CBORValue.array(parts).encoded))) }
        func signed(_ handover: [CBORValue]) throws -> [UInt8] {
            let other = try SessionTranscript(recorded: CBORValue.array([.null, .null, .array(handover)]).encoded)
            return try world.response().encode(transcript: other)
        }
        shelf.accept(
            "openid4vp", "Bound to an OpenID4VP 1.0 request of a page; the answer is not encrypted, and so the thumbprint is null.", ["T49"],
            try world.response().encode(transcript: transcript), inputs: inputs)
        shelf.reject(
            "openid4vp-prefixed-origin", "device.authentication", "The wallet hashed the origin with the prefix that it has elsewhere.", ["T49"],
            try signed([.text("OpenID4VPDCAPIHandover"), hash([.text("origin:" + origin.serialized), .text(nonce), .null])]), inputs: inputs)
        shelf.reject(
            "openid4vp-draft-18", "device.authentication", "The wallet made the handover of an early draft: two hashes and the nonce.", ["T49"],
            try signed([hash([.text("rentals.example"), .text(nonce)]), hash([.text(origin.serialized), .text(nonce)]), .text(nonce)]),
            inputs: inputs)
    }
}
