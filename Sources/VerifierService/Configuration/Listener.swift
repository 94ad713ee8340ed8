/// An address to listen at, with TLS where there is a certificate.
public struct Listener: Sendable, Hashable {
    /// Certificate and key of a listener.
    public struct Identity: Sendable, Hashable {
        /// Certificates in PEM, the server's first.
        public let certificates: String
        /// The private key in PEM; never printed.
        let key: String
        /// Certificates in PEM of authorities whose clients are let in; nil asks clients for no certificate.
        public let clientAuthorities: String?
    }

    /// The host to bind, such as `127.0.0.1`.
    public let host: String
    /// The port; 0 takes a free one.
    public let port: Int
    /// TLS, or nil for plain HTTP behind a proxy.
    public let tls: Identity?

    /// Whether one program cannot listen at both: at the same port of one address, or of all addresses.
    func collides(with other: Listener) -> Bool { port != 0 && port == other.port && (covers(other) || other.covers(self)) }

    private func covers(_ other: Listener) -> Bool {
        switch host {
        case "::": true
        case "0.0.0.0": !other.host.contains(":")
        default: host == other.host
        }
    }

    /// Reads `host:port`; IPv6 addresses in brackets.
    static func parts(of text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() } else if host.contains(":") { return nil }
        return host.isEmpty ? nil : (String(host), port)
    }
}

extension Listener.Identity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the key.
    public var description: String { clientAuthorities == nil ? "TLS" : "TLS with client certificates" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
