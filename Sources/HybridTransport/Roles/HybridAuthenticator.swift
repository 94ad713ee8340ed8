import Crypto
public import MobileDocument

/// The side of the device that has documents: it scans a QR code or is called by a linked client, shows that it is near, and answers one
/// request.
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

    /// Asks the person and makes the answer to a `.get`; any other request is refused without it. It is cancelled when the other device
    /// gives up, and must end then.
    public typealias Responder = @Sendable (RemoteCredentialRequest) async -> RemoteCredentialResponse

    /// Answers the request of the device that shows a code. Whoever cancels the task ends the connection without an answer.
    ///
    /// - Parameters:
    ///   - invitation: what the code says.
    ///   - now: the moment at which it was scanned.
    ///   - offer: links the other device where its code asks for that and the person answers with a document; nil for never.
    ///   - nonce: 10 random bytes, for this call only.
    ///   - progress: is told how far it is.
    /// - Returns: what was answered.
    /// - Throws: why nothing was, `hybrid.closed` if the other device gave up.
    public func answer(
        _ invitation: HybridInvitation, at now: Instant, linking offer: LinkOffer? = nil, nonce: [UInt8]? = nil,
        progress: @escaping @Sendable (HybridProgress) -> Void = { _ in }, respond: @escaping Responder
    ) async throws(HybridError) -> RemoteCredentialResponse {
        try invitation.checkFresh(at: now)
        guard invitation.hint == .presentation else {
            throw HybridError(.purpose, "the QR code asks for something else than showing a document")
        }
        let tunnel = try await opened("opening the tunnel") { () throws(HybridError) in
            try await tunnels.open(TunnelIdentifier(secret: invitation.secret), at: domain)
        }
        let meeting = Meeting(
            party: .scanned(client: invitation.identity), secret: invitation.secret, advertKey: AdvertKey(secret: invitation.secret),
            identifier: try ProximityIdentifier(nonce: nonce ?? RandomBytes.make(10), routing: tunnel.routing, domain: domain))
        return try await serve(meeting, in: tunnel.channel, progress, respond) { session throws(HybridError) in
            guard let offer, invitation.supportsLinking else { return }
            let link = LinkedClient(since: now)
            // Linking that fails costs nobody the answer.
            guard let information = try? link.information(for: invitation.identity, offer: offer, hash: session.hash) else { return }
            guard await offer.remember(link) else { return }
            try await session.send(.update(UpdateMessage(linking: information).encoded))
        }
    }

    /// Waits at the tunnel service for a linked client, and answers its request. Whoever calls without a link is sent away, and nobody
    /// hears of it. Whoever cancels the task ends the waiting, or the connection without an answer.
    ///
    /// - Parameters:
    ///   - contact: with what this device waits; its links were offered with it.
    ///   - link: finds a link that is kept; nil for one that is not, or not any more.
    ///   - progress: is told how far it is, first when a linked client calls.
    /// - Returns: what was answered.
    /// - Throws: why nothing was, `hybrid.closed` if the other device gave up.
    public func answer(
        linkedTo contact: ContactSecret, link: @escaping @Sendable (LinkIdentifier) async -> LinkedClient?,
        progress: @escaping @Sendable (HybridProgress) -> Void = { _ in }, respond: @escaping Responder
    ) async throws(HybridError) -> RemoteCredentialResponse {
        var hasWaited = false
        while true {
            let tunnel: OpenTunnel
            do throws(HybridError) {
                tunnel = try await opened("waiting at the tunnel") { () throws(HybridError) in try await tunnels.wait(as: contact, at: domain) }
            } catch {
                // A service that starts anew, or a network that comes back, ends no waiting that has begun.
                guard hasWaited, error.code != .cancelled else { throw error }
                try await pause()
                continue
            }
            hasWaited = true
            guard let (payload, client) = try await call(in: tunnel.channel, link) else { continue }
            let meeting = Meeting(
                party: .linked(identity: client.identity), secret: client.secret,
                advertKey: AdvertKey(linkSecret: client.secret, nonce: payload.nonce),
                identifier: try ProximityIdentifier(nonce: RandomBytes.make(10), routing: tunnel.routing, domain: domain))
            return try await serve(meeting, in: tunnel.channel, progress, respond)
        }
    }

    /// What both sides bring to one exchange.
    private struct Meeting {
        let party: AuthenticatorHandshake.Party
        let secret: [UInt8]
        let advertKey: AdvertKey
        let identifier: ProximityIdentifier
    }

    private func opened(_ step: String, _ open: @escaping @Sendable () async throws(HybridError) -> OpenTunnel) async throws(HybridError) -> OpenTunnel {
        try await StepDeadline.run(limits.connection, step, unclaimed: { (tunnel: OpenTunnel) in await tunnel.channel.close() }, open)
    }

    /// The linked client that calls; nil where the waiting ended, as it does from time to time, or a stranger called.
    private func call(
        in channel: any DataChannel, _ link: @Sendable (LinkIdentifier) async -> LinkedClient?
    ) async throws(HybridError) -> (ClientPayload, LinkedClient)? {
        let message: [UInt8]?
        do throws(HybridError) {
            message = try await StepDeadline.run(limits.idle, "waiting for a linked device") { () throws(HybridError) in try await channel.receive() }
        } catch {
            await channel.close()
            guard error.code != .cancelled else { throw error }
            message = nil
        }
        if let message, let payload = try? ClientPayload(message), payload.hint == .presentation, let client = await link(payload.link) {
            return (payload, client)
        }
        await channel.close()
        // Nobody makes this device busy by calling it again and again.
        try await pause()
        return nil
    }

    private func pause() async throws(HybridError) {
        do { try await Task.sleep(for: limits.pause) } catch { throw HybridError(.cancelled, "waiting for a linked device was given up") }
    }

    /// The exchange in a tunnel, from the advert to the farewell.
    private func serve(
        _ meeting: Meeting, in channel: any DataChannel, _ progress: @Sendable (HybridProgress) -> Void, _ respond: @escaping Responder,
        linking: @escaping Linking = { _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        do throws(HybridError) {
            progress(.waiting)
            let hello = try await firstMessage(in: channel, calling: try meeting.advertKey.seal(meeting.identifier))
            progress(.connecting)
            let session = try await StepDeadline.run(limits.connection, "the handshake") { () throws(HybridError) in
                try await Self.join(channel, hello, meeting)
            }
            progress(.connected)
            let response = try await serve(session, respond, linking)
            await channel.close()
            return response
        } catch {
            await channel.close()
            throw error
        }
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

    private static func join(_ channel: any DataChannel, _ hello: [UInt8], _ meeting: Meeting) async throws(HybridError) -> SecureChannel {
        let (message, keys) = try AuthenticatorHandshake.answer(
            hello, meeting.party, sharedKey: HandshakeKeys.sharedKey(secret: meeting.secret, identifier: meeting.identifier),
            ephemeral: .init())
        try await channel.send(message)
        let session = SecureChannel(channel, keys: keys)
        try await session.send(.wallet)
        return session
    }

    /// Links the devices in a session whose request was answered with a document.
    private typealias Linking = @Sendable (SecureChannel) async throws(HybridError) -> Void

    private func serve(_ session: SecureChannel, _ respond: @escaping Responder, _ linking: @escaping Linking) async throws(HybridError) -> RemoteCredentialResponse {
        let request = try await StepDeadline.run(limits.connection, "the request") { () throws(HybridError) in try await receivedRequest(over: session) }
        let answer = try await answer(to: request, in: session, respond)
        let message = HybridMessage.credentials(answer.encoded)
        // Before the devices are linked: an answer that cannot go shares no document.
        try FrameSealer.check(message.bytes)
        try await StepDeadline.run(limits.connection, "sending the answer") { () throws(HybridError) in
            if case .credential = answer { try await linking(session) }
            try await session.send(message)
        }
        // Whichever way the other device leaves now, it has the answer.
        _ = try? await StepDeadline.run(limits.farewell, "the other device's farewell") { () throws(HybridError) in await ending(of: session) }
        return answer
    }

    /// What may be sent: what `respond` makes of a request to show documents, and a refusal of one to take them in.
    private func answer(
        to request: RemoteCredentialRequest, in session: SecureChannel, _ respond: @escaping Responder
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
        _ request: RemoteCredentialRequest, in session: SecureChannel, _ respond: @escaping Responder
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
