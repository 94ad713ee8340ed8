import AppRequests
import BrokerMessages
import LocalSockets

/// Serves apps that ask for documents: one request for each connection.
struct AskingApps: Sendable {
    let desk: AppDesk
    let presentments: PresentmentDesk
    let consent: any ConsentHost

    /// Answers whether an app may ask, and carries its request to its end. Which program it is, is looked at anew each time.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer, _ first: AppMessage) async {
        var message: AppMessage? = first
        while case .mayAsk(let request)? = message {
            guard (try? await channel.send(mayAsk(request, channel, peer).encode())) != nil else { return channel.close() }
            message = await Self.message(channel)
        }
        if case .ask(let request, let locale)? = message { await ask(request, locale, channel, peer) }
        channel.close()
    }

    private func mayAsk(_ request: AppRequest, _ channel: FrameChannel, _ peer: LocalPeer) async -> AppNotice {
        do throws(AppRequestRefusal) {
            try await desk.checkMayAsk(request, of: AskingProgram(of: peer, behind: channel))
            return .mayAsk
        } catch {
            return .ended(error.ending, code: error.code)
        }
    }

    private func ask(_ request: AppRequest, _ locale: String, _ channel: FrameChannel, _ peer: LocalPeer) async {
        do throws(AppRequestRefusal) {
            let program = try AskingProgram(of: peer, behind: channel)
            let (session, agent) = try await desk.begin(request, of: program, locale: locale) { read in
                AppAgent(channel: channel, request: RawRequest(data: request.encode(), origin: read.partial.origin), omitted: read.app.omitted)
            }
            await follow(session, agent)
        } catch {
            desk.logger.notice("an app is refused", metadata: ["code": "\(error.code)"])
            try? await channel.send(AppNotice.ended(error.ending, code: error.code).encode())
        }
    }

    private func follow(_ session: any ConsentSession, _ agent: AppAgent) async {
        let listening = Task {
            // Whatever it says now, it no longer waits; and one that is gone does not either.
            _ = await Self.message(agent.channel)
            await presentments.withdraw(session)
        }
        if let address = await consent.show(session) { await agent.tell(.window(address)) }
        for await stage in await session.stages() {
            switch stage {
            case .ended(.declined), .ended(.withdrawn): await agent.tell(.ended(.cancelled, code: "inApp.cancelled"))
            // What failed is for the person's own history, as with pages.
            case .ended(.failed): await agent.tell(.ended(.unknown, code: "inApp.failed"))
            default: break
            }
        }
        agent.channel.close()
        await listening.value
    }

    private static func message(_ channel: FrameChannel) async -> AppMessage? {
        guard let frame = try? await channel.receive() else { return nil }
        return try? AppMessage(decoding: frame)
    }
}
