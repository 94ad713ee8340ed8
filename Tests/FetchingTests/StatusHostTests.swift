import DocumentTrust
import Foundation
import LoopbackServers
import RelyingParty
import Synchronization
import Testing
import TrustFetching

@Suite("Verifying while the network is not there")
struct StatusHostTests {
    /// The hosts of the world at the port of a server of the test.
    private struct Hosts: ResourceFetching {
        let fetcher: ResourceFetcher
        let port: Int

        func fetch(_ address: String, as kind: ResourceKind, unless validators: ResourceValidators?) async throws(FetchError) -> FetchResult {
            try await fetcher.fetch(address.replacingOccurrences(of: ".example/", with: ".example:\(port)/"), as: kind, unless: validators)
        }
    }

    /// Verifications that never stop, and what came of them.
    private final class Run: Sendable {
        struct Seen: Hashable {
            let status: CheckOutcome?
            let isVerified: Bool
            let isStrictlyVerified: Bool
        }

        private let seen = Mutex<[Seen]>([])
        private let isOver = Mutex(false)

        var count: Int { seen.withLock { $0.count } }

        func outcomes(from start: Int) -> Set<Seen> { seen.withLock { Set($0[start...]) } }

        func end() { isOver.withLock { $0 = true } }

        func verify(_ scene: FetchScene, _ trust: RefreshedTrust, _ clock: TestClock) async throws {
            while !isOver.withLock({ $0 }) {
                let (snapshot, now) = (trust.snapshot, clock.now)
                let verdict = try scene.verify(snapshot, at: now)
                let strict = try scene.verify(snapshot, profile: ISOStrictProfile(), at: now)
                seen.withLock {
                    $0.append(Seen(status: verdict.outcome(.msoStatus), isVerified: verdict.isVerified, isStrictlyVerified: strict.isVerified))
                }
                await Task.yield()
            }
        }

        /// Waits for verifications that began from now on.
        func next(_ number: Int = 2) async throws -> Set<Seen> {
            // The one under way may still see what was before.
            let start = count + 1
            #expect(try await eventually { count >= start + number })
            return outcomes(from: start)
        }
    }

    private static let good = Run.Seen(status: .passed, isVerified: true, isStrictlyVerified: true)
    private static let unknown = Run.Seen(status: .unknown, isVerified: true, isStrictlyVerified: false)

    @Test("The status host falls silent and is killed while verifications run: none waits; good turns unknown, with its age, and the policy decides")
    func killed() async throws {
        let scene = try FetchScene()
        try scene.addRoot()
        let (crl, token) = (try scene.revocationList(), try scene.statusToken())
        let credentials = try WebCredentials("mobility.utopia.example", "status.utopia.example")
        let server = try await WebServer.start(credentials) { request in
            switch request.uri {
            case "/iaca.crl": .content(crl, headers: ["content-type": "application/pkix-crl"])
            case "/1": .content(token, headers: ["content-type": "application/statuslist+cwt", "etag": "\"1\""])
            default: .content([], status: .notFound)
            }
        }
        let clock = TestClock()
        let hosts = Hosts(fetcher: FetchWorld.fetcher(credentials), port: server.port)
        let status = scene.statusRefresher(hosts, clock: clock)
        let refresher = try TrustRefresher(scene.store, fetcher: hosts, status: status, clock: clock, jitter: { _ in 0 })
        let trust = refresher.trust
        #expect(try scene.verify(trust.snapshot).outcome(.msoStatus) == .unknown, "nothing is fetched yet")

        let refreshing = Task { try await refresher.run() }
        #expect(try await eventually { try scene.verify(trust.snapshot, profile: ISOStrictProfile()).isVerified })
        let run = Run()
        let verifying = Task.detached { try await run.verify(scene, trust, clock) }
        #expect(try await run.next() == [Self.good])

        // The host takes questions and answers none. The token is due, not over.
        server.answer { _ in .silence }
        clock.advance(bySeconds: 2 * 3_600)
        #expect(try await eventually { await status.awaited == [FetchScene.token] })
        #expect(try await run.next() == [Self.good])
        #expect(await status.awaited == [FetchScene.token], "all of them were done before the network answered")

        await server.kill()
        #expect(try await eventually { await status.failures[FetchScene.token] != nil })
        #expect(try await run.next() == [Self.good], "the last good token counts until it ends")

        clock.advance(bySeconds: 7 * 86_400)
        #expect(try await run.next() == [Self.unknown])
        let late = try scene.verify(trust.snapshot, at: clock.now)
        #expect(late.reason(.msoStatus).contains("fetched 7 days ago"), "\(late.reason(.msoStatus))")
        #expect(late.reason(.msoStatus).contains("expired"))
        #expect(late.outcome(.signerRevocation) == .passed, "the revocation list lasts longer")
        #expect(try scene.verify(trust.snapshot, profile: ISOStrictProfile(), at: clock.now).report.failures.map(\.identifier) == [.msoStatus])

        run.end()
        try await verifying.value
        refreshing.cancel()
        try await refreshing.value
        #expect(run.outcomes(from: 0) == [Self.good, Self.unknown])
    }

    @Test("A token that has not changed is not sent again, and its verification goes on as before")
    func unchanged() async throws {
        let scene = try FetchScene()
        let token = try scene.statusToken()
        let credentials = try WebCredentials("status.utopia.example")
        let server = try await WebServer.start(credentials) { request in
            request.headers["if-none-match"] == "\"1\"" ? .content([], status: .notModified) : .content(token, headers: ["etag": "\"1\""])
        }
        let fetcher = HTTPStatusFetcher(Hosts(fetcher: FetchWorld.fetcher(credentials), port: server.port))
        for _ in 0..<2 { #expect(try await fetcher.fetch(FetchScene.token) == token) }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
        #expect(server.requests.first?.headers["accept"]?.contains("application/statuslist+cwt") == true)
        #expect(server.requests.first?.headers["accept"]?.contains("application/identifierlist+cwt") == true)
        await server.kill()
    }
}
