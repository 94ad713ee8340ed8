import CBOR
import COSE
import Crypto
import DocumentProvider
import Foundation
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import PresentmentRequest
import RelyingParty
import RequestExtraction
import SigningSupport

/// Makes the fixed world of the fuzzers and their seeds: `MakeSeeds FUZZ-FOLDER`.
///
/// Run it when a structure changes, and commit what it writes. Keys are new each time, so all files change together.
@main
struct MakeSeeds {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: MakeSeeds FUZZ-FOLDER\n".utf8))
            exit(2)
        }
        try World().write(to: URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true))
    }
}

struct World {
    let parties: SampleParties
    let session: PendingSession
    let request: PresentationRequest
    let response: CredentialResponse
    let plain: [UInt8]
    let nonce = Array("fuzz nonce of 32 bytes, no secret".utf8.prefix(32))
    let merchant = "merchant.example.rentals"
    let team = "TEAM123456"

    init() throws {
        guard let now = Instant("2026-06-01T12:00:00Z") else { fatalError("no such moment") }
        parties = try SampleParties(now: now, content: SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: 48)))
        (session, request) = try parties.request(
            ["given_name", "family_name", "age_over_21", "portrait", "driving_privileges"], retaining: ["family_name"])
        response = try parties.answer(request)
        guard let bytes = response.sealed, let plain = ResponseOpener.open(try EncryptedResponse(bytes), for: session)
        else { fatalError("our own answer does not open") }
        self.plain = plain
    }

    func write(to folder: URL) throws {
        var count = 0
        for (fuzzer, seeds) in try allSeeds() {
            try SeedFolder.write(seeds, for: fuzzer, in: folder)
            count += seeds.count
        }
        try Data(try sourceText().utf8).write(to: folder.appendingPathComponent("Sources/FuzzSupport/FixedWorldData.swift"))
        count += try TrustSeeds(parties).write(to: folder)
        print("\(count) seeds and the fixed worlds written")
    }

    // MARK: Seeds

    private func allSeeds() throws -> [(String, [[UInt8]])] {
        let presented = try IssuerSigned(parties.licence)
        let info = Base64URL.decode(request.data.encryptionInfo) ?? []
        let asked = Base64URL.decode(request.data.deviceRequest) ?? []
        return [
            ("FuzzCBOR", cborSeeds),
            ("FuzzCOSE", try coseSeeds()),
            ("FuzzCertificate", try certificateSeeds()),
            ("FuzzDeviceRequest", [asked] + (try requestSeeds())),
            ("FuzzDeviceResponse", [plain, try macResponse(), [0xa2] + text("version") + text("1.0") + text("status") + [0x0a]]),
            ("FuzzEncryption", [info, response.sealed ?? []]),
            ("FuzzHybridMessages", HybridSeeds.messages),
            ("FuzzHybridSession", HybridSeeds.session),
            ("FuzzInAppEnvelope", try envelopeSeeds()),
            ("FuzzIssuerSigned", [parties.licence, presented.issuerAuth.payload?.array ?? []]),
            ("FuzzRequestExtraction", [asked] + (try requestSeeds()) + (try replySeeds())),
            ("FuzzSessionTranscript", try transcriptSeeds()),
            ("FuzzSignedRequest", signedRequestSeeds([asked] + (try requestSeeds()))),
            ("FuzzSignedResponse", signedResponseSeeds),
            ("FuzzText", textSeeds),
            ("FuzzVerifier", [plain, try answerInPerson()]),
        ]
    }

    /// What a reader signs, behind the number of its place.
    private func signedRequestSeeds(_ requests: [[UInt8]]) -> [[UInt8]] {
        var seeds: [[UInt8]] = []
        for request in requests.compactMap(CBORValue.tree) {
            for document in request["docRequests"]?.elements ?? [] { seeds.append([0] + (document["itemsRequest"]?.embedded ?? [])) }
            if let info = request["deviceRequestInfo"]?.embedded { seeds.append([1] + info) }
        }
        return seeds
    }

    /// What issuer and device sign, behind the number of its place.
    private var signedResponseSeeds: [[UInt8]] {
        let issuerSigned = CBORValue.tree(plain)?["documents"]?.elements.first?["issuerSigned"]
        let payload = issuerSigned?["issuerAuth"]?.elements[2].bytes ?? []
        let chain = CBORValue.map([.init(key: .integer(33), value: .text("certificate"))]).encoded
        let signed = CBORValue.textMap(["org.example.device": .textMap(["a": .unsigned(1)])]).encoded
        let object = CBORValue.tree(payload)?.embedded ?? []
        var seeds: [[UInt8]] = [[0] + object, [2, 0xa0], [2] + signed, [3, 0xa1, 0x01, 0x26], [4] + chain, [5, 0xa1, 0x01, 0x05]]
        // The same with a MAC.
        seeds += [[0x80] + object, [0x82] + signed]
        for nameSpace in issuerSigned?["nameSpaces"]?.entries ?? [] {
            for item in nameSpace.value.elements { seeds.append([1] + (item.embedded ?? [])) }
        }
        return seeds
    }

    /// What a parser says of the request, and of one it refuses.
    private func replySeeds() throws -> [[UInt8]] {
        let data = #"{"deviceRequest":"\#(request.data.deviceRequest)","encryptionInfo":"\#(request.data.encryptionInfo)"}"#
        let partial = try RequestExtraction.partialRequest(from: Array(data.utf8), origin: parties.origin.serialized)
        let outcomes: [ParserReply.Outcome] = [.request(partial), .refused(RequestRefusal(.duplicateKey, "a key twice"))]
        return outcomes.map { ParserReply(confinement: .complete, outcome: $0).encode() }
    }

    private func text(_ value: String) -> [UInt8] {
        var writer = CBORWriter()
        writer.text(value)
        return writer.bytes
    }

    /// One of each kind of item, and of each kind of mistake.
    private var cborSeeds: [[UInt8]] {
        [
            "00", "17", "1818", "1903e8", "1a000f4240", "1bffffffffffffffff", "20", "3903e7", "3bffffffffffffffff",
            "f4", "f5", "f6", "f7", "f0", "f8ff", "f90001", "f97e00", "fa47c35000", "fb3ff199999999999a", "fb7ff0000000000000",
            "40", "4401020304", "60", "6449455446", "63e6b0b4", "64f0908591", "80", "83010203", "8301820203820405", "a0", "a201020304",
            "a26161016162820203", "a56161614161626142616361436164614461656145", "d818456449455446", "c074323031332d30332d32315432303a30343a30305a",
            "d903ec6a323032362d30362d3031", "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "9f018202039f0405ffff",
            "bf61610161629f0203ffff", "bf6346756ef563416d7421ff", "d8184ad81846d8184342010203", "818181818181818101", "a2f500f401", "a1800102",
            "a2010018010 0", "a2616100616101", "1c", "9f01", "5b00ffffffffffffff", "9b7fffffffffffffff", "62c328", "f818", "ff", "0000",
        ].compactMap { Hexadecimal.bytes($0.filter { $0 != " " }) }
    }

    private func coseSeeds() throws -> [[UInt8]] {
        let message = Array("swift-mdoc fuzz".utf8)
        var keys: [[UInt8]] = []
        for curve in EllipticCurve.allCases {
            var writer = CBORWriter()
            SigningKey.generate(curve).verificationKey.coseKey.write(to: &writer)
            keys.append(writer.bytes)
        }
        let compressed = P256.Signing.PrivateKey().publicKey.compressedRepresentation
        var writer = CBORWriter()
        writer.map(4)
        writer.integer(1)
        writer.integer(2)
        writer.integer(-1)
        writer.integer(1)
        writer.integer(-2)
        writer.byteString(Array(compressed.dropFirst()))
        writer.integer(-3)
        writer.boolean(compressed.first == 3)
        return [
            try COSESign1.encode(signing: message, isDetached: false, chain: [Array(parties.signer.derEncoded.prefix(40))], with: parties.deviceKey),
            try COSESign1.encode(signing: message, isDetached: true, chain: [[1], [2], [3]], with: parties.deviceKey),
            COSEMac0.encode(authenticating: message, with: SymmetricKey(data: [UInt8](repeating: 7, count: 32))),
            writer.bytes,
        ] + keys
    }

    private func certificateSeeds() throws -> [[UInt8]] {
        let other = try SampleParties(now: parties.now, curve: .p384)
        return [
            parties.root.identity.derEncoded, parties.signer.derEncoded, parties.readerAuthority.identity.derEncoded, parties.reader.derEncoded,
            other.root.identity.derEncoded, other.signer.derEncoded,
        ]
    }

    private func requestSeeds() throws -> [[UInt8]] {
        let age = ElementReference(.mobileDrivingLicence, "age_over_21")
        let info = DocRequestInfo(
            alternativeDataElements: [
                AlternativeDataElements(for: age, sets: [[ElementReference(.mobileDrivingLicence, "age_in_years")], [ElementReference(.mobileDrivingLicence, "birth_date")]])
            ],
            issuerIdentifiers: [ByteSlice([1, 2, 3, 4])], uniqueDocSetRequired: true, maximumResponseSize: 100_000)
        let documents = [
            RequestedDocument(.mobileDrivingLicence, elements: [ItemsRequest.Element(age, intentToRetain: false)], info: info),
            RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["portrait"]),
        ]
        let builders = [
            try RequestBuilder(documents: documents),
            try RequestBuilder(
                documents: documents,
                useCases: [UseCase(isMandatory: true, documentSets: [[0], [1]], purposeHints: [UseCase.isoController: 3])],
                signers: [parties.readerSigner(.wholeRequestAndEachDocument)]),
        ]
        return try builders.map {
            Base64URL.decode(try $0.build(for: parties.origin, expiresAt: parties.now).request.data.deviceRequest) ?? []
        }
    }

    private func macResponse() throws -> [UInt8] {
        let key = P256.KeyAgreement.PrivateKey()
        let midnight = CalendarDate(parties.now).startOfDay
        let licence = try MobileDocumentIssuer(signer: parties.signer).issue(
            SampleContent.drivingLicence(portrait: SamplePortrait.placeholder(bytes: 48)), deviceKey: COSEKey(key.publicKey),
            validity: ValidityInfo(signed: midnight, validFrom: midnight, validUntil: midnight.advanced(byDays: 90)))
        let held = try HeldDocument(issuerSigned: licence, macKey: key)
        return try DeviceResponseWriter.encode(
            [PresentedDocument(document: held, released: [ElementReference(.mobileDrivingLicence, "age_over_18")])],
            transcript: session.transcript, readerKey: session.recipientKey.publicKey)
    }

    /// The licence's device key makes a MAC for the reader of the fixed world's session in person.
    private func answerInPerson() throws -> [UInt8] {
        let key = try P256.KeyAgreement.PrivateKey(pemRepresentation: parties.deviceKey.pemRepresentation)
        let held = try HeldDocument(issuerSigned: parties.licence, macKey: key)
        let released = ["family_name", "given_name", "age_over_21"].map {
            ElementReference(.mobileDrivingLicence, ElementIdentifier(rawValue: $0))
        }
        return try DeviceResponseWriter.encode(
            [PresentedDocument(document: held, released: released)], transcript: proximityTranscript(),
            readerKey: session.recipientKey.publicKey)
    }

    private func proximityTranscript() throws -> SessionTranscript {
        var key = CBORWriter()
        COSEKey(session.recipientKey.publicKey).write(to: &key)
        let engagement = EmbeddedCBOR(wrapping: [0xa1, 0x00] + text("1.0"))
        return SessionTranscript(
            .proximity(deviceEngagement: engagement, readerKey: EmbeddedCBOR(wrapping: key.bytes), handover: try CBORItem([0xf6])))
    }

    private func transcriptSeeds() throws -> [[UInt8]] {
        let recipient = [UInt8](SHA256.hash(data: session.recipientKey.publicKey.x963Representation))
        let all = [
            session.transcript,
            SessionTranscript(.appleInApp(nonce: ByteSlice(nonce), merchantIdentifier: merchant, teamIdentifier: team, recipientKeyHash: ByteSlice(recipient))),
            try proximityTranscript(),
            SessionTranscript(.openID4VPDigitalCredentials(origin: parties.origin, nonce: "nonce", keyThumbprint: ByteSlice(recipient))),
        ].map(\.encoded)
        return all + all.map { EmbeddedCBOR(wrapping: $0).encoded.array }
    }

    /// What is sealed in an envelope.
    private var identity: [UInt8] {
        var content = CBORWriter()
        content.map(1)
        content.text("identity")
        content.encoded(plain)
        return content.bytes
    }

    /// An envelope; and, behind the number of its place, what is truly sealed: a plaintext, a response in it, and a member behind that.
    private func envelopeSeeds() throws -> [[UInt8]] {
        var member = CBORWriter()
        member.text("a")
        member.unsigned(1)
        return [try envelope(), [0] + identity, [1] + plain, [2] + member.bytes]
    }

    private func envelope() throws -> [UInt8] {
        let recipient = session.recipientKey.publicKey
        let recipientHash = [UInt8](SHA256.hash(data: recipient.x963Representation))
        let transcript = SessionTranscript(
            .appleInApp(nonce: ByteSlice(nonce), merchantIdentifier: merchant, teamIdentifier: team, recipientKeyHash: ByteSlice(recipientHash)))
        var sender = try HPKE.Sender(
            recipientKey: recipient, ciphersuite: HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128),
            info: Data(transcript.encoded))
        let sealed = try sender.seal(Data(identity))
        var writer = CBORWriter()
        writer.map(3)
        writer.text("algorithm")
        writer.text("APPLE-HPKE-v1")
        writer.text("params")
        writer.map(4)
        writer.text("mode")
        writer.unsigned(0)
        writer.text("pkEm")
        writer.byteString(Array(sender.encapsulatedKey))
        writer.text("pkRHash")
        writer.byteString(recipientHash)
        writer.text("infoHash")
        writer.byteString(transcript.hash)
        writer.text("data")
        writer.byteString(Array(sealed))
        return writer.bytes
    }

    private var textSeeds: [[UInt8]] {
        [
            "https://rentals.example", "HTTPS://Rentals.Example:443/", "http://localhost:8080", "https://[2001:db8::1]:8443", "http://[::ffff:192.0.2.1]",
            "https://10.0.2.2:8000", "https://xn--bcher-kva.example", "https://\u{212A}elvin.example", "https://a.example.", "null", "https://a@b.example",
            "http://0x7f.1", "http://127.1", "2026-06-01T12:00:00Z", "2026-06-01t12:00:60.5+05:30", "2024-02-29", "1900-02-29", "0000-01-01T00:00:00+23:59",
            "9999-12-31T23:59:60-23:59", "_9j_4AAQ", "deadBEEF", "\u{80}\0\0\0\0\0\0\0", "{\"response\":\"gmVkY2FwaQ\"}",
            "{\"protocol\":\"org-iso-mdoc\",\"data\":{\"response\":\"gmVkY2FwaQ\"}}",
            "{\"origin\":\"https://a.example\",\"encryptionInfo\":\"gg\",\"recipientPrivateKey\":{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\",\"y\":\"AA\",\"d\":\"AA\"}}",
        ].map { Array($0.utf8) } + [[0x80, 0, 0, 0, 0, 0, 0, 0], [0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]]
    }

    // MARK: The fixed world

    private func sourceText() throws -> String {
        func lines(_ name: String, _ bytes: [UInt8]) -> String { "    static let \(name) = \"\(Base64URL.encode(bytes))\"\n" }
        func block(_ name: String, _ text: String) -> String {
            "    static let \(name) = \"\"\"\n" + text.split(separator: "\n").map { "        \($0)\n" }.joined() + "        \"\"\"\n"
        }
        return """
            // Written by MakeSeeds; do not edit. Sample data: every person in it is invented, and the keys protect nothing.
            enum FixedWorldData {
                static let secondsSinceEpoch: Int64 = \(parties.now.secondsSinceEpoch)
                static let origin = "\(parties.origin)"
                static let merchantIdentifier = "\(merchant)"
                static let teamIdentifier = "\(team)"
                static let encryptionInfo = "\(request.data.encryptionInfo)"
                static let deviceRequest = "\(request.data.deviceRequest)"

            """ + lines("nonce", nonce) + lines("rootCertificate", parties.root.identity.derEncoded)
            + lines("readerRootCertificate", parties.readerAuthority.identity.derEncoded) + lines("licence", parties.licence)
            + lines("plainResponse", plain) + block("deviceKey", parties.deviceKey.pemRepresentation)
            + block("sessionKey", session.recipientKey.pemRepresentation) + "}\n"
    }
}
