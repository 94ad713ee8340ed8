import BrokerMessages
import LocalSockets

/// A user agent of a page, at a broker's socket.
struct TestAgent {
    let channel: FrameChannel

    init(_ socket: String) throws { channel = try LocalAddress.connect(to: socket, maximumBytes: MessageBounds.frame) }

    func present(_ data: [UInt8], origin: String, locale: String = "pt-BR", longestResponse: Int? = nil) async throws {
        try await channel.send(UserAgentMessage.present(data: data, origin: origin, locale: locale, longestResponse: longestResponse).encode())
    }

    /// The broker's next word; nil when it has closed.
    func notice() async throws -> UserAgentNotice? { try await channel.receive().map(UserAgentNotice.init) }

    func release(_ data: [UInt8], origin: String) async throws {
        try await channel.send(UserAgentMessage.released(data: data, origin: origin).encode())
    }

    /// Follows a request to its end, with one and the same request at each question.
    func end(_ data: [UInt8], origin: String) async throws -> UserAgentNotice? {
        while let notice = try await notice() {
            switch notice {
            // A broker that has ended the request takes nothing any more, and has said so.
            case .pull: try? await release(data, origin: origin)
            case .window: break
            case .response, .ended: return notice
            }
        }
        return nil
    }

    /// Follows a request to its end likewise; all that the broker has said when it closes.
    func notices(_ data: [UInt8], origin: String) async throws -> [UserAgentNotice] {
        var notices: [UserAgentNotice] = []
        while let notice = try await notice() {
            notices.append(notice)
            if notice == .pull { try? await release(data, origin: origin) }
        }
        return notices
    }
}
