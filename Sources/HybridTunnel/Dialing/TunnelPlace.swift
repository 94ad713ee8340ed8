/// What a device asks for, and where.
struct TunnelPlace: Equatable {
    /// Whose certificate the service has.
    let host: String
    /// Where it is connected to.
    let address: TunnelAddress
    /// What it is asked for.
    let path: String

    /// The host as a request names it, with the port where that is not the usual one (RFC 9110, 7.2). A service that is elsewhere than at its name is
    /// asked by its name alone.
    var authority: String { address.host == host && address.port != TunnelDialer.port ? "\(host):\(address.port)" : host }

    /// The place that a service names instead of this one: another path, or another host over TLS; nil for anything else.
    func redirected(to location: String) -> TunnelPlace? {
        if location.hasPrefix("/"), !location.hasPrefix("//") { return TunnelPlace(host: host, address: address, path: location) }
        guard let scheme = ["https://", "wss://"].first(where: { location.lowercased().hasPrefix($0) }) else { return nil }
        let rest = location.dropFirst(scheme.count)
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest.dropFirst(authority.count)
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), Self.isName(parts[0]), path.hasPrefix("/"), !path.contains("#"),
            let port = parts.count == 2 ? Int(parts[1]) : TunnelDialer.port, (1...65_535).contains(port)
        else { return nil }
        return TunnelPlace(host: String(parts[0]), address: TunnelAddress(host: String(parts[0]), port: port), path: String(path))
    }

    /// A name of the DNS, and no address: one's own network has no certificates, and is not to be looked into. Resolvers take more for an
    /// address than the usual four numbers (`0x7f.0x1`), but only what ends in a number.
    private static func isName(_ text: Substring) -> Bool {
        guard let last = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false).last?.first, !(0x30...0x39).contains(last) else { return false }
        return text.utf8.count <= 253
            && text.utf8.allSatisfy { $0 == 0x2D || $0 == 0x2E || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }
    }
}
