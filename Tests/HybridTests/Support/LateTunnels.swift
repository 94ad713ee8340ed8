import HybridTransport

/// A tunnel service that answers when it is told to, whoever has given up until then.
actor LateTunnels: TunnelProvider {
    private let end: any DataChannel
    private var mayAnswer = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ end: any DataChannel) { self.end = end }

    func answer() {
        mayAnswer = true
        for waiter in waiting { waiter.resume() }
        waiting = []
    }

    func connect(to tunnel: TunnelIdentifier, routing: RoutingIdentifier, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        await answered()
        return end
    }

    func open(_ tunnel: TunnelIdentifier, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        await answered()
        return OpenTunnel(routing: Meeting.routing, channel: end)
    }

    func call(_ contact: ContactIdentifier, with payload: ClientPayload, at domain: TunnelDomain) async throws(HybridError) -> any DataChannel {
        await answered()
        return end
    }

    func wait(as contact: ContactSecret, at domain: TunnelDomain) async throws(HybridError) -> OpenTunnel {
        await answered()
        return OpenTunnel(routing: Meeting.routing, channel: end)
    }

    private func answered() async {
        if mayAnswer { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}
