import ArgumentParser
import Crypto
import Foundation
import MobileDocument
import RelyingParty
import VerificationSessions

struct GrowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grow",
        abstract: "A store that grows: what claims, settlements and sweeps take at 10,000 sessions, at ten times as many, and so on.",
        discussion: """
            At each size fresh sessions are claimed at a rate of their own while nothing else is done, then settled as fast as it goes, and
            then others are claimed while sweeps end what is overdue and remove what is to be forgotten, a bounded number a time, until
            nothing is left to do. A latency counts from the moment the claim was due. Sessions that fill the store are written row by row,
            as claims, settlements and deliveries would have left them. Every claim must succeed.
            """)

    @Option(help: "Sessions at the end.")
    var sessions = 1_000_000
    @Option(help: "PostgreSQL connection string of an empty database; without it sessions are kept in an SQLite file.")
    var connection: String?
    @Option(help: "Claims a second.")
    var rate = 100.0
    @Option(help: "Seconds of claims, without and with sweeps.")
    var seconds = 15
    @Option(help: "Settlements in flight at a time.")
    var inFlight = 8
    @Option(help: "Bytes of the sealed report of each session that has ended.")
    var reportBytes = 2200

    private static let first = 10_000
    private static let batch = 50_000
    private static let resultBytes = 32_000

    func validate() throws {
        guard (Self.first...100_000_000).contains(sessions), (1...2000).contains(rate), (5...600).contains(seconds) else {
            throw ValidationError("10000 to 100000000 sessions, 1 to 2000 claims a second for 5 to 600 seconds")
        }
        guard (1...100).contains(inFlight), (32...16_384).contains(reportBytes) else {
            throw ValidationError("1 to 100 settlements in flight, reports of 32 to 16384 bytes")
        }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-grow")
        defer { TemporaryFolder.remove(folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let growing: any GrowingStore
        if let connection { growing = GrowingPostgreSQL(connection: connection) } else { growing = GrowingSQLite(path: folder + "/sessions.sqlite") }
        let store = try await growing.open()
        do { try await grow(growing, store) } catch {
            await store.close()
            throw error
        }
        await store.close()
    }

    /// 10,000, ten times that, and so on, and at last as many as are wanted.
    private var sizes: [Int] {
        var sizes = [Self.first]
        while let last = sizes.last, last < sessions { sizes.append(min(last * 10, sessions)) }
        return sizes
    }

    private func grow(_ growing: any GrowingStore, _ store: any VerificationStore) async throws {
        let name = LoadStore(connection: connection).description.lowercased()
        print("\(LoadStore(connection: connection)), \(rate) claims a second, sweeps of \(VerificationFlow.sweepLimit); milliseconds")
        print(Self.row(["sessions", "claim p50", "p99", "sweeping p50", "p99", "slowest", "sweep p50", "slowest", "settled /s"]))
        let report = (0..<reportBytes).map { _ in UInt8.random(in: .min ... .max) }
        var filled = 0
        var settled = 0
        var medians: [Double] = []
        for size in sizes {
            while filled < size {
                let more = min(Self.batch, size - filled)
                try await growing.add(more, report: report, at: Self.now.secondsSinceEpoch)
                filled += more
            }
            try await growing.settleDown()
            let bytes = try await growing.bytes()
            let (calm, claimed) = try await claim(in: store)
            let settledRate = try await settle(claimed, report, in: store)
            settled += claimed.count
            async let swept = Self.sweep(store)
            let (sweeping, _) = try await claim(in: store)
            let sweeps = try await swept
            let numbers: [Double] = [
                calm.milliseconds(50), calm.milliseconds(99), sweeping.milliseconds(50), sweeping.milliseconds(99), sweeping.milliseconds(100),
                sweeps.milliseconds(50), sweeps.milliseconds(100), settledRate,
            ]
            print(Self.row([String(size)] + numbers.map { String(format: "%.2f", $0) }))
            Figure.print("\(name)-\(size)-claim", calm)
            Figure.print("\(name)-\(size)-claim-sweeping", sweeping)
            Figure.print("\(name)-\(size)-sweep", sweeps)
            Figure.print("\(name)-\(size)-sweeps", Double(sweeps.count))
            Figure.print("\(name)-\(size)-settled-rate", settledRate)
            Figure.print("\(name)-\(size)-bytes-each", Double(bytes) / Double(size))
            medians.append(calm.milliseconds(50))
            // The next size takes long, and what is read by a program is written late.
            fflush(nil)
        }
        Figure.print("\(name)-audit-bytes-each", Double(try await growing.auditBytes()) / Double(max(settled, 1)))
        Figure.print("\(name)-claim-growth", medians[medians.count - 1] / max(medians[0], 0.001))
    }

    // MARK: The store's work

    private static var now: Instant { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970)) }

    /// Claims fresh sessions as they come, by the store's own calls.
    private func claim(in store: any VerificationStore) async throws -> (Latencies, [SessionRecord]) {
        let expected = rate * Double(seconds)
        // Arrivals are random; so many do not come.
        let sessions = try LoadSessions(count: Int(expected + 10 * expected.squareRoot()) + 10)
        let kept = await Parallel.map(sessions.records, inFlight: inFlight) { await sessions.keep($0, in: store) }
        guard kept.allSatisfy({ $0 }) else { throw ValidationError("not every session was kept") }
        let tally = ClaimTally()
        await OpenLoop(rate: rate, seconds: seconds).run { number, due in
            guard number < sessions.records.count else { return }
            let record = sessions.records[number]
            guard await LoadSessions.claim(record, in: store) else { return tally.fault() }
            tally.note(record, in: ContinuousClock.now - due)
        }
        guard tally.faults == 0 else { throw ValidationError("\(tally.faults) sessions were not claimed") }
        return (tally.latencies, tally.claimed)
    }

    /// Settles claimed sessions; how many a second. They are written one after the other, since their audit records are one chain.
    private func settle(_ records: [SessionRecord], _ report: [UInt8], in store: any VerificationStore) async throws -> Double {
        let signer = AuditSigner(key: P256.Signing.PrivateKey())
        let settlement = LoadSessions.settlement(report: report, resultBytes: Self.resultBytes, at: Self.now)
        let begin = ContinuousClock.now
        let settled = await Parallel.map(records, inFlight: inFlight) { await LoadSessions.settle($0, settlement, signer, in: store) }
        guard settled.allSatisfy({ $0 }) else { throw ValidationError("not every session was settled") }
        return Double(records.count) / ((ContinuousClock.now - begin) / .seconds(1))
    }

    /// Sweeps until nothing is left to do; what each sweep took.
    private static func sweep(_ store: any VerificationStore) async throws -> Latencies {
        var latencies = Latencies()
        var report: SweepReport
        repeat {
            let time = now
            let begin = ContinuousClock.now
            // Nothing counts as cut off: what is claimed here is settled later or never.
            report = try await store.sweep(
                at: time, stale: Instant(secondsSinceEpoch: 0), forget: time.advanced(bySeconds: -86_400), limit: VerificationFlow.sweepLimit
            ) { _ in SessionEnding(webhook: nil, audit: nil) }
            latencies.add(ContinuousClock.now - begin)
        } while report.mayBeMore(limit: VerificationFlow.sweepLimit)
        return latencies
    }

    private static func row(_ cells: [String]) -> String {
        cells.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
    }
}
