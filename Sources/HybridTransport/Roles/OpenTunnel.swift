/// A tunnel in which an authenticator waits for its client.
public struct OpenTunnel: Sendable {
    /// By what the service finds it.
    public let routing: RoutingIdentifier
    /// The authenticator's end.
    public let channel: any DataChannel

    /// Makes one.
    public init(routing: RoutingIdentifier, channel: any DataChannel) {
        self.routing = routing
        self.channel = channel
    }
}
