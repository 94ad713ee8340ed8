#if os(Linux)
import Foundation
import HybridTransport
import HybridTunnel
import Testing

/// The service's own process, while an exchange is in flight: both sides have sent, and the client has not left.
@Suite("What a tunnel service learns", .timeLimit(.minutes(5)))
struct TunnelMemoryTests {
    @Test("While an exchange is in flight, its service's memory, words and counts hold nothing of it")
    func canary() async throws {
        let service = try await TunnelProcess.start()
        defer { service.stop() }
        let canary = "canary-\(UUID().uuidString)"
        let request = try RemoteCredentialRequest(
            origin: "https://\(canary).example",
            requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"deviceRequest":"request-\#(canary)","encryptionInfo":"AA"}"#.utf8))])
        let answer = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"response-\#(canary)"}"#.utf8))
        let adverts = InProcessAdverts()
        let meeting = Meeting()
        let decision = Decision()
        let authenticator = HybridAuthenticator(tunnels: service.dialer, adverts: adverts, domain: service.domain)
        // The request has gone through, and the service holds the connections.
        async let served = authenticator.answer(meeting.scanned, at: meeting.now) { _ in await decision.until(answer) }
        async let asked = HybridClient(tunnels: service.dialer, adverts: adverts).present(request, to: meeting.shown)
        await decision.begun()
        let during = try service.holds([canary, service.domain.host])
        await decision.end()
        #expect(try await asked == answer)
        _ = try await served
        let after = try service.holds([canary, service.domain.host])
        // The look finds what is there.
        #expect(during == [service.domain.host] && after == [service.domain.host])
        let metrics = try await service.metrics()
        #expect(metrics.contains("mdoc_tunnel_tunnels_joined_total 1") && !metrics.contains(canary))
        #expect(!service.words.contains(canary))
    }
}
#endif
