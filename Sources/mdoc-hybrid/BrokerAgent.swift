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

    /// Most bytes of a response that goes through a tunnel, in base64url within its message.
    static let longestResponse =
        (FrameSealer.longestMessage - HybridMessage.credentials(MobileDocumentTexts.credential([]).encoded).bytes.count) * 3 / 4

    /// Whether a broker listens at the socket now.
    var isReachable: Bool {
        guard let broker = try? LocalAddress.connect(to: socket, maximumBytes: MessageBounds.frame) else { return false }
        broker.close()
        return true
    }

    /// What the broker has the other device told. Cancelling the task takes the request back.
    ///
    /// Why there is no document stays here: the other device is somebody else's, perhaps, and learns that the person declined.
    func response(to request: RemoteCredentialRequest) async -> RemoteCredentialResponse {
        // A page's requests are alternatives: those that are none are passed over.
        for data in MobileDocumentTexts.requestData(of: request).prefix(MessageBounds.alternatives) {
            if let response = await response(to: data, from: request.origin) { return response }
        }
        return .refused(.deviceAborted)
    }

    /// The same for one of a page's requests, on a connection of its own; nil where the broker finds that it is none.
    private func response(to data: [UInt8], from origin: String) async -> RemoteCredentialResponse? {
        guard let broker = try? LocalAddress.connect(to: socket, maximumBytes: MessageBounds.frame) else { return .refused(.deviceAborted) }
        defer { broker.close() }
        do {
            let asked = UserAgentMessage.present(
                data: data, origin: origin, locale: locale, isOnAnotherDevice: true, longestResponse: Self.longestResponse)
            try await broker.send(asked.encode())
            while let frame = try await broker.receive() {
                switch try UserAgentNotice(decoding: frame) {
                case .window(let address): window(address)
                case .pull:
                    // A broker that has ended the request takes nothing any more, and has said so.
                    do { try await broker.send(UserAgentMessage.released(data: data, origin: origin).encode()) } catch SocketFault.closed {}
                case .response(let response): return MobileDocumentTexts.credential(response)
                case .ended(.notAllowed): return .refused(.userCancelled)
                case .ended(.malformed): return nil
                case .ended(.inProgress): return .refused(.deviceAborted)
                }
            }
        } catch {}
        return .refused(.deviceAborted)
    }
}
