#if os(Linux)
import Foundation
import HybridTransport
import Testing
import VectorSupport

/// The service's own process, while an exchange is in flight: when the request has gone through, and when the answer has and the client has
/// not left.
@Suite("What a tunnel service learns", .timeLimit(.minutes(5)))
struct TunnelMemoryTests {
    @Test("It leaves no core dump, in which its certificate's key would stand")
    func coreDump() async throws {
        let service = try await TunnelProcess.start()
        defer { service.stop() }
        #expect(try CoreDump.isEmpty(of: service.identifier))
    }

    @Test("A crash is not reported with what was in the service's memory, whatever the environment says")
    func crashes() async throws {
        let service = try await TunnelProcess.start(["SWIFT_BACKTRACE": "enable=yes"])
        defer { service.stop() }
        #expect(try !CrashSignals.areTaken(by: service.identifier))
    }

    @Test("While an exchange is in flight, its service's memory, words and counts hold nothing of it")
    func canary() async throws {
        let service = try await TunnelProcess.start()
        defer { service.stop() }
        let canary = "canary-\(UUID().uuidString)"
        let request = try RemoteCredentialRequest(
            origin: "https://\(canary).example",
            requests: [.init(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"deviceRequest":"request-\#(canary)","encryptionInfo":"AA"}"#.utf8))])
        let answer = RemoteCredentialResponse.credential(exchangeProtocol: "org-iso-mdoc", data: Array(#"{"response":"response-\#(canary)"}"#.utf8))
        let traces = Traces(forms: [canary: Traces.forms(of: canary)])
        let adverts = InProcessAdverts()
        let meeting = Meeting()
        let decision = Decision(), farewell = Decision()
        let limits = HybridLimits(farewell: .seconds(300))
        let authenticator = HybridAuthenticator(tunnels: service.dialer, adverts: adverts, domain: service.domain, limits: limits)
        let client = HybridClient(tunnels: HeldFarewell(tunnels: service.dialer, decision: farewell), adverts: adverts, limits: limits)
        async let served = authenticator.answer(meeting.scanned, at: meeting.now) { _ in await decision.until(answer) }
        async let asked = client.present(request, to: meeting.shown)
        await decision.begun()
        let asking = try service.holds(traces.and(service.domain.host))
        await decision.end()
        await farewell.begun()
        let answering = try service.holds(traces.and(service.domain.host))
        await farewell.end()
        #expect(try await asked == answer)
        _ = try await served
        let after = try service.holds(traces.and(service.domain.host))
        // The look finds what is there.
        for found in [asking, answering, after] { #expect(found == [service.domain.host]) }
        let metrics = try await service.metrics()
        #expect(metrics.contains("mdoc_tunnel_tunnels_joined_total 1") && traces.found(in: Data(metrics.utf8)) == [])
        #expect(traces.found(in: Data(service.words.utf8)) == [])
    }
}
#endif
