import NIOCore

/// Whom a rate is counted for: an IPv4 address, or the 64-bit network of an IPv6 address, which is one customer's.
enum ClientNetwork {
    /// What an IPv6 address begins with that stands for an IPv4 address: as a listener for both sees it (`::ffff:0:0/96`), and as a
    /// translator in between makes it (`64:ff9b::/96`). Their first 64 bits are the same for everybody.
    private static let translated: [[UInt8]] = [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
    ]

    /// A name for it; everything that is no address shares one.
    static func name(of text: String?) -> String {
        guard let text, let address = try? SocketAddress(ipAddress: text.filter { $0 != " " }, port: 0) else { return "unknown" }
        switch address {
        case .v4: return address.ipAddress ?? "unknown"
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            if translated.contains(where: { bytes.starts(with: $0) }) { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
            return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
        case .unixDomainSocket: return "unknown"
        }
    }
}
