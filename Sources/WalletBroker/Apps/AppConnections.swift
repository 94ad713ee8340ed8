import BrokerMessages
import LocalSockets

/// Serves the apps' socket.
struct AppConnections: Sendable {
    let desk: ProviderDesk
    /// Whether there are documents on this machine.
    let isAnswering: Bool
    let asking: AskingApps

    /// Answers an app until it closes. Its first word says whether it registers documents or asks for some. A program that belongs to no
    /// installed provider is told that it may not present documents; every one is told where none are presented.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer) async {
        let provider = desk.provider(of: peer)
        while let frame = try? await channel.receive() {
            if let message = AskingApps.message(in: frame) { return await asking.serve(channel, peer, message) }
            guard let question = try? AppQuestion(decoding: frame) else { break }
            for answer in await answers(to: question, of: provider) {
                guard (try? await channel.send(answer.encode())) != nil else { return }
            }
        }
        channel.close()
    }

    private func answers(to question: AppQuestion, of provider: InstalledProvider?) async -> [AppAnswer] {
        if let provider { return await desk.answer(question, of: provider) }
        guard isAnswering else { return [question == .status ? .status(.notSupported) : .refused(.notSupported)] }
        return [question == .status ? .status(.notAuthorized) : .refused(.notAuthorized)]
    }
}
