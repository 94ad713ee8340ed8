/// What a browser gives when a passkey is used, byte by byte (`AuthenticatorAssertionResponse`).
public struct PasskeyAssertion: Sendable {
    /// `rawId`
    public let credential: [UInt8]
    /// `clientDataJSON`
    public let clientData: [UInt8]
    /// `authenticatorData`
    public let authenticatorData: [UInt8]
    /// `signature`
    public let signature: [UInt8]

    /// Takes what the browser gave.
    public init(credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
    }
}
