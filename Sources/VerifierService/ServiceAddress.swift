import ListenFaults
import NIOCore

/// Where a listener listens.
public struct ServiceAddress: Sendable {
    /// Such as `http://127.0.0.1:8080`.
    public let url: String
    /// Whether the page's routes are there.
    public let isPage: Bool

    init(_ channel: any Channel, isPage: Bool, hasTLS: Bool) {
        let address = channel.localAddress
        url = "\(hasTLS ? "https" : "http")://\(ListenAddress(host: address?.ipAddress ?? "localhost", port: address?.port ?? 0))"
        self.isPage = isPage
    }
}
