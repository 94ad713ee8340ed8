import DocumentTrust
import Foundation
import LoopbackServers
import MobileDocument
import NetworkAddressing
import Synchronization
import TrustFetching

/// What the tests of fetching share.
enum FetchWorld {
    static let now = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z
    static let host = "lists.utopia.example"
    static let loopback = NetworkAddress.v4([127, 0, 0, 1])

    /// Time enough on a machine with other work; a test that is about time brings its own.
    static func patient(redirects: Int = 3, expansion: Int = 100) -> FetchLimits {
        FetchLimits(connect: .seconds(60), total: .seconds(600), redirects: redirects, expansion: expansion)
    }

    /// A fetcher that finds every host of the tests on loopback.
    static func fetcher(
        _ credentials: WebCredentials?, profile: NetworkProfile = .loopbackTests, limits: FetchLimits = FetchWorld.patient(),
        proxy: ProxySettings = .none, resolver: any HostResolver = Names()
    ) -> ResourceFetcher {
        ResourceFetcher(
            profile: profile, limits: limits, proxy: proxy, trust: credentials.map { .authorities([$0.authority]) } ?? .system, resolver: resolver)
    }

    static func url(_ server: WebServer, _ path: String = "/", host: String = host, scheme: String = "https") -> String {
        "\(scheme)://\(host):\(server.port)\(path)"
    }
}

/// Names that are as the test says, and remember who asked.
final class Names: HostResolver {
    private let answers: [String: [NetworkAddress]]
    private let asked = Mutex<[String]>([])

    init(_ answers: [String: [NetworkAddress]] = [:]) { self.answers = answers }

    var lookups: [String] { asked.withLock { $0 } }

    func addresses(of host: String) async throws -> [NetworkAddress] {
        asked.withLock { $0.append(host) }
        return answers[host] ?? [FetchWorld.loopback]
    }
}

/// A resolver that hardly ever answers, whatever becomes of its task.
final class SilentNames: HostResolver {
    private let lookups = Mutex<[Task<Void, Never>]>([])
    private let ended = Mutex(0)

    /// How many look-ups have ended.
    var endedLookups: Int { ended.withLock { $0 } }

    func addresses(of host: String) async throws -> [NetworkAddress] {
        // A lookup in the system does not heed its cancellation either; it ends some time.
        let lookup = Task.detached { _ = try? await Task.sleep(for: .seconds(300)) }
        lookups.withLock { $0.append(lookup) }
        await lookup.value
        ended.withLock { $0 += 1 }
        return []
    }

    /// Ends the look-ups.
    func end() { for lookup in lookups.withLock({ $0 }) { lookup.cancel() } }
}

/// A clock that moves when the test says so.
final class TestClock: RefreshClock {
    private let time: Mutex<Instant>

    init(_ time: Instant = FetchWorld.now) { self.time = Mutex(time) }

    var now: Instant { time.withLock { $0 } }

    func advance(bySeconds seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }

    func sleep(seconds: Int64) async throws { try await Task.sleep(for: .milliseconds(20)) }
}

/// A folder that goes with its owner.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("fetching-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
