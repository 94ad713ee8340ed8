public import Crypto

/// The client's side of the handshake (CTAP 2.2, 11.5.1.3): its message goes out, the authenticator's comes in, once.
public struct ClientHandshake: ~Copyable, Sendable {
    /// Whom the client is to the authenticator, or the authenticator to the client.
    public enum Party: Sendable {
        /// The client showed a QR code with the public half of this key.
        case scanned(identity: P256.KeyAgreement.PrivateKey)
        /// The devices are linked; this is the authenticator's key.
        case linked(authenticator: P256.KeyAgreement.PublicKey)
    }

    /// The first message, 81 bytes.
    public let message: [UInt8]
    private var state: NoiseState
    private let ephemeral: P256.KeyAgreement.PrivateKey
    private let party: Party

    /// Begins.
    ///
    /// - Parameters:
    ///   - sharedKey: `HandshakeKeys.sharedKey`.
    ///   - ephemeral: a new key, for this handshake only.
    public init(_ party: Party, sharedKey: SymmetricKey, ephemeral: P256.KeyAgreement.PrivateKey) throws(HybridError) {
        var state =
            switch party {
            case .scanned(let identity): HandshakeKeys.begin(.known, known: identity.publicKey, sharedKey: sharedKey)
            case .linked(let authenticator): HandshakeKeys.begin(.linked, known: authenticator, sharedKey: sharedKey)
            }
        let point = [UInt8](ephemeral.publicKey.x963Representation)
        state.mixPoint(point)
        if case .linked(let authenticator) = party { state.mixKey(try HandshakeKeys.secret(ephemeral, authenticator)) }
        message = point + (try state.sealEmpty())
        self.state = state
        self.ephemeral = ephemeral
        self.party = party
    }

    /// Takes the authenticator's message.
    public consuming func finish(_ reply: [UInt8]) throws(HybridError) -> SessionKeys {
        let theirs = try HandshakeKeys.point(of: reply)
        state.mixPoint(Array(reply.prefix(HandshakeKeys.pointBytes)))
        state.mixKey(try HandshakeKeys.secret(ephemeral, theirs))
        if case .scanned(let identity) = party { state.mixKey(try HandshakeKeys.secret(identity, theirs)) }
        try state.openEmpty(reply.suffix(NoiseState.tagBytes))
        let keys = state.split()
        return SessionKeys(hash: state.hash, sealer: FrameSealer(key: keys.fromClient), opener: FrameOpener(key: keys.fromAuthenticator))
    }
}
