import ArgumentParser
import Foundation

struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Two services on one PostgreSQL behind nginx, under load, while services are killed or restarted, and PostgreSQL restarts.",
        discussion: """
            Every answer is posted three times at once: through nginx and to both services. After the storm every session is read back
            through the website's interface, and the audit records are checked. Exit code 0 means: no session took two answers, every
            answer that was acknowledged has its result, and it is the right one, and clients saw nothing but good answers, "used", and
            errors that invite a retry. While the services are restarted one after the other, nginx finds one of them at any time.
            """)

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "PostgreSQL connection string.")
    var connection: String
    @Option(help: "A command that restarts PostgreSQL as after a crash.")
    var restartPostgres: String
    @Option(help: "Seconds of load, at least 75.")
    var seconds = 80
    @Option(help: "Sessions in work at a time.")
    var workers = 24

    private static let names = ["A", "B"]
    private static let upgrade = "A and B restarted, one after the other"
    /// How long a session waits for its answer; after that and the minute of a cut-off one, all are at their end.
    private static let sessionSeconds = 60
    private static let readbackSeconds = 150

    func validate() throws {
        guard (75...86_400).contains(seconds) else { throw ValidationError("a soak takes 75 to 86400 seconds") }
        guard (1...64).contains(workers) else { throw ValidationError("1 to 64 sessions can be in work") }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-soak")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 8, portraitBytes: 4096, sessionSeconds: Self.sessionSeconds)
        let environment = LoadStore(connection: connection).environment
        let pair = try ServicePair(program: program, folder: folder, environment: environment)
        defer { pair.stop() }
        let proxy = try Proxy(folder: folder, upstreams: pair.urls)
        defer { proxy.stop() }
        let faults: [String] = try await LoadClient.withHTTP { http in
            let direct = pair.urls.map { LoadClient(http: http, url: $0) }
            let load = SoakLoad(
                proxied: LoadClient(http: http, url: proxy.url), direct: direct, world: world, foreignAnswer: try world.foreignAnswer(),
                tally: SoakTally())
            try await storm(load, pair)
            return try await judge(load, direct, pair, environment)
        }
        for fault in faults.prefix(20) { print("  \(fault)") }
        guard faults.isEmpty else {
            print("soak FAILED: \(faults.count) faults")
            throw ExitCode(1)
        }
        print("soak passed: no session answered twice, nothing acknowledged was lost, every error invited a retry")
    }

    // MARK: The storm

    private func storm(_ load: SoakLoad, _ pair: ServicePair) async throws {
        print("\(seconds) s of load, \(workers) sessions in work, each answer posted three times, two services, one PostgreSQL")
        let end = ContinuousClock.now + .seconds(seconds)
        await load.tally.begin("calm")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<workers { group.addTask { await load.walk(worker: worker, until: end) } }
            group.addTask { try await disturb(pair, load.tally, until: end) }
            try await group.waitForAll()
        }
        await load.tally.end()
    }

    /// The same five disturbances over and over, with calm before and after.
    private func disturb(_ pair: ServicePair, _ tally: SoakTally, until end: ContinuousClock.Instant) async throws {
        let calm = 10, phase = 12
        let rounds = max(1, (seconds - calm - 2) / (5 * phase))
        try await Task.sleep(for: .seconds(calm))
        for _ in 0..<rounds {
            try await disturbance("A killed, back after 3 s", tally, seconds: phase) { try await killed(0, pair) }
            try await disturbance("PostgreSQL restarted at once", tally, seconds: phase) { try await Shell.run(restartPostgres) }
            try await disturbance("B killed, back after 3 s", tally, seconds: phase) { try await killed(1, pair) }
            try await disturbance("A killed while PostgreSQL restarts", tally, seconds: phase) {
                async let restart: Void = Shell.run(restartPostgres)
                try await killed(0, pair)
                try await restart
            }
            try await disturbance(Self.upgrade, tally, seconds: phase) { for index in 0..<2 { try await pair.restart(index) } }
        }
        await tally.begin("calm")
        try await Task.sleep(until: end)
    }

    private func killed(_ index: Int, _ pair: ServicePair) async throws {
        pair.kill(index)
        try await Task.sleep(for: .seconds(3))
        try await pair.startAgain(index)
    }

    private func disturbance(_ name: String, _ tally: SoakTally, seconds: Int, _ work: () async throws -> Void) async throws {
        await tally.begin(name)
        let end = ContinuousClock.now + .seconds(seconds)
        try await work()
        try await Task.sleep(until: end)
    }

    // MARK: The judgement

    private func judge(_ load: SoakLoad, _ direct: [LoadClient], _ pair: ServicePair, _ environment: [String: String]) async throws -> [String] {
        let tally = load.tally
        print(await tally.table)
        print("every reply by what was asked:")
        print(await tally.kinds)
        let sessions = Array(await tally.sessions.values)
        print("reading \(sessions.count) sessions back, alternately from both services ...")
        let readback = await SoakReadback(sessions, direct, load.world, until: .now + .seconds(Self.readbackSeconds))
        for (end, count) in readback.ends.sorted(by: { $0.key < $1.key }) {
            print("  " + end.padding(toLength: 44, withPad: " ", startingAt: 0) + String(count))
        }
        let audit = try AuditReading.faults(
            program: program, folder: load.world.folder, environment: environment, statuses: readback.statuses)
        print("audit records: \(audit.records), in one whole chain, one for each decision" + (audit.faults.isEmpty ? "" : ": NO"))
        var faults = await tally.fouls + readback.faults + audit.faults
        faults += pair.fallen.map { "service \(Self.names[$0]) ended by itself" } + pair.crashes
        // A service that ends may take a reply with it for each session in work, as its connections to nginx close.
        let (lost, most) = (await tally.proxyFailures(in: Self.upgrade), 2 * workers)
        if lost > most { faults.append("nginx found no service \(lost) times while they were restarted in turn, where \(most) would be no wonder") }
        if sessions.allSatisfy({ $0.acknowledgements == 0 }) { faults.append("no answer was acknowledged at all") }
        return faults
    }
}
