import ArgumentParser
import Foundation

struct InstancesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instances",
        abstract: "Answers verified a second by two services on one PostgreSQL, beside one of them, each with a quarter of a core.",
        discussion: """
            In rounds: a batch of answers is posted to the first service, and another one to both in turn. Each service has a control group
            that gives it a share of a core; PostgreSQL and the load have what is left. Every answer must be acknowledged. Medians of the
            rounds; where no control group can be made, that is said instead.
            """)

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "PostgreSQL connection string.")
    var connection: String
    @Option(help: "Rounds.")
    var rounds = 8
    @Option(help: "Sessions in a batch.")
    var batch = 200
    @Option(help: "Requests in flight at a time.")
    var inFlight = 64
    @Option(help: "The share of a core that each service has.")
    var share = 0.25

    func validate() throws {
        guard (1...1000).contains(rounds), (2...10_000).contains(batch), (1...256).contains(inFlight), (0.05...1).contains(share) else {
            throw ValidationError("1 to 1000 rounds of 2 to 10000 sessions, 1 to 256 of them in flight, 0.05 to 1 of a core")
        }
    }

    func run() async throws {
        let quotas = [ProcessorQuota(share: share), ProcessorQuota(share: share)].compactMap { $0 }
        defer { for quota in quotas { quota.remove() } }
        guard quotas.count == 2 else {
            print("ratio two-instances skipped: no control group can be made here")
            return
        }
        let folder = TemporaryFolder.make("verifier-instances")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 4, portraitBytes: 30 * 1024, sessionSeconds: 1800)
        let pair = try ServicePair(program: program, folder: folder, environment: LoadStore(connection: connection).environment)
        defer { pair.stop() }
        for (quota, process) in zip(quotas, pair.processIdentifiers) {
            guard quota.limit(process) else { throw ValidationError("a service could not be put into its control group") }
        }
        let measured = try await LoadClient.withHTTP { http in
            try await measure(pair.urls.map { LoadClient(http: http, url: $0) }, world)
        }
        let (one, two) = (measured.map(\.one), measured.map(\.two))
        let ratios = measured.map { $0.one / $0.two }
        print(
            String(
                format: "  answers by one service %6.0f /s, by two %6.0f /s, each with %.2f of a core", 1 / one.median, 1 / two.median, share))
        print(String(format: "ratio two-instances %.3f", ratios.median))
    }

    private func measure(_ clients: [LoadClient], _ world: LoadWorld) async throws -> [(one: Double, two: Double)] {
        // The first batch warms both up.
        _ = try await answer(clients, clients, world)
        var measured: [(one: Double, two: Double)] = []
        for _ in 0..<rounds {
            let one = try await answer([clients[0]], clients, world)
            let two = try await answer(clients, clients, world)
            measured.append((one, two))
        }
        return measured
    }

    /// Has a batch answered by some of the services; seconds for one answer.
    private func answer(_ services: [LoadClient], _ all: [LoadClient], _ world: LoadWorld) async throws -> Double {
        let made = await Parallel.map(0..<batch, inFlight: inFlight) { number -> (id: String, reply: Reply)? in
            let client = all[number % all.count]
            guard let id = await client.start(reference: "instances-\(number)").id else { return nil }
            return (id, await client.request(id))
        }.compactMap { $0 }
        guard made.count == batch else { throw ValidationError("not every session was started") }
        let prepared = try made.enumerated().map { index, made in
            let answer = try world.answer(of: world.people[index % world.people.count], to: made.reply.body)
            return (services[index % services.count], LoadClient.Prepared(id: made.id, cookie: made.reply.cookie ?? "", answer: answer))
        }
        let begin = ContinuousClock.now
        let answered = await Parallel.map(prepared, inFlight: inFlight) { client, prepared in await client.post(prepared) }
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        guard answered.allSatisfy({ $0.kind == "200" }) else {
            throw ValidationError("not every answer was received: \(Set(answered.map(\.kind)).sorted())")
        }
        return seconds / Double(batch)
    }
}
