import BrokerMessages
import LocalSockets

/// One conversation between a browser and the broker: each is told what the other says, in its own form. The broker keeps the order.
///
/// Whoever breaks off, the other one learns of it: a broker that is gone is the end of the request, and a browser that is gone, or says
/// what cannot be read, takes it back.
struct Relay: Sendable {
    let browser: BrowserPipe
    let broker: FrameChannel
    /// The person's language (BCP 47).
    let locale: String

    /// Carries the conversation to its end.
    func run() async {
        defer { broker.close() }
        let messages = browser.messages()
        do {
            var greeting = messages.makeAsyncIterator()
            guard try await greeting.next() == .ping else { return }
            try browser.send(.pong)
        } catch { return }
        let end = await withTaskGroup(of: HostMessage?.self) { group in
            group.addTask { await forward(messages) }
            group.addTask { await answers() }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        // Nobody is left to tell where the browser has ended it.
        if let end { try? browser.send(end) }
    }

    /// Tells the broker what the browser says.
    ///
    /// - Returns: the end the browser is to learn of; nil where it has ended the request itself.
    private func forward(_ messages: AsyncThrowingStream<BrowserMessage, any Error>) async -> HostMessage? {
        var end: HostMessage?
        do {
            reading: for try await message in messages {
                switch message {
                case .present(let data, let origin): try await tell(.present(data: data, origin: origin, locale: locale))
                case .raw(let data, let origin): try await tell(.released(data: data, origin: origin))
                case .cancel: break reading
                case .ping: throw NativeMessageFault.outOfPlace
                }
            }
        } catch { end = .ended(.failed) }
        try? await tell(.cancel)
        broker.close()
        return end
    }

    private func tell(_ message: UserAgentMessage) async throws(SocketFault) { try await broker.send(message.encode()) }

    /// Tells the browser what the broker says.
    ///
    /// - Returns: the end.
    private func answers() async -> HostMessage {
        do {
            while let frame = try await broker.receive() {
                switch try UserAgentNotice(decoding: frame) {
                case .window(let url): try browser.send(.window(url))
                case .pull: try browser.send(.pull)
                case .response(let response): return .response(response)
                case .ended(let ending): return .ended(EndReason(ending))
                }
            }
        } catch {}
        return .ended(.failed)
    }
}
