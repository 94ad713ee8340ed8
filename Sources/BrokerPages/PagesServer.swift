import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import UserVerification

/// Serves the broker's pages, at both loopback addresses of this machine.
///
/// The wallet's name leads a browser to either of them. Whoever had one would have the wallet's origin, with what websites ask there and the
/// owner's passkey. So both are the broker's, or there are no pages.
public struct PagesServer: Sendable {
    /// At each address.
    private static let connections = 256
    /// How many ports are tried, where any will do, until one is free at both addresses.
    private static let tries = 32

    let parts: PageParts
    let port: Int
    let logger: Logger
    let onServerRunning: @Sendable (WalletOrigin) async -> Void

    /// Serves until the task is cancelled.
    ///
    /// - Throws: ``PagesAddressFault`` where one of the addresses is not to be had.
    public func run() async throws {
        for _ in 1..<Self.tries {
            do { return try await serve() } catch let fault as PagesAddressFault where port == 0 && fault.isTaken { continue }
        }
        try await serve()
    }

    private func serve() async throws {
        let (ports, bound) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { bound.finish() }
                try await serve(at: "127.0.0.1", port: port) { bound.yield($0) }
            }
            for await port in ports {
                group.addTask { try await serveIPv6(port: port) }
                break
            }
            for try await _ in group {}
        }
    }

    /// Where the machine has no IPv6, nobody else can be there either.
    private func serveIPv6(port: Int) async throws {
        do {
            try await serve(at: "::1", port: port) { await onServerRunning(WalletOrigin(port: $0)) }
        } catch let fault as PagesAddressFault where fault.isAbsent {
            await onServerRunning(WalletOrigin(port: port))
        }
    }

    private func serve(at host: String, port: Int, listening: @escaping @Sendable (Int) async -> Void) async throws {
        let application = Application(
            router: PageRoutes(parts: parts).router(),
            server: .http1(configuration: .init(additionalChannelHandlers: [PeerGuard(logger: logger)])),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port),
                availableConnectionsDelegate: MaximumAvailableConnections(Self.connections, logger: logger)),
            onServerRunning: { channel in await listening(channel.localAddress?.port ?? port) },
            logger: logger)
        do { try await application.run() } catch let error as IOError { throw PagesAddressFault(host: host, port: port, cause: error) }
    }
}
