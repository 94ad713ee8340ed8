import HybridTransport
import HybridTunnel
import LoopbackServers
import NIOSSL

/// A tunnel service on this machine, with a certificate for its name and for localhost, for as long as a test runs.
struct RunningTunnel: Sendable {
    static let number: UInt16 = 1000

    let domain: TunnelDomain
    let port: Int
    let server: TunnelServer
    let authority: NIOSSLCertificate
    let credentials: WebCredentials

    var authorityPEM: String { credentials.authorityPEM }

    /// Ways to it.
    var dialer: TunnelDialer { TunnelDialer(trust: .certificates([authority]), addresses: [domain: TunnelAddress(host: "127.0.0.1", port: port)]) }

    /// Waits until nobody is connected any more.
    func emptied() async throws {
        while !server.measuresText.contains("\nmdoc_tunnel_connections 0\n") { try await Task.sleep(for: .milliseconds(10)) }
    }

    static func during<Value>(
        limits: TunnelLimits = TunnelLimits(opening: .seconds(600)), certificateFor host: String? = nil, _ body: (RunningTunnel) async throws -> Value
    ) async throws -> Value {
        let domain = try TunnelDomain(number)
        let credentials = try host.map { try WebCredentials($0) } ?? WebCredentials(domain.host, "localhost")
        let server = try TunnelServer(routing: Meeting.routing, tls: credentials.configuration(), limits: limits)
        let authority = try NIOSSLCertificate(bytes: credentials.authority, format: .der)
        return try await RunningServer.during({ try await server.run(host: "127.0.0.1", port: 0, listening: $0) }) { port in
            try await body(RunningTunnel(domain: domain, port: port, server: server, authority: authority, credentials: credentials))
        }
    }
}
