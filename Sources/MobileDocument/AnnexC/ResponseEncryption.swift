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
    private static let tagBytes = 16

    /// Opens a sealed answer; nil for every reason alike, since a wrong key, a wrong transcript and a changed byte cannot
    /// be told apart and must not be.
    package static func open(
        _ cipherText: ArraySlice<UInt8>, encapsulatedKey: ArraySlice<UInt8>, with recipientKey: RecipientKey, transcript: SessionTranscript
    ) -> [UInt8]? {
        guard cipherText.count >= tagBytes,
            let sender = try? P256.KeyAgreement.PublicKey(x963Representation: encapsulatedKey),
            let secret = try? recipientKey.privateKey.sharedSecretFromKeyAgreement(with: sender),
            let schedule = try? HPKEKeySchedule(
                secret: secret, encapsulatedKey: encapsulatedKey, recipientKey: recipientKey.publicKey, info: transcript.encoded),
            // As plain memory: to look into a slice the library would box it.
            let box = try? cipherText.withUnsafeBytes({ bytes in
                try AES.GCM.SealedBox(
                    nonce: schedule.baseNonce, ciphertext: UnsafeRawBufferPointer(rebasing: bytes.dropLast(tagBytes)),
                    tag: UnsafeRawBufferPointer(rebasing: bytes.suffix(tagBytes)))
            }),
            let plaintext = try? AES.GCM.open(box, using: schedule.key)
        else { return nil }
        return plaintext.withUnsafeBytes { Array($0) }
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
