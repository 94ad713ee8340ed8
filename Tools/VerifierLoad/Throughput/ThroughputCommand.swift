import ArgumentParser
import Foundation

struct ThroughputCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "throughput",
        abstract: "Answers verified a second over HTTP, by a service on one core, beside the library's own rate on the same core.",
        discussion: """
            In rounds, so that whatever else the machine does befalls both: the library verifies on the core; then a batch of sessions is
            started, fetched, answered and its results are read, one step after the other over connections that are kept. Printed are the
            medians of the rounds. With SQLite, so is the share of the rate that the library, a bare route for the same bodies and one claim in
            the store would allow together, by the processor time of each, measured alone on that core in the same rounds. A bare route that
            its sender cannot keep busy, and claims beside those who make them, take a little more than in a busy service, which flatters the
            share; whatever keeps the core from the service while answers are timed lowers it. A settlement with its result and its signed
            record, without which nothing is acknowledged, is measured like a claim: what a service would reach that did nothing else is
            printed beside the share, a little too low for the same reason. Every answer must be acknowledged and every result must be there.
            """)

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "PostgreSQL connection string; without it sessions are kept in an SQLite file.")
    var connection: String?
    @Option(help: "Rounds.")
    var rounds = 10
    @Option(help: "Sessions in a round.")
    var batch = 400
    @Option(help: "Requests in flight at a time.")
    var inFlight = 64
    @Option(help: "The service's processor core.")
    var core = 0
    @Option(help: "Bytes of each portrait.")
    var portraitBytes = 30 * 1024
    @Option(help: "Least rate of answers as a share of the library's; below it the exit code is 1.")
    var bar: Double?

    func validate() throws {
        guard (1...1000).contains(rounds), (1...10_000).contains(batch), (1...256).contains(inFlight) else {
            throw ValidationError("1 to 1000 rounds of 1 to 10000 sessions, 1 to 256 of them in flight")
        }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-throughput")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 4, portraitBytes: portraitBytes, sessionSeconds: 1800)
        let service = try ServiceProcess(
            program: program, folder: folder, log: folder + "/service.log", cores: String(core),
            environment: LoadStore(connection: connection).environment)
        defer { service.stop() }
        let bare = try BareServer(core: core)
        defer { bare.stop() }
        let measured = try await LoadClient.withHTTP { http in
            try await measure(LoadClient(http: http, url: service.url), (LoadClient(http: http, url: bare.url), bare), world, service)
        }
        try report(measured)
    }

    private func measure(
        _ client: LoadClient, _ bare: (client: LoadClient, server: BareServer), _ world: LoadWorld, _ service: ServiceProcess
    ) async throws -> [ThroughputRound] {
        // The first batch warms up: connections, caches, the file's first pages.
        _ = try await round(client, bare, world, service)
        var measured: [ThroughputRound] = []
        for _ in 0..<rounds {
            let library = try LibraryCommand.measure(core: core, verifications: 300, portraitBytes: portraitBytes)
            var round = try await round(client, bare, world, service)
            (round.library, round.libraryProcessor) = library
            if connection == nil {
                (round.claim, round.settlement) = try StoreStepsCommand.measure(
                    core: core, sessions: batch, inFlight: inFlight, portraitBytes: portraitBytes)
            }
            measured.append(round)
        }
        return measured
    }

    private func round(
        _ client: LoadClient, _ bare: (client: LoadClient, server: BareServer), _ world: LoadWorld, _ service: ServiceProcess
    ) async throws -> ThroughputRound {
        var round = ThroughputRound()
        let started: [(reply: Reply, id: String?)]
        (round.start, started) = await timed(0..<batch) { await client.start(reference: "load-\($0)") }
        let ids = started.compactMap(\.id)
        guard ids.count == batch else { throw ValidationError("not every session was started") }

        let handed: [(String, Reply)]
        (round.request, handed) = await timed(ids) { ($0, await client.request($0)) }
        // The wallets' work is not the service's, and is not timed.
        let prepared = try handed.enumerated().map { index, handed in
            LoadClient.Prepared(
                id: handed.0, cookie: handed.1.cookie ?? "",
                answer: try world.answer(of: world.people[index % world.people.count], to: handed.1.body))
        }

        let bareProcessor = bare.server.processorSeconds
        let taken: [Reply]
        (round.bare, taken) = await timed(prepared) { await bare.client.post($0) }
        round.bareProcessor = (bare.server.processorSeconds - bareProcessor) / Double(batch)
        guard taken.allSatisfy({ $0.kind == "200" }) else { throw ValidationError("not every body was taken: \(Set(taken.map(\.kind)).sorted())") }

        let processor = service.processorSeconds
        let answered: [Reply]
        (round.answer, answered) = await timed(prepared) { await client.post($0) }
        round.answerProcessor = (service.processorSeconds - processor) / Double(batch)
        guard answered.allSatisfy({ $0.kind == "200" }) else {
            throw ValidationError("not every answer was received: \(Set(answered.map(\.kind)).sorted())")
        }

        let results: [Reply]
        (round.result, results) = await timed(ids) { await client.result($0) }
        guard results.allSatisfy({ (try? JSONDecoder().decode(DeliveredResult.self, from: $0.body))?.satisfied == true }) else {
            throw ValidationError("not every answer was verified: \(Set(results.map(\.kind)).sorted())")
        }
        return round
    }

    /// Does a step for all of a batch; the seconds for one of them.
    private func timed<Item: Sendable, Value: Sendable>(
        _ items: some Collection<Item>, _ step: @escaping @Sendable (Item) async -> Value
    ) async -> (Double, [Value]) {
        let begin = ContinuousClock.now
        let values = await Parallel.map(items, inFlight: inFlight, step)
        return ((ContinuousClock.now - begin) / .seconds(1) / Double(items.count), values)
    }

    private func report(_ rounds: [ThroughputRound]) throws {
        func median(_ value: (ThroughputRound) -> Double) -> Double { rounds.map(value).median }
        func line(_ name: String, _ seconds: Double) {
            print("  " + name.padding(toLength: 34, withPad: " ", startingAt: 0) + String(format: "%8.0f /s %8.0f µs", 1 / seconds, seconds * 1e6))
        }
        let processor = median(\.answerProcessor)
        let libraryProcessor = median(\.libraryProcessor)
        let ratio = median { $0.library / $0.answer }
        print("\(LoadStore(connection: connection)), \(rounds.count) rounds of \(batch) sessions, \(inFlight) requests in flight, service and library on core \(core):")
        line("library, one verification", median(\.library))
        line("  of that its processor", libraryProcessor)
        line("post of the answer to a bare route", median(\.bare))
        line("  of that the server's processor", median(\.bareProcessor))
        if connection == nil {
            line("claim in the store", median(\.claim.passed))
            line("  of that the processor", median(\.claim.computed))
            line("settlement there, with its record", median(\.settlement.passed))
            line("  of that the processor", median(\.settlement.computed))
        }
        line("answer over HTTP", median(\.answer))
        line("  of that the service's processor", processor)
        line("start of a session", median(\.start))
        line("hand-out of the request", median(\.request))
        line("result", median(\.result))
        line("whole session, four requests", median(\.session))
        print(String(format: "answers over HTTP as a share of the library's rate %.3f", ratio))
        // Where other programs want the core, too, this is what is left of it; on a quiet machine the two are alike.
        print(String(format: "the same by processor time %.3f", libraryProcessor / processor))
        if connection == nil {
            print(String(format: "the parts as a share of the service's processor time %.3f", median(\.processorShare)))
            print(
                String(
                    format: "if a service did nothing else but settle: %.3f of the library, the parts as a share %.3f",
                    median(\.libraryShareOfSettling), median(\.shareOfSettling)))
            print(String(format: "ratio http-share %.3f", median(\.share)))
        }
        guard let bar else { return }
        print(String(format: "throughput %@: the bar is %.2f of the library's rate", ratio >= bar ? "passed" : "FAILED", bar))
        if ratio < bar { throw ExitCode(1) }
    }
}
