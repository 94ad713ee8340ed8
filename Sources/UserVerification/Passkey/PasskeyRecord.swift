import Crypto
import Foundation

/// An enrolled passkey.
struct PasskeyRecord: Sendable {
    private static let credentialBytes = 1...1023

    let credential: [UInt8]
    let publicKey: [UInt8]
    let counter: UInt32

    init(credential: [UInt8], publicKey: [UInt8], counter: UInt32) {
        self.credential = credential
        self.publicKey = publicKey
        self.counter = counter
    }

    /// Takes a new one, if everything about it is as it has to be.
    init(_ creation: PasskeyCreation, challenge: [UInt8], origin: WalletOrigin) throws(UserVerificationError) {
        try ClientData.check(creation.clientData, .create, challenge: challenge, origin: origin)
        let data = try AuthenticatorData(creation.authenticatorData)
        guard Self.credentialBytes.contains(creation.credential.count) else { throw .passkey(.credential) }
        let key = try Self.key(creation.publicKey)
        try data.checkCredential(creation.credential, key: key)
        // The key's own encoding, so that equal keys are equal bytes.
        self.init(credential: creation.credential, publicKey: Array(key.derRepresentation), counter: data.counter)
    }

    /// Checks an assertion of it, and gives the counter it leaves behind.
    func check(_ assertion: PasskeyAssertion, transaction: [UInt8], origin: WalletOrigin) throws(UserVerificationError) -> UInt32 {
        guard assertion.credential == credential else { throw .passkey(.credential) }
        try ClientData.check(assertion.clientData, .get, challenge: transaction, origin: origin)
        let data = try AuthenticatorData(assertion.authenticatorData)
        let signed = assertion.authenticatorData + SHA256.hash(data: assertion.clientData)
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: assertion.signature),
            try Self.key(publicKey).isValidSignature(signature, for: signed)
        else { throw .passkey(.signature) }
        // Authenticators that do not count say 0 for ever.
        guard data.counter > counter || (data.counter == 0 && counter == 0) else { throw .passkey(.counter) }
        return data.counter
    }

    private static func key(_ bytes: [UInt8]) throws(UserVerificationError) -> P256.Signing.PublicKey {
        do { return try P256.Signing.PublicKey(derRepresentation: bytes) } catch { throw .passkey(.key) }
    }
}
