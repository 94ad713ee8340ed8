import CBOR
public import Crypto
import MobileDocument

extension ForgedResponse {
    /// Seals the response as a wallet answers an app: the encoded envelope.
    ///
    /// - Parameters:
    ///   - nonce: the app's nonce.
    ///   - merchantIdentifier: the merchant identifier of its request.
    ///   - teamIdentifier: the identifier of its team.
    ///   - merchantKey: the key of the merchant's encryption certificate.
    public func envelope(
        nonce: [UInt8], merchantIdentifier: String, teamIdentifier: String, merchantKey: P256.KeyAgreement.PublicKey
    ) throws -> [UInt8] {
        let transcript = SessionTranscript(
            .appleInApp(
                nonce: ByteSlice(nonce), merchantIdentifier: merchantIdentifier, teamIdentifier: teamIdentifier,
                recipientKeyHash: InAppEnvelope.keyHash(of: merchantKey)))
        return try InAppEnvelope.seal(deviceResponse: encode(transcript: transcript), to: merchantKey, transcript: transcript).encoded
    }
}
