import BrokerMessages
package import Foundation
package import IdentityDocumentServices
import LocalSockets

/// The broker that listens at a socket for user agents. Each request has a connection of its own; a page's are given to it in their order, until it
/// takes one.
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
        var codes: [String] = []
        // A page's requests are alternatives: those that are none are passed over.
        for place in 0..<MessageBounds.alternatives {
            guard let data = await Self.data(at: place, rawRequests) else { break }
            let attempt = try await Self.attempt(data, at: path, origin: origin.originText, openingWindow) { await Self.data(at: place, rawRequests) }
            switch attempt {
            case .response(let response): return response
            case .malformed(let code): codes.append(code)
            }
        }
        guard !codes.isEmpty else { throw Self.hasNoRequest }
        throw IdentityDocumentPresentmentError(
            .invalidRequest, "the broker does not take the request's form (\(codes.joined(separator: ", ")))")
    }

    /// What becomes of one of a page's requests.
    private enum Attempt {
        /// It is answered.
        case response(ISO18013MobileDocumentResponse)
        /// It is not in the form of one; the stable code of the rule that it breaks.
        case malformed(code: String)
    }

    /// Has the broker take one of a page's requests, on a connection of its own.
    ///
    /// - Parameter again: gives it once more, after the person agreed.
    private static func attempt(
        _ data: [UInt8], at path: String, origin: String, _ openingWindow: @Sendable (URL) async -> Void, again: @Sendable () async -> [UInt8]?
    ) async throws(IdentityDocumentPresentmentError) -> Attempt {
        guard let broker = try? LocalAddress.connect(to: path, maximumBytes: MessageBounds.frame) else {
            throw IdentityDocumentPresentmentError(.notEntitled, "no broker takes requests at \(path); start mdoc-broker")
        }
        defer { broker.close() }
        let locale = LocaleName.ofMessages(ProcessInfo.processInfo.environment)
        try await tell(broker, .present(data: data, origin: origin, locale: locale))
        while let notice = try await Self.notice(from: broker) {
            switch notice {
            case .window(let address): if let address = URL(string: address) { await openingWindow(address) }
            case .pull:
                guard let data = await again() else { throw hasNoRequest }
                let released = UserAgentMessage.released(data: data, origin: origin)
                // A broker that has ended the request takes nothing any more, and has said so.
                do { try await broker.send(released.encode()) } catch SocketFault.closed {} catch { throw isGone }
            case .response(let response): return .response(ISO18013MobileDocumentResponse(responseData: Data(response)))
            case .ended(.notAllowed):
                throw IdentityDocumentPresentmentError(.cancelled, "declined, withdrawn or refused; which, the page does not learn")
            case .ended(.malformed(let code)): return .malformed(code: code)
            case .ended(.inProgress): throw IdentityDocumentPresentmentError(.requestInProgress, "the broker has another request open")
            }
        }
        // The broker is gone, or the task was cancelled; then the broker learns it, and that is all that can be done.
        try? await tell(broker, .cancel)
        throw isGone
    }

    /// The page's request at a place among those for mobile documents; nil where there is none.
    private static func data(at place: Int, _ rawRequests: @Sendable () async -> [IdentityDocumentWebPresentmentRawRequest]) async -> [UInt8]? {
        let requests = await rawRequests().filter { $0.requestType == .iso18013MobileDocument }
        return place < requests.count ? Array(requests[place].requestData) : nil
    }

    private static func tell(_ broker: FrameChannel, _ message: UserAgentMessage) async throws(IdentityDocumentPresentmentError) {
        do { try await broker.send(message.encode()) } catch { throw isGone }
    }

    private static func notice(from broker: FrameChannel) async throws(IdentityDocumentPresentmentError) -> UserAgentNotice? {
        do { return try await broker.receive().map(UserAgentNotice.init) } catch { throw isGone }
    }

    private static var isGone: IdentityDocumentPresentmentError { IdentityDocumentPresentmentError(.unknown, "the broker has gone") }

    private static var hasNoRequest: IdentityDocumentPresentmentError {
        IdentityDocumentPresentmentError(.invalidRequest, "the delegate has no request for mobile documents")
    }
}
