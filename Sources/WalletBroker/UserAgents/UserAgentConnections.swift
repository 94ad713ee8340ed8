import BrokerMessages
import LocalSockets

/// Serves the user agents' socket: one request for each connection.
struct UserAgentConnections: Sendable {
    let desk: PresentmentDesk
    let consent: any ConsentHost
    /// The broker's own programs that bring requests.
    let started: StartedPrograms

    /// Carries a request to its end.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer) async {
        let first = await Self.message(channel)
        guard case .present(let data, let origin, let locale, let isOnAnotherDevice, let longestResponse)? = first else { return channel.close() }
        let agent = SocketUserAgent(channel, longestResponse: longestResponse)
        let incoming = IncomingRequest(
            request: RawRequest(data: data, origin: origin), locale: locale, reporter: Reporter(peer, started),
            isOnAnotherDevice: isOnAnotherDevice)
        do throws(PresentmentRefusal) {
            await follow(try await desk.begin(incoming, from: agent), agent, channel)
        } catch {
            await agent.tell(.ended(error.ending))
        }
        await agent.close()
    }

    private func follow(_ session: any ConsentSession, _ agent: SocketUserAgent, _ channel: FrameChannel) async {
        let listening = Task {
            while let message = await Self.message(channel) {
                switch message {
                case .released(let data, let origin): await agent.take(RawRequest(data: data, origin: origin))
                case .cancel, .present: return await desk.withdraw(session)
                }
            }
            await agent.close()
            await desk.withdraw(session)
        }
        if let address = await consent.show(session) { await agent.tell(.window(address)) }
        for await stage in await session.stages() {
            // The response has gone before: nothing else tells a page that there is one.
            if case .ended(let outcome) = stage, outcome != .answered { await agent.tell(.ended(.notAllowed)) }
        }
        await agent.close()
        await listening.value
    }

    private static func message(_ channel: FrameChannel) async -> UserAgentMessage? {
        guard let frame = try? await channel.receive() else { return nil }
        return try? UserAgentMessage(decoding: frame)
    }
}

extension Reporter {
    /// Who is at the other end of a user agent's connection: by the kernel's word, or the broker's own where the kernel keeps it back.
    init(_ peer: LocalPeer, _ started: StartedPrograms) {
        if let program = started[peer.process] ?? peer.program { self = .program(program) } else { self = .hidden(process: peer.process) }
    }
}
