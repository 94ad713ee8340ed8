/// A data channel after its handshake: messages go out sealed and come in opened, in their order. For one reader at a time; senders wait for
/// each other.
actor SecureChannel {
    private let channel: any DataChannel
    private var sealer: FrameSealer
    private var opener: FrameOpener
    private var isSending = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// The handshake's, which names this session.
    let hash: [UInt8]

    init(_ channel: any DataChannel, keys: consuming SessionKeys) {
        self.channel = channel
        hash = keys.hash
        (sealer, opener) = (keys.sealer, keys.opener)
    }

    func send(_ message: HybridMessage) async throws(HybridError) { try await sendBytes(message.bytes) }

    func send(_ capabilities: Capabilities) async throws(HybridError) { try await sendBytes(capabilities.encoded) }

    func receive() async throws(HybridError) -> HybridMessage { try HybridMessage(try await receiveBytes()) }

    func receiveCapabilities() async throws(HybridError) -> Capabilities { try Capabilities(try await receiveBytes()) }

    func close() async { await channel.close() }

    /// Seals a message and hands it over as one step: the other side opens frames in the order of their sealing alone.
    private func sendBytes(_ bytes: [UInt8]) async throws(HybridError) {
        if isSending { await withCheckedContinuation { waiting.append($0) } }
        isSending = true
        defer { if waiting.isEmpty { isSending = false } else { waiting.removeFirst().resume() } }
        try await channel.send(try sealer.seal(bytes))
    }

    private func receiveBytes() async throws(HybridError) -> [UInt8] {
        guard let frame = try await channel.receive() else { throw HybridError(.closed, "the other device has ended the connection") }
        return try opener.open(frame)
    }
}
