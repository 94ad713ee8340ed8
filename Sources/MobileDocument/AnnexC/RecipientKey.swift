package import Crypto

/// A private key answers are sealed to, with its public half in the form HPKE needs.
package struct RecipientKey: Sendable {
    /// The key.
    package let privateKey: P256.KeyAgreement.PrivateKey
    /// The public key, 65 bytes, X9.63 uncompressed: made once, as making it costs as much as the rest of HPKE's key schedule.
    package let publicKey: [UInt8]

    /// Wraps a key.
    package init(_ privateKey: P256.KeyAgreement.PrivateKey) {
        self.privateKey = privateKey
        publicKey = [UInt8](privateKey.publicKey.x963Representation)
    }
}
