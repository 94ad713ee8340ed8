import HybridTransport

/// What a device asks of a tunnel service (CTAP 2.2, 11.5.1.2 and 11.5.2).
enum TunnelRoute: Equatable {
    /// An authenticator opens a tunnel.
    case new(TunnelIdentifier)
    /// A client joins it.
    case connect(RoutingIdentifier, TunnelIdentifier)
    /// An authenticator waits for its linked clients. How it does is between it and its service; the standard has nothing here.
    case wait(ContactIdentifier)
    /// A linked client calls it.
    case contact(ContactIdentifier)

    /// The WebSocket protocol that is spoken in the tunnel.
    static let subprotocol = "fido.cable"

    /// Reads a path; nil for any other.
    init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (4...5).contains(parts.count), parts[0].isEmpty, parts[1] == "cable" else { return nil }
        switch (parts[2], parts.count) {
        case ("new", 4):
            guard let tunnel = TunnelIdentifier(hexadecimal: parts[3]) else { return nil }
            self = .new(tunnel)
        case ("connect", 5):
            guard let routing = RoutingIdentifier(hexadecimal: parts[3]), let tunnel = TunnelIdentifier(hexadecimal: parts[4]) else { return nil }
            self = .connect(routing, tunnel)
        case ("wait", 4), ("contact", 4):
            guard let contact = ContactIdentifier(base64URL: parts[3]) else { return nil }
            self = parts[2] == "wait" ? .wait(contact) : .contact(contact)
        default: return nil
        }
    }

    /// The path.
    var path: String {
        switch self {
        case .new(let tunnel): "/cable/new/\(tunnel)"
        case .connect(let routing, let tunnel): "/cable/connect/\(routing)/\(tunnel)"
        case .wait(let contact): "/cable/wait/\(contact)"
        case .contact(let contact): "/cable/contact/\(contact)"
        }
    }

    /// Whether a client asks it, which another service may answer in this one's place.
    var isOfClient: Bool {
        switch self {
        case .connect, .contact: true
        case .new, .wait: false
        }
    }
}
