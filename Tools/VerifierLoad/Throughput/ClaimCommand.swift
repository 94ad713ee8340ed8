import ArgumentParser
import Foundation
import SQLiteVerificationStore
import VerificationSessions

/// What a claim in the store costs, in a process of its own so that it can be put on a core.
struct ClaimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "claims", abstract: "Claims sessions in an SQLite file of its own; prints the nanoseconds of one, passed and computed.", shouldDisplay: false)

    @Option(help: "Claims to time.")
    var claims = 400
    @Option(help: "Claims in flight at a time.")
    var inFlight: Int

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-claims")
        defer { TemporaryFolder.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try SQLiteVerificationStore(path: folder + "/claims.sqlite")
        let sessions = try LoadSessions(count: claims)
        let kept = await Parallel.map(sessions.records, inFlight: inFlight) { await sessions.keep($0, in: store) }
        let begin = ContinuousClock.now
        let processor = ProcessorTime.own
        let claimed = await Parallel.map(sessions.records, inFlight: inFlight) { record -> Bool in
            guard case .claimed? = try? await store.claim(record.id, binding: LoadSessions.binding, at: record.createdAt) else { return false }
            return true
        }
        let passed = Int((ContinuousClock.now - begin) / .nanoseconds(1))
        let computed = Int((ProcessorTime.own - processor) * 1e9)
        await store.close()
        guard kept.allSatisfy({ $0 }), claimed.allSatisfy({ $0 }) else { throw ValidationError("not every session was claimed") }
        print(passed / claims, computed / claims)
    }

    /// Runs it on a core.
    ///
    /// - Returns: seconds of one claim, passed and computed.
    static func measure(core: Int, claims: Int, inFlight: Int) throws -> (passed: Double, computed: Double) {
        let (output, _) = try Program.run([
            "taskset", "-c", String(core), CommandLine.arguments[0], "claims", "--claims", String(claims), "--in-flight", String(inFlight),
        ])
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2 else { throw ValidationError("the store's claims could not be measured") }
        return (numbers[0] / 1e9, numbers[1] / 1e9)
    }
}
