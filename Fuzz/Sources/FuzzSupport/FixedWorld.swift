public import COSE
public import Crypto
public import DocumentProvider
public import DocumentTrust
public import MobileDocument
public import RelyingParty
import CBOR

/// One finished exchange between sample parties, always the same one, so that an input that breaks a law breaks it again
/// tomorrow. Its bytes were made by `MakeSeeds`; its keys protect nothing.
public enum FixedWorld {
    /// The moment everything is judged at.
    public static let now = Instant(secondsSinceEpoch: FixedWorldData.secondsSinceEpoch)
    /// The website.
    public static let origin = force { try Origin(FixedWorldData.origin) }
    /// The issuing authority's root, DER.
    public static let rootCertificate = decode(FixedWorldData.rootCertificate)
    /// The licence as issued.
    public static let licence = decode(FixedWorldData.licence)
    /// The licence's device key.
    public static let deviceKey = force { try SigningKey(pemRepresentation: FixedWorldData.deviceKey) }
    /// The key answers are sealed to.
    public static let sessionKey = force { try P256.KeyAgreement.PrivateKey(pemRepresentation: FixedWorldData.sessionKey) }
    /// The encryption information's text as sent.
    public static let encryptionInfo = FixedWorldData.encryptionInfo
    /// The request as sent.
    public static let request = force { try DeviceRequest(decode(FixedWorldData.deviceRequest)) }
    /// The answer before it was sealed.
    public static let plainResponse = decode(FixedWorldData.plainResponse)
    /// The nonce of the in-app exchange.
    public static let nonce = decode(FixedWorldData.nonce)
    /// The device key once more, for MACs, which some devices make in place of signatures.
    public static let deviceMacKey = force { try P256.KeyAgreement.PrivateKey(pemRepresentation: FixedWorldData.deviceKey) }

    /// Trust in the issuing authority.
    public static let trust = IssuerTrustList([
        TrustAnchor(force { try ParsedCertificate(ByteSlice(rootCertificate)) }, provenance: "sample")
    ])
    /// A verifier that trusts it. Not in production mode, which would stop at what a replayed answer lacks.
    public static let verifier = force { try Verifier(trust: trust, profile: ISOProfile(), mode: .development) }
    /// Trust in the reader authority.
    public static let readerTrust = ReaderTrustList([
        TrustAnchor(force { try ParsedCertificate(ByteSlice(decode(FixedWorldData.readerRootCertificate))) }, provenance: "sample")
    ])
    /// The transcript of the exchange.
    public static let transcript = SessionTranscript(.annexC(encryptionInfo: encryptionInfo, origin: origin))
    /// The server's half of the exchange.
    public static let session = PendingSession(
        origin: origin, encryptionInfo: encryptionInfo, deviceRequest: FixedWorldData.deviceRequest, recipientKey: sessionKey,
        expiresAt: now.advanced(bySeconds: 600))
    /// A wallet that answers anyone.
    public static let holder = Holder(
        documents: [force { try HeldDocument(issuerSigned: licence, deviceKey: deviceKey) }], readerTrust: readerTrust, policy: .anyReader)

    /// The in-app transaction; good for one use, as always.
    public static func inAppSession() -> InAppSession {
        do {
            return try InAppSession(
                nonce: nonce, merchantIdentifier: FixedWorldData.merchantIdentifier, teamIdentifier: FixedWorldData.teamIdentifier,
                merchantKeys: [sessionKey])
        } catch { fatalError(error.description) }
    }

    /// The transcript of the in-app exchange.
    public static let inAppTranscript = SessionTranscript(
        .appleInApp(
            nonce: ByteSlice(nonce), merchantIdentifier: FixedWorldData.merchantIdentifier, teamIdentifier: FixedWorldData.teamIdentifier,
            recipientKeyHash: ByteSlice([UInt8](SHA256.hash(data: [UInt8](sessionKey.publicKey.x963Representation))))))
    /// The answer in it before it was sealed. Its signature is another one in each run.
    public static let inAppResponse = force { () throws -> [UInt8] in
        try answer(HeldDocument(issuerSigned: licence, deviceKey: deviceKey), inAppTranscript, readerKey: nil)
    }

    /// The transcript of an exchange in person, in which the reader has a key of its own: the session's.
    public static let proximityTranscript = force { () throws -> SessionTranscript in
        var key = CBORWriter()
        COSEKey(sessionKey.publicKey).write(to: &key)
        let engagement = CBORValue.map([CBORValue.Entry(key: .unsigned(0), value: .text("1.0"))]).encoded
        return SessionTranscript(
            .proximity(
                deviceEngagement: EmbeddedCBOR(wrapping: engagement), readerKey: EmbeddedCBOR(wrapping: key.bytes),
                handover: try CBORItem([0xf6])))
    }
    /// The answer in it, which the device proves by a MAC: the same bytes in each run.
    public static let macResponse = force { () throws -> [UInt8] in
        try answer(HeldDocument(issuerSigned: licence, macKey: deviceMacKey), proximityTranscript, readerKey: sessionKey.publicKey)
    }

    private static func answer(
        _ document: HeldDocument, _ transcript: SessionTranscript, readerKey: P256.KeyAgreement.PublicKey?
    ) throws -> [UInt8] {
        let released: [ElementReference] = [
            ElementReference(.mobileDrivingLicence, "family_name"), ElementReference(.mobileDrivingLicence, "given_name"),
            ElementReference(.mobileDrivingLicence, "age_over_21"),
        ]
        return try DeviceResponseWriter.encode(
            [PresentedDocument(document: document, released: released)], transcript: transcript, readerKey: readerKey)
    }

    /// What the genuine answer says.
    public static let elements: Set<VerifiedElement> = {
        switch verifier.verify(deviceResponse: plainResponse, transcript: transcript, at: now) {
        case .verified(let response): return Set(response.documents.flatMap(\.issuerSigned))
        case .refused(let refusal): fatalError("the genuine answer is refused: \(refusal.reason)")
        case .mock: fatalError("the genuine answer is taken for mock data")
        }
    }()

    /// Whatever bytes a verification accepted, its elements are those the issuer signed for this document and the device
    /// presented; it may show fewer of them.
    public static func lawElements(_ response: VerifiedResponse) {
        law(!response.documents.isEmpty, "verified without a document")
        for document in response.documents {
            law(document.docType == .mobileDrivingLicence, "verified as another type of document")
            law(document.deviceSigned.isEmpty, "a device-signed element that the device never signed")
            law(!document.issuerSigned.isEmpty, "verified without an element")
            for element in document.issuerSigned {
                law(
                    elements.contains { $0.reference == element.reference && $0.item == element.item },
                    "an element was verified that is not the issuer's")
            }
        }
    }

    private static func decode(_ text: String) -> [UInt8] {
        guard let bytes = Base64URL.decode(text) else { fatalError("the fixed world is damaged; make it again with MakeSeeds") }
        return bytes
    }

    private static func force<Value>(_ body: () throws -> Value) -> Value {
        do { return try body() } catch { fatalError("the fixed world is damaged: \(error)") }
    }
}
