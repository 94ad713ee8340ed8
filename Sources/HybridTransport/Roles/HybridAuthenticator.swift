public import Crypto
public import MobileDocument

/// The side of the device that has documents: it scans a QR code, shows that it is near, and answers one request.
public struct HybridAuthenticator: Sendable {
    private let tunnels: any TunnelProvider
    private let adverts: any AdvertSink
    private let domain: TunnelDomain
    private let limits: HybridLimits

    /// Makes an authenticator.
    ///
    /// - Parameter domain: the tunnel service it uses; the other device need not know it before.
    public init(tunnels: any TunnelProvider, adverts: any AdvertSink, domain: TunnelDomain, limits: HybridLimits = HybridLimits()) {
        self.tunnels = tunnels
        self.adverts = adverts
        self.domain = domain
        self.limits = limits
    }

    /// Answers the request of the device that shows a code. Whoever cancels the task ends the connection without an answer.
    ///
    /// - Parameters:
    ///   - invitation: what the code says.
    ///   - now: the moment at which it was scanned.
    ///   - nonce: 10 random bytes, for this call only.
    ///   - ephemeral: a new key, for this call only.
    ///   - progress: is told how far it is.
    ///   - respond: asks the person and makes the answer to a `.get`; any other request is refused without it. It is cancelled when the
    ///     other device gives up, and must end then.
    /// - Returns: what was answered.
    /// - Throws: why nothing was, `hybrid.closed` if the other device gave up.
    public func answer(
        _ invitation: HybridInvitation, at now: Instant, nonce: [UInt8]? = nil, ephemeral: P256.KeyAgreement.PrivateKey = .init(),
        progress: @escaping @Sendable (HybridProgress) -> Void = { _ in },
        respond: @escaping @Sendable (RemoteCredentialRequest) async -> RemoteCredentialResponse
    ) async throws(HybridError) -> RemoteCredentialResponse {
        try invitation.checkFresh(at: now)
        guard invitation.hint == .presentation else {
            throw HybridError(.purpose, "the QR code asks for something else than showing a document")
        }
        let tunnel = try await StepDeadline.run(
            limits.connection, "opening the tunnel", unclaimed: { (tunnel: OpenTunnel) in await tunnel.channel.close() },
            { () throws(HybridError) in try await tunnels.open(TunnelIdentifier(secret: invitation.secret), at: domain) })
        do throws(HybridError) {
            let identifier = try ProximityIdentifier(nonce: nonce ?? Self.randomNonce(), routing: tunnel.routing, domain: domain)
            progress(.waiting)
            let hello = try await firstMessage(in: tunnel.channel, calling: try AdvertKey(secret: invitation.secret).seal(identifier))
            progress(.connecting)
            let session = try await StepDeadline.run(limits.connection, "the handshake") { () throws(HybridError) in
                try await join(tunnel.channel, hello, invitation, identifier, ephemeral)
            }
            progress(.connected)
            let response = try await serve(session, respond)
            await tunnel.channel.close()
            return response
        } catch {
            await tunnel.channel.close()
            throw error
        }
    }

    private static func randomNonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<10).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// The client's first message; until it comes, the advert is sent.
    private func firstMessage(in channel: any DataChannel, calling advert: Advert) async throws(HybridError) -> [UInt8] {
        let received = await withTaskGroup(of: Result<[UInt8], HybridError>.self) { group in
            group.addTask {
                do throws(HybridError) {
                    try await adverts.send(advert)
                    return .failure(HybridError(.advert, "sending the advert has ended"))
                } catch { return .failure(error) }
            }
            group.addTask {
                do throws(HybridError) {
                    let message = try await StepDeadline.run(limits.proximity, "waiting for the other device") { () throws(HybridError) in
                        try await channel.receive()
                    }
                    guard let message else { throw HybridError(.closed, "the tunnel service ended the connection") }
                    return .success(message)
                } catch { return .failure(error) }
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        guard let received, !Task.isCancelled else { throw HybridError(.cancelled, "waiting for the other device was given up") }
        return try received.get()
    }

    private func join(
        _ channel: any DataChannel, _ hello: [UInt8], _ invitation: HybridInvitation, _ identifier: ProximityIdentifier,
        _ ephemeral: P256.KeyAgreement.PrivateKey
    ) async throws(HybridError) -> SecureChannel {
        let (message, keys) = try AuthenticatorHandshake.answer(
            hello, .scanned(client: invitation.identity), sharedKey: HandshakeKeys.sharedKey(secret: invitation.secret, identifier: identifier),
            ephemeral: ephemeral)
        try await channel.send(message)
        let session = SecureChannel(channel, keys: keys)
        try await session.send(.wallet)
        return session
    }

    private func serve(
        _ session: SecureChannel, _ respond: @escaping @Sendable (RemoteCredentialRequest) async -> RemoteCredentialResponse
    ) async throws(HybridError) -> RemoteCredentialResponse {
        let request = try await StepDeadline.run(limits.connection, "the request") { () throws(HybridError) in try await receivedRequest(over: session) }
        let answer = try await answer(to: request, in: session, respond)
        try await StepDeadline.run(limits.connection, "sending the answer") { () throws(HybridError) in
            try await session.send(.credentials(answer.encoded))
        }
        // Whichever way the other device leaves now, it has the answer.
        _ = try? await StepDeadline.run(limits.farewell, "the other device's farewell") { () throws(HybridError) in await ending(of: session) }
        return answer
    }

    /// What may be sent: what `respond` makes of a request to show documents, and a refusal of one to take them in.
    private func answer(
        to request: RemoteCredentialRequest, in session: SecureChannel,
        _ respond: @escaping @Sendable (RemoteCredentialRequest) async -> RemoteCredentialResponse
    ) async throws(HybridError) -> RemoteCredentialResponse {
        guard request.operation == .get else { return .refused(.deviceAborted) }
        let response = try await StepDeadline.run(limits.answer, "the answer") { () throws(HybridError) in
            try await decide(request, in: session, respond)
        }
        // A wallet's mistake must not reach the website's page.
        return response.answers(request) ? response : .refused(.deviceAborted)
    }

    private func receivedRequest(over session: SecureChannel) async throws(HybridError) -> RemoteCredentialRequest {
        while true {
            switch try await session.receive() {
            case .credentials(let text): return try RemoteCredentialRequest(text)
            case .update: continue
            case .shutdown: throw Self.givenUp
            case .ctap: throw HybridError(.message, "the other device asks for a passkey, which a wallet has not")
            }
        }
    }

    /// What `respond` makes of the request, unless the other device gives up before.
    private func decide(
        _ request: RemoteCredentialRequest, in session: SecureChannel,
        _ respond: @escaping @Sendable (RemoteCredentialRequest) async -> RemoteCredentialResponse
    ) async throws(HybridError) -> RemoteCredentialResponse {
        let outcome = await withTaskGroup(of: Result<RemoteCredentialResponse, HybridError>.self) { group in
            group.addTask { .success(await respond(request)) }
            group.addTask { .failure(await ending(of: session)) }
            defer { group.cancelAll() }
            return await group.next()
        }
        guard let outcome, !Task.isCancelled else { throw HybridError(.cancelled, "the answer was given up") }
        return try outcome.get()
    }

    /// Waits for the end of the connection, and says how it ended.
    private func ending(of session: SecureChannel) async -> HybridError {
        while true {
            do throws(HybridError) {
                switch try await session.receive() {
                case .shutdown: return Self.givenUp
                case .update: continue
                case .ctap, .credentials: return HybridError(.message, "the other device sends a second request before the answer to the first")
                }
            } catch { return error }
        }
    }

    private static var givenUp: HybridError { HybridError(.closed, "the other device gave the request up") }
}
