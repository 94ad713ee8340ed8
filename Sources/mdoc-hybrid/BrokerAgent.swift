import BrokerMessages
import HybridTransport
import LocalSockets

/// Brings another device's request to this person's broker, as user agents do.
struct BrokerAgent: Sendable {
    /// Path of the broker's socket for user agents.
    let socket: String
    /// The person's language (BCP 47).
    let locale: String
    /// Is told the address of the window in which the person decides.
    let window: @Sendable (String) -> Void

    /// What the broker has the other device told. Cancelling the task takes the request back.
    ///
    /// Why there is no document stays here: the other device is somebody else's, perhaps, and learns that the person declined.
    func response(to request: RemoteCredentialRequest) async -> RemoteCredentialResponse {
        guard let data = MobileDocumentTexts.requestData(of: request), let broker = try? LocalAddress.connect(to: socket, maximumBytes: MessageBounds.frame)
        else { return .refused(.deviceAborted) }
        defer { broker.close() }
        do {
            try await broker.send(UserAgentMessage.present(data: data, origin: request.origin, locale: locale, isOnAnotherDevice: true).encode())
            while let frame = try await broker.receive() {
                switch try UserAgentNotice(decoding: frame) {
                case .window(let address): window(address)
                case .pull:
                    // A broker that has ended the request takes nothing any more, and has said so.
                    do { try await broker.send(UserAgentMessage.released(data: data, origin: request.origin).encode()) } catch SocketFault.closed {}
                case .response(let response): return MobileDocumentTexts.credential(response)
                case .ended(.notAllowed): return .refused(.userCancelled)
                case .ended(.malformed), .ended(.inProgress): return .refused(.deviceAborted)
                }
            }
        } catch {}
        return .refused(.deviceAborted)
    }
}
