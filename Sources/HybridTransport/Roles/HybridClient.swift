public import Crypto

/// The side of the browser or broker: it shows a QR code, hears the device that scanned it, and has a website's request answered there.
///
/// What is exchanged is known to the two devices only; whoever carries it sees its size.
public struct HybridClient: Sendable {
    private let tunnels: any TunnelProvider
    private let adverts: any AdvertSource
    private let limits: HybridLimits

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
    ///   - ephemeral: a new key, for this call only.
    ///   - progress: is told how far it is.
    /// - Returns: what the other device answers: opaque, and checked by the website's server only.
    public func present(
        _ request: RemoteCredentialRequest, to invitation: ClientInvitation, ephemeral: P256.KeyAgreement.PrivateKey = .init(),
        progress: @escaping @Sendable (HybridProgress) -> Void = { _ in }
    ) async throws(HybridError) -> RemoteCredentialResponse {
        progress(.waiting)
        let secret = invitation.invitation.secret
        let identifier = try await StepDeadline.run(limits.proximity, "waiting for a device near") { () throws(HybridError) in
            try await nearDevice(AdvertKey(secret: secret))
        }
        progress(.connecting)
        let channel = try await StepDeadline.run(
            limits.connection, "connecting to the tunnel", unclaimed: { (channel: any DataChannel) in await channel.close() },
            { () throws(HybridError) in
                try await tunnels.connect(to: TunnelIdentifier(secret: secret), routing: identifier.routing, at: identifier.domain)
            })
        do throws(HybridError) {
            let session = try await StepDeadline.run(limits.connection, "the handshake") { () throws(HybridError) in
                try await join(channel, invitation, identifier, ephemeral)
            }
            progress(.connected)
            return try await exchange(request, over: session)
        } catch {
            await channel.close()
            throw error
        }
    }

    /// The first device that knows the secret.
    private func nearDevice(_ key: AdvertKey) async throws(HybridError) -> ProximityIdentifier {
        for await advert in try await adverts.listen() {
            if let identifier = try key.open(advert) { return identifier }
        }
        throw Task.isCancelled
            ? HybridError(.cancelled, "waiting for a device near was given up") : HybridError(.advert, "listening for devices near has ended")
    }

    private func join(
        _ channel: any DataChannel, _ invitation: ClientInvitation, _ identifier: ProximityIdentifier, _ ephemeral: P256.KeyAgreement.PrivateKey
    ) async throws(HybridError) -> SecureChannel {
        let handshake = try ClientHandshake(
            .scanned(identity: invitation.identity),
            sharedKey: HandshakeKeys.sharedKey(secret: invitation.invitation.secret, identifier: identifier), ephemeral: ephemeral)
        try await channel.send(handshake.message)
        guard let reply = try await channel.receive() else { throw HybridError(.closed, "the other device ended the connection in the handshake") }
        let session = SecureChannel(channel, keys: try handshake.finish(reply))
        guard try await session.receiveCapabilities().features.contains(Capabilities.digitalCredentials) else {
            throw HybridError(.unsupported, "the other device does not share documents; scan the code with one that does")
        }
        return session
    }

    private func exchange(_ request: RemoteCredentialRequest, over session: SecureChannel) async throws(HybridError) -> RemoteCredentialResponse {
        let outcome: Result<RemoteCredentialResponse, HybridError>
        do throws(HybridError) {
            let response = try await StepDeadline.run(limits.answer, "the answer") { () throws(HybridError) in
                try await session.send(.credentials(request.encoded))
                return try await answer(over: session)
            }
            guard response.answers(request) else {
                throw HybridError(.message, "the other device answers by a protocol that was not asked for")
            }
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

    /// The reply. Updates may come before it; they are about linking, which this exchange does not use.
    private func answer(over session: SecureChannel) async throws(HybridError) -> RemoteCredentialResponse {
        while true {
            switch try await session.receive() {
            case .credentials(let text): return try RemoteCredentialResponse(text)
            case .update: continue
            case .shutdown, .ctap: throw HybridError(.message, "the other device replies with a message of another type")
            }
        }
    }
}
