import BrokerMessages
import LocalSockets

/// Serves the apps' socket.
struct AppConnections: Sendable {
    let desk: ProviderDesk

    /// Answers an app until it closes. A program that belongs to no installed provider is told that it may not present documents.
    func serve(_ channel: FrameChannel, _ peer: LocalPeer) async {
        let provider = desk.provider(ofProgram: peer.program)
        while let frame = try? await channel.receive(), let question = try? AppQuestion(decoding: frame) {
            for answer in await answers(to: question, of: provider) {
                guard (try? await channel.send(answer.encode())) != nil else { return }
            }
        }
        channel.close()
    }

    private func answers(to question: AppQuestion, of provider: InstalledProvider?) async -> [AppAnswer] {
        if let provider { return await desk.answer(question, of: provider) }
        return [question == .status ? .status(.notAuthorized) : .refused(.notAuthorized)]
    }
}
