import DocumentTrust
import Foundation
import LoopbackServers
import MobileDocument
import MobileDocumentTesting
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

/// A resolver that never answers, whatever becomes of its task.
struct SilentNames: HostResolver {
    func addresses(of host: String) async throws -> [NetworkAddress] {
        // A lookup in the system does not heed its cancellation either; it ends some time.
        await Task.detached { try? await Task.sleep(for: .seconds(20)) }.value
        return []
    }
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
