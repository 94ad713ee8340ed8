import Crypto
import HybridTransport

/// What an authenticator does wrong.
enum ClientFault: String, CaseIterable, Sendable {
    case closesBeforeHandshake, garbageHandshake, shortHandshake, closesBeforeCapabilities, garbageCapabilities, noDocuments, shutdown, ctapReply
    case unknownType, emptyMessage, badJSON, foreignProtocol, replayedFrame, swappedFrames, closesBeforeReply

    var expected: HybridError.Code {
        switch self {
        case .closesBeforeHandshake, .closesBeforeCapabilities, .closesBeforeReply: .closed
        case .garbageHandshake, .shortHandshake: .handshake
        case .noDocuments: .unsupported
        case .replayedFrame, .swappedFrames: .frame
        case .garbageCapabilities, .shutdown, .ctapReply, .unknownType, .emptyMessage, .badJSON, .foreignProtocol: .message
        }
    }
}

/// An authenticator, step by step, that makes one mistake; or none, and sends updates before its answer: one that means nothing, unless told others.
struct PeerAuthenticator {
    private let meeting: Meeting
    private let capabilities: [UInt8]
    private let response: RemoteCredentialResponse
    private let updates: @Sendable (_ hash: [UInt8]) throws -> [[UInt8]]

    /// - Parameters:
    ///   - capabilities: its first message.
    ///   - response: its answer.
    ///   - updates: what it sends before, given the handshake's hash.
    init(
        _ meeting: Meeting, capabilities: [UInt8] = Capabilities.wallet.encoded, response: RemoteCredentialResponse = Meeting.credential,
        updates: @escaping @Sendable (_ hash: [UInt8]) throws -> [[UInt8]] = { _ in [[0x80]] }
    ) {
        self.meeting = meeting
        self.capabilities = capabilities
        self.response = response
        self.updates = updates
    }

    func serve(_ fault: ClientFault?) async throws {
        let secret = meeting.scanned.secret
        let domain = try TunnelDomain(1000)
        let tunnel = try await meeting.tunnels.open(TunnelIdentifier(secret: secret), at: domain)
        let identifier = try ProximityIdentifier(nonce: [UInt8](repeating: 5, count: 10), routing: tunnel.routing, domain: domain)
        let advert = try AdvertKey(secret: secret).seal(identifier)
        let sending = Task { try await meeting.adverts.send(advert) }
        defer { sending.cancel() }
        guard let hello = try await tunnel.channel.receive() else { return }
        try await answer(hello, identifier, over: tunnel.channel, fault)
        // Until the client has left.
        while try await tunnel.channel.receive() != nil {}
    }

    private func answer(_ hello: [UInt8], _ identifier: ProximityIdentifier, over channel: any DataChannel, _ fault: ClientFault?) async throws {
        if fault == .closesBeforeHandshake { return await channel.close() }
        var (reply, keys) = try AuthenticatorHandshake.answer(
            hello, .scanned(client: meeting.scanned.identity),
            sharedKey: HandshakeKeys.sharedKey(secret: meeting.scanned.secret, identifier: identifier), ephemeral: .init())
        if fault == .garbageHandshake { reply[80] ^= 1 }
        if fault == .shortHandshake { reply.removeLast() }
        try await channel.send(reply)
        if fault == .closesBeforeCapabilities { return await channel.close() }
        let first: [UInt8] =
            switch fault {
            case .garbageCapabilities: [0xff]
            case .noDocuments: [0xa1, 0x03, 0x81, 0x64] + Array("ctap".utf8)
            default: capabilities
            }
        try await channel.send(try keys.sealer.seal(first))
        guard fault != .garbageCapabilities, fault != .noDocuments, let request = try await channel.receive() else { return }
        _ = try keys.opener.open(request)
        if fault == .closesBeforeReply { return await channel.close() }
        if fault == .replayedFrame {
            let update = try keys.sealer.seal([2, 0xa0])
            try await channel.send(update)
            return try await channel.send(update)
        }
        if fault == .swappedFrames {
            let update = try keys.sealer.seal([2, 0xa0])
            try await channel.send(try keys.sealer.seal(message(nil)))
            return try await channel.send(update)
        }
        if fault == nil { for update in try updates(keys.hash) { try await channel.send(try keys.sealer.seal([2] + update)) } }
        try await channel.send(try keys.sealer.seal(message(fault)))
    }

    private func message(_ fault: ClientFault?) -> [UInt8] {
        switch fault {
        case nil: HybridMessage.credentials(response.encoded).bytes
        case .shutdown: [0]
        case .ctapReply: [1, 0]
        case .unknownType: [9]
        case .badJSON: [3] + Array("{".utf8)
        case .foreignProtocol: [3] + RemoteCredentialResponse.credential(exchangeProtocol: "other", data: Array("{}".utf8)).encoded
        default: []
        }
    }
}
