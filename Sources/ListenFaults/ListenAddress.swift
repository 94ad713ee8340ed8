/// Where a server listens, as URLs have it: an address of IPv6 in brackets.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    private let host: String
    private let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Such as `127.0.0.1:8080` and `[::1]:8080`.
    package var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
