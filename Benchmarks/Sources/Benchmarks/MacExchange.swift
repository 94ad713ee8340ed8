import CBOR
import COSE
import Crypto
import DocumentProvider
import Foundation
import MobileDocument
import RelyingParty

/// The same elements, returned in person: the device proves itself by a MAC, and nothing is sealed.
struct MacExchange {
    private let exchange: Exchange
    private let response: [UInt8]
    private let transcript: SessionTranscript
    private let readerKey = P256.KeyAgreement.PrivateKey()
    private let deviceKey: P256.KeyAgreement.PublicKey
    private let signerKey: P256.Signing.PublicKey
    private let issuerSignature: P256.Signing.ECDSASignature
    private let issuerStructure: [UInt8]
    private let items: [[UInt8]]
    private let salt = Data(repeating: 7, count: 32)
    private let macInput = Data(repeating: 7, count: 200)

    init(_ exchange: Exchange) throws {
        self.exchange = exchange
        let macKey = P256.KeyAgreement.PrivateKey()
        deviceKey = macKey.publicKey
        let content = Exchange.licence(portraitBytes: exchange.shape.portraitBytes)
        let held = try HeldDocument(
            issuerSigned: Exchange.issue(content, by: exchange.parties, to: COSEKey(macKey.publicKey)), macKey: macKey)
        var encodedKey = CBORWriter()
        COSEKey(readerKey.publicKey).write(to: &encodedKey)
        transcript = SessionTranscript(
            .proximity(
                deviceEngagement: EmbeddedCBOR(wrapping: [0xa0]), readerKey: EmbeddedCBOR(wrapping: encodedKey.bytes),
                handover: try CBORItem([0xf6])))
        response = try DeviceResponseWriter.encode(
            [PresentedDocument(document: held, released: Exchange.asked(content, exchange.shape.elements))], transcript: transcript,
            readerKey: readerKey.publicKey)
        guard
            case .p256(let signerKey) = exchange.parties.signer.signingKey.verificationKey,
            let document = try DeviceResponse(response).documents.first
        else { fatalError("the sample is not on P-256") }
        self.signerKey = signerKey
        issuerSignature = try P256.Signing.ECDSASignature(rawRepresentation: document.issuerSigned.issuerAuth.signature.array)
        issuerStructure = Exchange.issuerStructure(document)
        items = try Exchange.digestedItems(response)
    }

    func verdict(_ verifier: Verifier) -> Verdict {
        verifier.verify(
            deviceResponse: response, transcript: transcript, readerKey: readerKey, request: exchange.request, at: exchange.parties.now)
    }

    /// One verification, one key agreement, HKDF, one HMAC and the hashes.
    func floor() -> Bool {
        var isRight = true
        for item in items { isRight = isRight && SHA256.hash(data: item).first(where: { $0 != 0 }) != nil }
        isRight = isRight && signerKey.isValidSignature(issuerSignature, for: SHA256.hash(data: issuerStructure))
        guard let secret = try? readerKey.sharedSecretFromKeyAgreement(with: deviceKey) else { return false }
        let key = secret.hkdfDerivedSymmetricKey(using: SHA256.self, salt: salt, sharedInfo: Data("EMacKey".utf8), outputByteCount: 32)
        return isRight && HMAC<SHA256>.authenticationCode(for: macInput, using: key).byteCount == 32
    }
}
