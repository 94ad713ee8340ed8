package import Crypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// HPKE as every online presentation of an mdoc uses it: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM,
/// single shot, empty associated data, the plain session transcript as `info` (RFC 9180; ISO/IEC TS 18013-7, C.4).
package enum ResponseEncryption {
    private static let suite = HPKE.Ciphersuite(kem: .P256_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_128)

    /// Opens a sealed answer; nil for every reason alike, since a wrong key, a wrong transcript and a changed byte cannot
    /// be told apart and must not be.
    package static func open(
        _ cipherText: ArraySlice<UInt8>, encapsulatedKey: ArraySlice<UInt8>, with privateKey: P256.KeyAgreement.PrivateKey,
        transcript: SessionTranscript
    ) -> [UInt8]? {
        guard
            var recipient = try? HPKE.Recipient(
                privateKey: privateKey, ciphersuite: suite, info: Data(transcript.encoded), encapsulatedKey: Data(encapsulatedKey)),
            let plaintext = try? recipient.open(cipherText)
        else { return nil }
        return [UInt8](plaintext)
    }

    /// Seals an answer to a website's key with a fresh ephemeral key.
    package static func seal(
        _ plaintext: [UInt8], to publicKey: P256.KeyAgreement.PublicKey, transcript: SessionTranscript
    ) throws -> (encapsulatedKey: [UInt8], cipherText: [UInt8]) {
        var sender = try HPKE.Sender(recipientKey: publicKey, ciphersuite: suite, info: Data(transcript.encoded))
        let cipherText = try sender.seal(plaintext)
        return ([UInt8](sender.encapsulatedKey), [UInt8](cipherText))
    }
}
