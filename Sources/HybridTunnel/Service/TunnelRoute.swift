import HybridTransport

/// What a device asks of a tunnel service (CTAP 2.2, 11.5.1.2).
enum TunnelRoute: Equatable {
    /// An authenticator opens a tunnel.
    case new(TunnelIdentifier)
    /// A client joins it.
    case connect(RoutingIdentifier, TunnelIdentifier)

    /// The WebSocket protocol that is spoken in the tunnel.
    static let subprotocol = "fido.cable"

    /// Reads a path; nil for any other.
    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        switch parts.count {
        case 4 where parts.starts(with: ["", "cable", "new"]):
            guard let tunnel = TunnelIdentifier(hexadecimal: parts[3]) else { return nil }
            self = .new(tunnel)
        case 5 where parts.starts(with: ["", "cable", "connect"]):
            guard let routing = RoutingIdentifier(hexadecimal: parts[3]), let tunnel = TunnelIdentifier(hexadecimal: parts[4]) else { return nil }
            self = .connect(routing, tunnel)
        default: return nil
        }
    }

    /// The path.
    var path: String {
        switch self {
        case .new(let tunnel): "/cable/new/\(tunnel)"
        case .connect(let routing, let tunnel): "/cable/connect/\(routing)/\(tunnel)"
        }
    }
}
