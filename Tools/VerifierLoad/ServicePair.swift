import Foundation
import Synchronization

/// Two services on one store, each at a port of its own that it keeps over restarts.
final class ServicePair: Sendable {
    /// Such as `127.0.0.1:40001`.
    let addresses: [String]
    private let services: Mutex<[ServiceProcess]>
    private let start: @Sendable (String) throws -> ServiceProcess

    init(program: String, folder: String, environment: [String: String]) throws {
        start = { address in
            try ServiceProcess(
                program: program, folder: folder, environment: environment.merging(["VERIFIER_LISTEN": address]) { $1 })
        }
        // The first start takes free ports; the restarts keep them.
        let first = try (0..<2).map { _ in try start("127.0.0.1:0") }
        addresses = first.map { $0.url.replacing("http://", with: "") }
        services = Mutex(first)
    }

    /// Kills one at once (SIGKILL) and starts it again.
    func killAndRestart(_ index: Int) async throws {
        services.withLock { $0[index].kill() }
        try await Task.sleep(for: .milliseconds(500))
        let restarted = try start(addresses[index])
        services.withLock { $0[index] = restarted }
    }

    func stop() { services.withLock { for service in $0 { service.stop() } } }
}
