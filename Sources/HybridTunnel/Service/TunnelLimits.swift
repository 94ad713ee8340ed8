/// What a tunnel service gives to one device, and to all.
public struct TunnelLimits: Sendable, Hashable {
    /// Connections at the same time, of both sides.
    public let connections: Int
    /// Of these, how many one address may hold.
    public let connectionsOfAddress: Int
    /// Bytes that one tunnel carries in both directions together.
    public let bytes: Int
    /// How long a connection may last: unless it is set, longer than both sides may take for an exchange, and a device to wait for it.
    public let lifetime: Duration
    /// How long a connection may take to become a tunnel.
    public let opening: Duration

    /// Sets them.
    public init(
        connections: Int = 1024, connectionsOfAddress: Int = 64, bytes: Int = 16 << 20, lifetime: Duration = .seconds(900),
        opening: Duration = .seconds(10)
    ) {
        self.connections = connections
        self.connectionsOfAddress = connectionsOfAddress
        self.bytes = bytes
        self.lifetime = lifetime
        self.opening = opening
    }
}
