import CBOR
package import Crypto

/// Derivation of the key of `deviceMac` (ISO/IEC 18013-5, 9.1.3.5).
public enum DeviceMacKey {
    /// `EMacKey`: HKDF-SHA256 over the ECDH secret, salted with the hash of the tag-24 form of the transcript.
    ///
    /// - Parameters:
    ///   - privateKey: the reader's ephemeral key, or the device key on the device's side.
    ///   - publicKey: the other side's public key.
    ///   - transcript: the session's transcript.
    package static func derive(
        privateKey: P256.KeyAgreement.PrivateKey, publicKey: P256.KeyAgreement.PublicKey, transcript: SessionTranscript
    ) throws -> SymmetricKey {
        var transcriptBytes = CBORWriter()
        transcriptBytes.embedded(transcript.encoded)
        return try privateKey.sharedSecretFromKeyAgreement(with: publicKey).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: [UInt8](SHA256.hash(data: transcriptBytes.bytes)),
            sharedInfo: [UInt8]("EMacKey".utf8), outputByteCount: 32)
    }
}
