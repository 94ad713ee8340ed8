/// What a browser gives for a new passkey, byte by byte (`AuthenticatorAttestationResponse`). No attestation is asked for.
public struct PasskeyCreation: Sendable {
    /// `rawId`
    public let credential: [UInt8]
    /// `getPublicKey()`: the key as SubjectPublicKeyInfo, so that no COSE key has to be decoded.
    public let publicKey: [UInt8]
    /// `clientDataJSON`
    public let clientData: [UInt8]
    /// `getAuthenticatorData()`
    public let authenticatorData: [UInt8]

    /// Takes what the browser gave.
    public init(credential: [UInt8], publicKey: [UInt8], clientData: [UInt8], authenticatorData: [UInt8]) {
        self.credential = credential
        self.publicKey = publicKey
        self.clientData = clientData
        self.authenticatorData = authenticatorData
    }
}
