import Crypto
import HybridTransport

/// What a client does wrong.
enum AuthenticatorFault: String, CaseIterable, Sendable {
    case closesBeforeHandshake, garbageHandshake, closesBeforeRequest, shutdownBeforeRequest, ctapRequest, unknownType, badJSON, replayedRequest
    case swappedRequest, secondRequest, closesBeforeAnswer

    var expected: HybridError.Code {
        switch self {
        case .closesBeforeHandshake, .closesBeforeRequest, .shutdownBeforeRequest, .closesBeforeAnswer: .closed
        case .garbageHandshake: .handshake
        case .replayedRequest, .swappedRequest: .frame
        case .ctapRequest, .unknownType, .badJSON, .secondRequest: .message
        }
    }
}

/// A client, step by step, that makes one mistake.
struct PeerClient {
    private let meeting: Meeting

    init(_ meeting: Meeting) { self.meeting = meeting }

    func send(_ fault: AuthenticatorFault) async throws {
        let secret = meeting.scanned.secret
        let key = AdvertKey(secret: secret)
        for await advert in try await meeting.adverts.listen() {
            guard let identifier = try key.open(advert) else { continue }
            let channel = try await meeting.tunnels.connect(to: TunnelIdentifier(secret: secret), routing: identifier.routing, at: identifier.domain)
            return try await run(fault, identifier, over: channel)
        }
    }

    private func run(_ fault: AuthenticatorFault, _ identifier: ProximityIdentifier, over channel: any DataChannel) async throws {
        if fault == .closesBeforeHandshake { return await channel.close() }
        let handshake = try ClientHandshake(
            .scanned(identity: meeting.identity), sharedKey: HandshakeKeys.sharedKey(secret: meeting.scanned.secret, identifier: identifier),
            ephemeral: .init())
        var hello = handshake.message
        if fault == .garbageHandshake { hello[80] ^= 1 }
        try await channel.send(hello)
        guard let reply = try await channel.receive(), fault != .garbageHandshake else { return }
        var keys = try handshake.finish(reply)
        guard let first = try await channel.receive() else { return }
        _ = try Capabilities(keys.opener.open(first))
        if fault == .closesBeforeRequest { return await channel.close() }
        if fault == .swappedRequest {
            let update = try keys.sealer.seal([2, 0xa0])
            try await channel.send(try keys.sealer.seal(message(fault)))
            return try await channel.send(update)
        }
        try await channel.send(try keys.sealer.seal(message(fault)))
        switch fault {
        case .closesBeforeAnswer: await channel.close()
        case .secondRequest: try await channel.send(try keys.sealer.seal(HybridMessage.credentials(Meeting.request.encoded).bytes))
        case .replayedRequest:
            let update = try keys.sealer.seal([2, 0xa0])
            try await channel.send(update)
            try await channel.send(update)
        default: break
        }
    }

    private func message(_ fault: AuthenticatorFault) -> [UInt8] {
        switch fault {
        case .shutdownBeforeRequest: [0]
        case .ctapRequest: [1, 4]
        case .unknownType: [7]
        case .badJSON: [3] + Array("null".utf8)
        default: HybridMessage.credentials(Meeting.request.encoded).bytes
        }
    }
}
