/// Where a tunnel service is.
public struct TunnelAddress: Sendable, Hashable {
    /// A name or an address.
    public let host: String
    /// Its port.
    public let port: Int

    /// Makes one.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
