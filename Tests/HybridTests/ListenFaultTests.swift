import Glibc
import HybridTransport
import HybridTunnel
import ListenFaults
import NIOCore
import NIOPosix
import Testing

@Suite("A server that cannot listen")
struct ListenFaultTests {
    private struct OtherError: Error {}

    private func told(_ error: any Error, host: String = "127.0.0.1") -> String? {
        (ListenFault.explaining(error, host: host, port: 443, setting: "--port") as? ListenFault)?.description
    }

    @Test("An address in use is told with the setting that names another, as is one that is not this machine's or needs rights")
    func explained() {
        #expect(told(IOError(errnoCode: EADDRINUSE, reason: "bind")) == "127.0.0.1:443 is in use by another program; give another address (--port)")
        #expect(told(IOError(errnoCode: EADDRINUSE, reason: "bind"), host: "::1")?.hasPrefix("[::1]:443 is in use") == true)
        #expect(told(IOError(errnoCode: EADDRNOTAVAIL, reason: "bind"))?.contains("is no address of this machine") == true)
        #expect(told(IOError(errnoCode: EACCES, reason: "bind"))?.contains("needs rights") == true)
    }

    @Test("An address of IPv6 stands in brackets, so that a port after it is one", arguments: [
        ("127.0.0.1", "127.0.0.1:443"), ("localhost", "localhost:443"), ("::1", "[::1]:443"), ("::", "[::]:443"),
    ])
    func addresses(host: String, address: String) { #expect("\(ListenAddress(host: host, port: 443))" == address) }

    @Test("What is not about the address is passed on as it is")
    func others() {
        #expect(told(IOError(errnoCode: EMFILE, reason: "accept")) == nil)
        #expect(told(OtherError()) == nil)
        #expect(ListenFault.explaining(OtherError(), host: "::1", port: 1, setting: "") is OtherError)
    }

    @Test("What a server throws where another one listens is an address in use")
    func occupied() async throws {
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let server = try TunnelServer(routing: #require(RoutingIdentifier(hexadecimal: "000000")), tls: nil)
        do {
            try await server.run(host: "127.0.0.1", port: port) { _ in Issue.record("it listens beside another server") }
        } catch {
            #expect(told(error)?.contains("is in use") == true, "\(error)")
        }
        try await other.close()
    }
}
