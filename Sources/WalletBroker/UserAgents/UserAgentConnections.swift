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
        let beginning = Task { await begin(incoming, from: agent) }
        let following = Task {
            switch await beginning.value {
            case .success(let session): await follow(session, agent)
            case .failure(let refusal): await agent.tell(.ended(refusal.ending))
            }
            await agent.close()
        }
        await listen(channel, for: agent)
        // Who leaves while the request is read does not hold up the next one.
        beginning.cancel()
        if case .success(let session) = await beginning.value { await desk.withdraw(session) }
        await withTaskCancellationHandler { await following.value } onCancel: { following.cancel() }
    }

    private func begin(_ incoming: IncomingRequest, from agent: SocketUserAgent) async -> Result<any ConsentSession, PresentmentRefusal> {
        do throws(PresentmentRefusal) { return .success(try await desk.begin(incoming, from: agent)) } catch { return .failure(error) }
    }

    /// Takes what the user agent says, as long as it waits.
    private func listen(_ channel: FrameChannel, for agent: SocketUserAgent) async {
        while let message = await Self.message(channel) {
            switch message {
            case .released(let data, let origin): await agent.take(RawRequest(data: data, origin: origin))
            case .cancel, .present: return
            }
        }
        await agent.close()
    }

    private func follow(_ session: any ConsentSession, _ agent: SocketUserAgent) async {
        if let address = await consent.show(session) { await agent.tell(.window(address)) }
        for await stage in await session.stages() {
            // The response has gone before: nothing else tells a page that there is one.
            if case .ended(let outcome) = stage, outcome != .answered { await agent.tell(.ended(.notAllowed)) }
        }
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
