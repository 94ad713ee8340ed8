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
        let (first, second) = await withTaskGroup(of: End.self) { group in
            group.addTask { await forward(messages) }
            group.addTask { await answers() }
            let first = await group.next()
            group.cancelAll()
            return (first, await group.next())
        }
        // A broker that is told of it may end as well, and be heard first.
        guard first != .takenBack, second != .takenBack, case .said(let end) = first else { return }
        try? browser.send(end)
    }

    /// How one side of the conversation came to its end.
    private enum End: Equatable {
        /// The browser took the request back, and waits for nothing.
        case takenBack
        /// The browser is gone.
        case gone
        /// The browser is to learn of this.
        case said(HostMessage)
    }

    /// Tells the broker what the browser says.
    private func forward(_ messages: AsyncThrowingStream<BrowserMessage, any Error>) async -> End {
        var end = End.gone
        do {
            reading: for try await message in messages {
                switch message {
                case .present(let data, let origin):
                    try await tell(.present(data: data, origin: origin, locale: locale, longestResponse: BrowserPipe.longestResponse))
                case .raw(let data, let origin):
                    // A broker that has ended the request takes nothing any more, and has said so.
                    do { try await tell(.released(data: data, origin: origin)) } catch SocketFault.closed {}
                case .cancel:
                    end = .takenBack
                    break reading
                case .ping: throw NativeMessageFault.outOfPlace
                }
            }
        } catch { end = .said(.ended(.failed)) }
        try? await tell(.cancel)
        return end
    }

    private func tell(_ message: UserAgentMessage) async throws(SocketFault) { try await broker.send(message.encode()) }

    /// Tells the browser what the broker says.
    private func answers() async -> End {
        do {
            while let frame = try await broker.receive() {
                switch try UserAgentNotice(decoding: frame) {
                case .window(let url): try browser.send(.window(url))
                case .pull: try browser.send(.pull)
                case .response(let response): return .said(.response(response))
                case .ended(let ending): return .said(.ended(EndReason(ending), code: ending.code))
                }
            }
        } catch {}
        return .said(.ended(.failed))
    }
}
