public import Crypto

/// The authenticator's side of the handshake (CTAP 2.2, 11.5.1.3): the client's message comes in, its own goes out.
public enum AuthenticatorHandshake {
    /// Whom the client is to the authenticator, or the authenticator to the client.
    public enum Party: Sendable {
        /// The authenticator scanned a QR code with this key.
        case scanned(client: P256.KeyAgreement.PublicKey)
        /// The devices are linked; this is the authenticator's own key.
        case linked(identity: P256.KeyAgreement.PrivateKey)
    }

    /// Answers the client's message.
    ///
    /// - Parameters:
    ///   - hello: 81 bytes.
    ///   - sharedKey: `HandshakeKeys.sharedKey`.
    ///   - ephemeral: a new key, for this handshake only.
    /// - Returns: the message for the client, 81 bytes, and what both sides seal with from now on.
    public static func answer(
        _ hello: [UInt8], _ party: Party, sharedKey: SymmetricKey, ephemeral: P256.KeyAgreement.PrivateKey
    ) throws(HybridError) -> (message: [UInt8], keys: SessionKeys) {
        let theirs = try HandshakeKeys.point(of: hello)
        var state = begin(party, sharedKey: sharedKey)
        state.mixPoint(Array(hello.prefix(HandshakeKeys.pointBytes)))
        if case .linked(let identity) = party { state.mixKey(try HandshakeKeys.secret(identity, theirs)) }
        try state.openEmpty(hello.suffix(NoiseState.tagBytes))

        let own = [UInt8](ephemeral.publicKey.x963Representation)
        state.mixPoint(own)
        state.mixKey(try HandshakeKeys.secret(ephemeral, theirs))
        if case .scanned(let client) = party { state.mixKey(try HandshakeKeys.secret(ephemeral, client)) }
        let message = own + (try state.sealEmpty())
        let keys = state.split()
        return (
            message,
            SessionKeys(hash: state.hash, sealer: FrameSealer(key: keys.fromAuthenticator), opener: FrameOpener(key: keys.fromClient))
        )
    }

    private static func begin(_ party: Party, sharedKey: SymmetricKey) -> NoiseState {
        switch party {
        case .scanned(let client): HandshakeKeys.begin(.known, known: client, sharedKey: sharedKey)
        case .linked(let identity): HandshakeKeys.begin(.linked, known: identity.publicKey, sharedKey: sharedKey)
        }
    }
}
