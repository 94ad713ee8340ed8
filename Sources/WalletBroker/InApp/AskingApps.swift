import AppRequests
import BrokerMessages
import LocalSockets

/// Serves apps that ask for documents: one request for each connection.
struct AskingApps: Sendable {
    let desk: AppDesk
    let presentments: PresentmentDesk
    let consent: any ConsentHost

    /// A message, or why what was meant as one is none.
    typealias Message = Result<AppMessage, AppRequestRefusal>
    private typealias Begun = (session: any ConsentSession, agent: AppAgent)

    /// Answers whether an app may ask, and carries its request to its end. Which program it is, is looked at anew each time, as long as it waits.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer, _ first: Message) async {
        var message: Message? = first
        while case .success(.mayAsk(let request))? = message {
            let answering = Task { try await channel.send(mayAsk(request, channel, peer).encode()) }
            message = await Self.message(channel)
            if message == nil { answering.cancel() }
            _ = await answering.result
        }
        switch message {
        case .success(.ask(let request, let locale))?: await ask(request, locale, channel, peer)
        case .failure(let error)?: await refuse(error, channel)
        default: break
        }
        channel.close()
    }

    /// What a frame says to those who are asked for documents; nil where it says something else.
    static func message(in frame: [UInt8]) -> Message? {
        do { return .success(try AppMessage(decoding: frame)) } catch {
            return AppMessage.begins(frame) ? .failure(.malformed("\(error)")) : nil
        }
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
        let beginning = Task { await begin(request, locale, channel, peer) }
        let following = Task {
            await follow(beginning.value, channel)
            channel.close()
        }
        if await Self.message(channel) == nil { beginning.cancel() }
        // Whatever it says now, it no longer waits; and one that is gone does not either.
        if case .success(let begun) = await beginning.value { await presentments.withdraw(begun.session) }
        await withTaskCancellationHandler { await following.value } onCancel: { following.cancel() }
    }

    private func begin(
        _ request: AppRequest, _ locale: String, _ channel: FrameChannel, _ peer: LocalPeer
    ) async -> Result<Begun, AppRequestRefusal> {
        do throws(AppRequestRefusal) {
            let program = try AskingProgram(of: peer, behind: channel)
            let begun = try await desk.begin(request, of: program, locale: locale) { read in
                AppAgent(channel: channel, request: RawRequest(data: request.encode(), origin: read.partial.origin), omitted: read.app.omitted)
            }
            return .success(begun)
        } catch { return .failure(error) }
    }

    private func follow(_ beginning: Result<Begun, AppRequestRefusal>, _ channel: FrameChannel) async {
        let begun: Begun
        switch beginning {
        case .success(let success): begun = success
        case .failure(let error): return await refuse(error, channel)
        }
        let (session, agent) = begun
        if let address = await consent.show(session) { await agent.tell(.window(address)) }
        for await stage in await session.stages() {
            switch stage {
            case .ended(.declined), .ended(.withdrawn): await agent.tell(.ended(.cancelled, code: "inApp.cancelled"))
            // What failed is for the person's own history, as with pages.
            case .ended(.failed): await agent.tell(.ended(.unknown, code: "inApp.failed"))
            default: break
            }
        }
    }

    private func refuse(_ error: AppRequestRefusal, _ channel: FrameChannel) async {
        desk.logger.notice("an app is refused", metadata: ["code": "\(error.code)"])
        try? await channel.send(AppNotice.ended(error.ending, code: error.code).encode())
    }

    private static func message(_ channel: FrameChannel) async -> Message? {
        guard let frame = try? await channel.receive() else { return nil }
        return message(in: frame)
    }
}
