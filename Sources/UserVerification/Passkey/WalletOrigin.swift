/// The broker's own web origin on this machine. Its host is a relying party of its own: `localhost` is shared by every port.
public struct WalletOrigin: Sendable, Hashable {
    /// Identifies the relying party of passkeys.
    public static let host = "wallet.localhost"

    /// The port the pages are served at.
    public let port: Int

    /// The origin at a port.
    public init(port: Int) { self.port = port }

    /// Host and port, as browsers name them in `Host`.
    public var authority: String { port == 80 ? Self.host : "\(Self.host):\(port)" }

    /// The serialized origin, as browsers name it in `Origin`.
    public var text: String { "http://" + authority }
}
