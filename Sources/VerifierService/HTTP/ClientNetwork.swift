import NIOCore

/// Whom a rate is counted for: an IPv4 address, or the 64-bit network of an IPv6 address, which is one customer's.
enum ClientNetwork {
    /// A name for it; everything that is no address shares one.
    static func name(of text: String?) -> String {
        guard let text, let address = try? SocketAddress(ipAddress: text.filter { $0 != " " }, port: 0) else { return "unknown" }
        switch address {
        case .v4: return address.ipAddress ?? "unknown"
        case .v6(let address):
            return withUnsafeBytes(of: address.address.sin6_addr) { $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ".") }
        case .unixDomainSocket: return "unknown"
        }
    }
}
