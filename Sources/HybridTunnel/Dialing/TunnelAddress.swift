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

    /// Reads `host:port`.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let port = Int(parts[1]), (1...65_535).contains(port) else { return nil }
        self.init(host: String(parts[0]), port: port)
    }
}
