import Crypto

/// The side of the browser or broker: it shows a QR code or calls a linked device, hears that it is near, and has a website's request
/// answered there.
///
/// What is exchanged is known to the two devices only; whoever carries it sees its size.
public struct HybridClient: Sendable {
    private let tunnels: any TunnelProvider
    private let adverts: any AdvertSource
    private let limits: HybridLimits

    /// What an authenticator's linking information became: the link, or why it is none.
    public typealias Linking = @Sendable (Result<LinkedAuthenticator, HybridError>) -> Void

    /// Makes a client.
    public init(tunnels: any TunnelProvider, adverts: any AdvertSource, limits: HybridLimits = HybridLimits()) {
        self.tunnels = tunnels
        self.adverts = adverts
        self.limits = limits
    }

    /// Has a request answered by the device that scans the code. Whoever cancels the task ends the request on the other device, too.
    ///
    /// - Parameters:
    ///   - request: what the website asks; its origin from the user agent, never from the page.
    ///   - invitation: what the code says that is shown now. For one call.
    ///   - progress: is told how far it is.
    ///   - linking: is given the link where the code asks for one and the other device's owner agreed: one at most, with a document.
    /// - Returns: what the other device answers: opaque, and checked by the website's server only.
    /// - Throws: `hybrid.too-long` at once where no tunnel carries the request, before anybody scans a code for it.
    public func present(
        _ request: RemoteCredentialRequest, to invitation: ClientInvitation, progress: @escaping @Sendable (HybridProgress) -> Void = { _ in },
        linking: @escaping Linking = { _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        try FrameSealer.check(HybridMessage.credentials(request.encoded).bytes)
        progress(.waiting)
        let secret = invitation.invitation.secret
        let heard = try await adverts.listen()
        let identifier = try await StepDeadline.run(limits.proximity, "waiting for a device near") { () throws(HybridError) in
            try await Self.nearDevice(AdvertKey(secret: secret), among: heard)
        }
        progress(.connecting)
        let channel = try await connected { () throws(HybridError) in
            try await tunnels.connect(to: TunnelIdentifier(secret: secret), routing: identifier.routing, at: identifier.domain)
        }
        return try await ask(
            request, over: channel, .scanned(identity: invitation.identity), HandshakeKeys.sharedKey(secret: secret, identifier: identifier), progress
        ) { information, hash in
            guard invitation.invitation.supportsLinking else { return }
            linking(
                Result { () throws(HybridError) in
                    try LinkedAuthenticator(information, identity: invitation.identity, hash: hash, domain: identifier.domain)
                })
        }
    }

    /// Has a request answered by a linked device, which needs no code. Whoever cancels the task ends the request on the other device, too.
    ///
    /// - Parameters:
    ///   - request: what the website asks; its origin from the user agent, never from the page.
    ///   - device: where it is answered.
    ///   - progress: is told how far it is.
    /// - Throws: `hybrid.tunnel` if the device does not wait now, `hybrid.closed` if it does not know the link any more, and `hybrid.too-long` at once
    ///   where no tunnel carries the request.
    public func present(
        _ request: RemoteCredentialRequest, to device: LinkedAuthenticator, progress: @escaping @Sendable (HybridProgress) -> Void = { _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        try FrameSealer.check(HybridMessage.credentials(request.encoded).bytes)
        progress(.waiting)
        let payload = try ClientPayload(link: device.identifier, nonce: RandomBytes.make(ClientPayload.nonceBytes))
        // Before the call, so that the advert which answers it is not missed.
        let heard = try await adverts.listen()
        let channel = try await connected { () throws(HybridError) in try await tunnels.call(device.contact, with: payload, at: device.domain) }
        let identifier: ProximityIdentifier
        do throws(HybridError) {
            identifier = try await StepDeadline.run(limits.proximity, "waiting for the linked device near") { () throws(HybridError) in
                try await Self.nearDevice(AdvertKey(linkSecret: device.secret, nonce: payload.nonce), among: heard, unlessEnded: channel)
            }
        } catch {
            await channel.close()
            throw error
        }
        progress(.connecting)
        return try await ask(
            request, over: channel, .linked(authenticator: device.authenticator),
            HandshakeKeys.sharedKey(secret: device.secret, identifier: identifier), progress)
    }

    private func connected(_ connect: @escaping @Sendable () async throws(HybridError) -> any DataChannel) async throws(HybridError) -> any DataChannel {
        try await StepDeadline.run(
            limits.connection, "connecting to the tunnel", unclaimed: { (channel: any DataChannel) in await channel.close() }, connect)
    }

    /// The first device that knows the secret.
    private static func nearDevice(_ key: AdvertKey, among adverts: AsyncStream<Advert>) async throws(HybridError) -> ProximityIdentifier {
        for await advert in adverts {
            if let identifier = try key.open(advert) { return identifier }
        }
        throw Task.isCancelled
            ? HybridError(.cancelled, "waiting for a device near was given up") : HybridError(.advert, "listening for devices near has ended")
    }

    /// The device that was called, unless it ends the tunnel instead: it says nothing before this side's handshake.
    private static func nearDevice(
        _ key: AdvertKey, among adverts: AsyncStream<Advert>, unlessEnded channel: any DataChannel
    ) async throws(HybridError) -> ProximityIdentifier {
        let first = await withTaskGroup(of: Result<ProximityIdentifier, HybridError>.self) { group in
            group.addTask {
                do throws(HybridError) { return .success(try await nearDevice(key, among: adverts)) } catch { return .failure(error) }
            }
            group.addTask {
                do throws(HybridError) {
                    guard try await channel.receive() == nil else { throw HybridError(.message, "the linked device speaks before it is spoken to") }
                    throw HybridError(.closed, "the linked device does not know this link any more, or has ended; show a code instead")
                } catch { return .failure(error) }
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        guard let first else { throw HybridError(.cancelled, "waiting for the linked device was given up") }
        return try first.get()
    }

    /// What to do with the linking information of a device that has answered with a document, given the handshake's hash.
    private typealias Answered = @Sendable (_ information: LinkingInformation, _ hash: [UInt8]) -> Void

    private func ask(
        _ request: RemoteCredentialRequest, over channel: any DataChannel, _ party: ClientHandshake.Party, _ sharedKey: SymmetricKey,
        _ progress: @Sendable (HybridProgress) -> Void, answered: Answered = { _, _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        do throws(HybridError) {
            let session = try await StepDeadline.run(limits.connection, "the handshake") { () throws(HybridError) in
                try await Self.join(channel, party, sharedKey)
            }
            progress(.connected)
            return try await exchange(request, over: session, answered)
        } catch {
            await channel.close()
            throw error
        }
    }

    private static func join(
        _ channel: any DataChannel, _ party: ClientHandshake.Party, _ sharedKey: SymmetricKey
    ) async throws(HybridError) -> SecureChannel {
        let handshake = try ClientHandshake(party, sharedKey: sharedKey, ephemeral: .init())
        try await channel.send(handshake.message)
        guard let reply = try await channel.receive() else { throw HybridError(.closed, "the other device ended the connection in the handshake") }
        let session = SecureChannel(channel, keys: try handshake.finish(reply))
        guard try await session.receiveCapabilities().features.contains(Capabilities.digitalCredentials) else {
            throw HybridError(.unsupported, "the other device does not share documents; scan the code with one that does")
        }
        return session
    }

    private func exchange(
        _ request: RemoteCredentialRequest, over session: SecureChannel, _ answered: Answered
    ) async throws(HybridError) -> RemoteCredentialResponse {
        let outcome: Result<RemoteCredentialResponse, HybridError>
        do throws(HybridError) {
            let (response, information) = try await StepDeadline.run(limits.answer, "the answer") { () throws(HybridError) in
                try await session.send(.credentials(request.encoded))
                return try await Self.answer(over: session)
            }
            guard response.answers(request) else {
                throw HybridError(.message, "the other device answers by a protocol that was not asked for")
            }
            if case .credential = response, let information { answered(information, session.hash) }
            outcome = .success(response)
        } catch {
            outcome = .failure(error)
        }
        // In a task of its own, since the other device is told of a cancellation, too.
        await Task {
            try? await StepDeadline.run(limits.farewell, "the farewell") { () throws(HybridError) in try await session.send(.shutdown) }
            await session.close()
        }.value
        return try outcome.get()
    }

    /// The reply, and the first linking information before it. An update that means nothing does not end a good exchange.
    private static func answer(over session: SecureChannel) async throws(HybridError) -> (RemoteCredentialResponse, LinkingInformation?) {
        var information: LinkingInformation?
        while true {
            switch try await session.receive() {
            case .credentials(let text): return (try RemoteCredentialResponse(text), information)
            case .update(let content): if information == nil { information = try? UpdateMessage(content).linking }
            case .shutdown, .ctap: throw HybridError(.message, "the other device replies with a message of another type")
            }
        }
    }
}
