/// What a handshake leaves on one side: its hash, and what seals and opens the frames that follow.
public struct SessionKeys: Sendable {
    /// The handshake's hash, 32 bytes, which names this session and no other.
    public let hash: [UInt8]
    /// Seals what this side sends.
    public var sealer: FrameSealer
    /// Opens what the other side sends.
    public var opener: FrameOpener
}

extension SessionKeys: Withheld {
    /// Nothing of the keys.
    public var description: String { "session keys" }
}
