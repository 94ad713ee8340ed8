import ArgumentParser
import Foundation

struct ArriveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "arrive",
        abstract: "Whole exchanges that arrive at a deployment, or at one service alone, at their own rate, and what each costs.",
        discussion: """
            Starts `deploy/run`, or one service alone whose sessions are in an SQLite file, finds how many exchanges a second come to their
            result when each of a number of workers begins one after the other (the capacity), and then lets exchanges arrive at random moments,
            whatever became of those before: at a share of the capacity, and at a multiple of it. A latency counts from the moment the exchange
            was due to its verified result, and has all in it but the wallet's own work. Who gets a 503 at the start is sent away; who gets one
            later comes back after a second.

            Every result must be the one its wallet sealed, and nothing but results and 503 may come; else the exit code is 1.
            """)

    @Option(help: "The path of deploy/run.")
    var deployment: String?
    @Option(help: "The mdoc-verifier to start alone, in place of a deployment.")
    var alone: String?
    @Option(help: "Instances of the service in a deployment; two without it.")
    var instances: Int?
    @Option(help: "The processor cores of all that is started, such as 0; every one without it. The load should have others.")
    var cores: String?
    @Option(help: "Seconds of each phase.")
    var seconds = 30
    @Option(help: "Exchanges in work while the capacity is found.")
    var workers = 64
    @Option(help: "Requests that one instance takes at a time (limits.concurrent).")
    var places = 64
    @Option(help: "Exchanges a second that arrive, in place of the share and the multiple.")
    var rate: Double?
    @Option(help: "The share of the capacity that arrives.")
    var share = 0.7
    @Option(help: "The multiple of the capacity that arrives.")
    var multiple = 2.0

    /// What is in flight when everything is late: exchanges of all that arrive in the patience of a request would be more.
    private static let connections = 1024
    private static let warmSeconds = 5

    func validate() throws {
        guard (deployment == nil) != (alone == nil) else { throw ValidationError("either a deployment or a program to start alone") }
        guard alone == nil || instances == nil else { throw ValidationError("one service alone has one instance") }
        guard (1...16).contains(deployed), (5...3600).contains(seconds), (1...256).contains(workers), (1...4096).contains(places) else {
            throw ValidationError("1 to 16 instances, 5 to 3600 seconds, 1 to 256 workers, 1 to 4096 places")
        }
        guard (0.1...0.95).contains(share), (1.1...5).contains(multiple), rate.map({ (1...5000).contains($0) }) ?? true else {
            throw ValidationError("a share of 0.1 to 0.95, a multiple of 1.1 to 5, a rate of 1 to 5000 a second")
        }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-arrive")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 8, portraitBytes: 30 * 1024, sessionSeconds: 600)
        let served = try served(folder)
        defer { served.stop() }
        let faults = try await LoadClient.withHTTP(connections: Self.connections) { http in
            try await measure(
                LoadExchange(site: LoadClient(http: http, url: served.backend), page: LoadClient(http: http, url: served.page), world: world), served)
        }
        guard faults.isEmpty else {
            for (fault, count) in faults.sorted(by: { $0.key < $1.key }) { print("  \(fault): \(count)") }
            print("arrive FAILED: not every exchange came to its own result or to a 503")
            throw ExitCode(1)
        }
    }

    /// Instances in a deployment.
    private var deployed: Int { instances ?? 2 }

    /// Starts what the exchanges arrive at.
    private func served(_ folder: String) throws -> any Served {
        let limit = ["VERIFIER_LIMITS_CONCURRENT": String(places)]
        if let alone {
            return try ServiceProcess(
                program: alone, folder: folder, log: folder + "/service.log", cores: cores,
                environment: LoadStore(connection: nil).environment.merging(limit) { $1 })
        }
        return try Deployment(
            script: deployment ?? "", folder: folder, cores: cores, environment: limit.merging(["DEPLOY_INSTANCES": String(deployed)]) { $1 })
    }

    /// All phases; what should not have come.
    private func measure(_ exchange: LoadExchange, _ served: any Served) async throws -> [String: Int] {
        let place = cores.map { " on core \($0)" } ?? ""
        print(
            alone == nil
                ? "\(deployed) instances\(place), \(places) places each, one PostgreSQL, nginx, portraits of 30 KiB"
                : "one instance\(place), \(places) places, SQLite, portraits of 30 KiB")
        print(Self.row(["", "arrived /s", "done /s", "503", "p50 ms", "p99 ms", "p99.9 ms", "slowest"]))
        var faults: [String: Int] = [:]
        func phase(_ name: String, _ seconds: Int, _ load: (ArrivalTally) async -> Void) async -> ArrivalTally.Counts {
            let tally = ArrivalTally()
            await load(tally)
            let counts = tally.counts
            faults.merge(counts.faults, uniquingKeysWith: +)
            print(Self.row(name, counts, seconds))
            fflush(nil)
            return counts
        }
        func arrivals(_ name: String, _ rate: Double) async throws {
            let before = try served.costs()
            let counts = await phase(String(format: "%.0f a second arrive", rate), seconds) { tally in
                await OpenLoop(rate: rate, seconds: seconds).run { number, due in await exchange.walk(number, due: due, tally) }
            }
            report(prefix + name, rate, counts, costs: try served.costs(), before)
        }
        if let rate {
            try await arrivals("given", rate)
            return faults
        }
        _ = await phase("warm-up", Self.warmSeconds) { await closed(exchange, Self.warmSeconds, $0) }
        let found = await phase("\(workers) workers", seconds) { await closed(exchange, seconds, $0) }
        let capacity = found.doneRate
        guard capacity >= 1 else { throw ValidationError("fewer than one exchange a second came to its result") }
        if alone == nil { Figure.print("arrive-instances", Double(deployed)) }
        Figure.print("\(prefix)arrive-capacity", capacity)
        try await arrivals("arrive", capacity * share)
        try await arrivals("overload", capacity * multiple)
        return faults
    }

    /// Of the names of figures.
    private var prefix: String { alone == nil ? "" : "alone-" }

    /// Exchanges one after the other, by each of the workers.
    private func closed(_ exchange: LoadExchange, _ seconds: Int, _ tally: ArrivalTally) async {
        let end = ContinuousClock.now + .seconds(seconds)
        await withDiscardingTaskGroup { group in
            for worker in 0..<workers {
                group.addTask {
                    var round = 0
                    while ContinuousClock.now < end {
                        await exchange.walk(worker * 1_000_000 + round, due: .now, tally)
                        round += 1
                    }
                }
            }
        }
    }

    // MARK: Printing

    private func report(
        _ name: String, _ rate: Double, _ counts: ArrivalTally.Counts, costs: ServedCosts, _ before: ServedCosts
    ) {
        Figure.print("\(name)-rate", rate)
        Figure.print("\(name)-done-rate", counts.doneRate)
        Figure.print("\(name)-busy-share", Double(counts.busy) / Double(max(counts.replies, 1)))
        Figure.print(name, counts.done)
        Figure.print("\(name)-p99-over-p50", counts.done.milliseconds(99) / max(counts.done.milliseconds(50), 0.001))
        Figure.print("\(name)-sent-away-share", Double(counts.sentAway.count) / Double(max(counts.exchanges, 1)))
        Figure.print("\(name)-sent-away", counts.sentAway)
        let each = 1 / Double(max(counts.done.count, 1))
        Figure.print("\(name)-service-ms", (costs.services - before.services) * each * 1000)
        guard alone == nil else { return }
        Figure.print("\(name)-proxy-ms", (costs.proxy - before.proxy) * each * 1000)
        Figure.print("\(name)-database-ms", (costs.database - before.database) * each * 1000)
        Figure.print("\(name)-transactions", (costs.transactions - before.transactions) * each)
        Figure.print("\(name)-logged-bytes", (costs.loggedBytes - before.loggedBytes) * each)
    }

    private static func row(_ cells: [String]) -> String {
        cells[0].padding(toLength: 26, withPad: " ", startingAt: 0)
            + cells.dropFirst().map { String(repeating: " ", count: max(1, 11 - $0.count)) + $0 }.joined()
    }

    private static func row(_ name: String, _ counts: ArrivalTally.Counts, _ seconds: Int) -> String {
        let arrived = Double(counts.exchanges) / Double(seconds)
        let busy = 100 * Double(counts.busy) / Double(max(counts.replies, 1))
        let ends: [Double] = [50, 99, 99.9, 100]
        var cells = [name, String(format: "%.1f", arrived), String(format: "%.1f", counts.doneRate), String(format: "%.1f %%", busy)]
        for end in ends { cells.append(String(format: "%.1f", counts.done.milliseconds(end))) }
        return row(cells)
    }
}
