import BrokerMessages
package import Foundation
package import IdentityDocumentServices
import LocalSockets

/// The broker that listens at a socket for user agents. Each request has a connection of its own.
package struct BrokerWebPresentment: WebPresentmentPort {
    private let path: String?

    /// Names the socket; nil where there is no place for one.
    package init(path: String?) { self.path = path }

    /// The person's own broker: at the socket that `MDOC_AGENTS_SOCKET` names, or in their folder for such things.
    static var ofThisUser: BrokerWebPresentment { BrokerWebPresentment(path: BrokerSocket.agents.path(in: ProcessInfo.processInfo.environment)) }

    package func present(
        _ requests: [ISO18013MobileDocumentRequest], origin: URL, openingWindow: @escaping @Sendable (URL) async -> Void,
        rawRequests: @escaping @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]
    ) async throws(IdentityDocumentPresentmentError) -> ISO18013MobileDocumentResponse {
        guard let path else {
            throw IdentityDocumentPresentmentError(
                .notEntitled, "neither \(BrokerSocket.agents.variable) nor XDG_RUNTIME_DIR is set, so the broker cannot be found")
        }
        guard let broker = try? LocalAddress.connect(to: path, maximumBytes: MessageBounds.frame) else {
            throw IdentityDocumentPresentmentError(.notEntitled, "no broker takes requests at \(path); start mdoc-broker")
        }
        defer { broker.close() }
        func data() async throws(IdentityDocumentPresentmentError) -> [UInt8] {
            guard let raw = await rawRequests().first(where: { $0.requestType == .iso18013MobileDocument }) else {
                throw IdentityDocumentPresentmentError(.invalidRequest, "the delegate has no request for mobile documents")
            }
            return Array(raw.requestData)
        }
        let locale = LocaleName.ofMessages(ProcessInfo.processInfo.environment)
        try await Self.tell(broker, .present(data: data(), origin: origin.originText, locale: locale))
        while let notice = try await Self.notice(from: broker) {
            switch notice {
            case .window(let address): if let address = URL(string: address) { await openingWindow(address) }
            case .pull:
                let released = UserAgentMessage.released(data: try await data(), origin: origin.originText)
                // A broker that has ended the request takes nothing any more, and has said so.
                do { try await broker.send(released.encode()) } catch SocketFault.closed {} catch { throw Self.isGone }
            case .response(let response): return ISO18013MobileDocumentResponse(responseData: Data(response))
            case .ended(let ending): throw Self.error(ending)
            }
        }
        // The broker is gone, or the task was cancelled; then the broker learns it, and that is all that can be done.
        try? await Self.tell(broker, .cancel)
        throw Self.isGone
    }

    private static func tell(_ broker: FrameChannel, _ message: UserAgentMessage) async throws(IdentityDocumentPresentmentError) {
        do { try await broker.send(message.encode()) } catch { throw isGone }
    }

    private static func notice(from broker: FrameChannel) async throws(IdentityDocumentPresentmentError) -> UserAgentNotice? {
        do { return try await broker.receive().map(UserAgentNotice.init) } catch { throw isGone }
    }

    private static var isGone: IdentityDocumentPresentmentError { IdentityDocumentPresentmentError(.unknown, "the broker has gone") }

    private static func error(_ ending: UserAgentEnding) -> IdentityDocumentPresentmentError {
        switch ending {
        case .notAllowed: IdentityDocumentPresentmentError(.cancelled, "declined, withdrawn or refused; which, the page does not learn")
        case .malformed(let code): IdentityDocumentPresentmentError(.invalidRequest, "the broker does not take the request's form (\(code))")
        case .inProgress: IdentityDocumentPresentmentError(.requestInProgress, "the broker has another request open")
        }
    }
}
