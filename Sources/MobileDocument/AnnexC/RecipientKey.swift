package import COSE
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

    /// Reads a key in X9.63 form: the public key's 65 bytes and the 32 of the private key, which must belong together.
    package init(x963 bytes: ArraySlice<UInt8>) throws {
        privateKey = try P256.KeyAgreement.PrivateKey(x963Representation: bytes)
        publicKey = Array(bytes.prefix(Self.publicKeyBytes))
    }

    /// The key in X9.63 form. It is secret.
    package var x963: [UInt8] { publicKey + Array(privateKey.rawRepresentation) }

    /// The public key as requests carry it.
    package var coseKey: COSEKey { COSEKey(curve: .p256, rawCoordinates: Array(publicKey.dropFirst())) }

    private static let publicKeyBytes = 65
}
