import ArgumentParser
import Crypto
import Foundation
import MobileDocument
import SQLiteVerificationStore
import VerificationSessions

/// What a claim and a settlement in the store cost, in a process of its own so that it can be put on a core.
struct StoreStepsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store-steps",
        abstract: "Claims and settles sessions in an SQLite file of its own; prints the nanoseconds of one, passed and computed, of each step.",
        shouldDisplay: false)

    /// What a claim or a settlement takes, in seconds.
    struct Step {
        /// From the first to the last, divided by how many there were.
        var passed = 0.0
        /// Processor time.
        var computed = 0.0
    }

    /// What a sealed report has, and a sealed result beside its portrait.
    private static let (reportBytes, outlineBytes) = (2200, 1400)

    @Option(help: "Sessions.")
    var sessions = 400
    @Option(help: "Steps in flight at a time.")
    var inFlight: Int
    @Option(help: "Bytes of each portrait.")
    var portraitBytes: Int

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-store-steps")
        defer { TemporaryFolder.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let store = try SQLiteVerificationStore(path: folder + "/sessions.sqlite")
        let prepared = try LoadSessions(count: sessions)
        let kept = await Parallel.map(prepared.records, inFlight: inFlight) { await prepared.keep($0, in: store) }
        let claimed = await timed(prepared.records) { await LoadSessions.claim($0, in: store) }
        let settlement = LoadSessions.settlement(
            report: [UInt8](repeating: 4, count: Self.reportBytes), resultBytes: portraitBytes + Self.outlineBytes, at: prepared.records[0].createdAt)
        let audit = AuditSigner(key: P256.Signing.PrivateKey())
        let settled = await timed(prepared.records) { await LoadSessions.settle($0, settlement, audit, in: store) }
        await store.close()
        guard kept.allSatisfy({ $0 }), claimed.worked, settled.worked else { throw ValidationError("not every session was claimed and settled") }
        print(claimed.passed, claimed.computed, settled.passed, settled.computed)
    }

    private func timed(
        _ records: [SessionRecord], _ step: @escaping @Sendable (SessionRecord) async -> Bool
    ) async -> (passed: Int, computed: Int, worked: Bool) {
        let begin = ContinuousClock.now
        let processor = ProcessorTime.own
        let worked = await Parallel.map(records, inFlight: inFlight, step)
        return (
            Int((ContinuousClock.now - begin) / .nanoseconds(1)) / records.count, Int((ProcessorTime.own - processor) * 1e9) / records.count,
            worked.allSatisfy { $0 }
        )
    }

    /// Runs it on a core.
    static func measure(core: Int, sessions: Int, inFlight: Int, portraitBytes: Int) throws -> (claim: Step, settlement: Step) {
        let (output, _) = try Program.run([
            "taskset", "-c", String(core), CommandLine.arguments[0], "store-steps", "--sessions", String(sessions), "--in-flight", String(inFlight),
            "--portrait-bytes", String(portraitBytes),
        ])
        let seconds = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.map { $0 / 1e9 }
        guard seconds.count == 4 else { throw ValidationError("the store's steps could not be measured") }
        return (Step(passed: seconds[0], computed: seconds[1]), Step(passed: seconds[2], computed: seconds[3]))
    }
}
