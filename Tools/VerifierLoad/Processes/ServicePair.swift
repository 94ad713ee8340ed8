import Dispatch
import Foundation
import Synchronization

/// Two services on one store, each at a port of its own that it keeps over restarts.
final class ServicePair: Sendable {
    /// Such as `http://127.0.0.1:20001`.
    let urls: [String]
    private let services: Mutex<[ServiceProcess]>
    private let start: @Sendable (Int) throws -> ServiceProcess
    private let logs: [String]

    init(program: String, folder: String, environment: [String: String]) throws {
        let addresses = try (0..<2).map { _ in "127.0.0.1:\(try Loopback.freePort())" }
        let logs = (0..<2).map { "\(folder)/service-\($0).log" }
        let start: @Sendable (Int) throws -> ServiceProcess = { index in
            try ServiceProcess(
                program: program, folder: folder, log: logs[index],
                environment: environment.merging(["VERIFIER_LISTEN": addresses[index]]) { $1 })
        }
        self.start = start
        self.logs = logs
        urls = addresses.map { "http://" + $0 }
        services = Mutex(try (0..<2).map(start))
    }

    /// Names both to the system.
    var processIdentifiers: [Int32] { services.withLock { $0.map(\.processIdentifier) } }

    /// Kills one at once (SIGKILL).
    func kill(_ index: Int) { services.withLock { $0[index] }.kill() }

    /// Asks one to end (SIGTERM) and starts it again, as for an upgrade.
    func restart(_ index: Int) async throws {
        let service = services.withLock { $0[index] }
        try await Self.offThread { service.stop() }
        try await startAgain(index)
    }

    /// Starts one again, as a supervisor would: until it stays up, since its store may be away.
    func startAgain(_ index: Int) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            do {
                let service = try await Self.offThread { [start] in try start(index) }
                services.withLock { $0[index] = service }
                return
            } catch where ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(250))
            }
        }
    }

    /// Starting waits for a line of output, and stopping for an end, which must not hold up the load.
    private static func offThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
        }
    }

    /// Names of those that are not running, though nobody killed them.
    var fallen: [Int] { services.withLock { services in services.indices.filter { !services[$0].isRunning } } }

    /// Lines of their logs that speak of a crash.
    var crashes: [String] {
        logs.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.flatMap { $0.split(separator: "\n") }
            .filter { line in ["Fatal error", "Crash:", "SIGABRT", "SIGSEGV", "SIGILL", "SIGTRAP"].contains { line.contains($0) } }.map(String.init)
    }

    func stop() { for service in services.withLock({ $0 }) { service.stop() } }
}
