import ArgumentParser
import Foundation

struct SteadyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "steady",
        abstract: "A service's memory under steady load: whole sessions one after the other, resident memory every 15 s, and how it ends.")

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "PostgreSQL connection string; without it sessions are kept in an SQLite file.")
    var connection: String?
    @Option(help: "Seconds of load, at least 60.")
    var seconds = 180
    @Option(help: "Sessions in work at a time.")
    var workers = 16
    @Option(help: "How many times the reading at a third of the run, by when everything has been used once, the last one may be.")
    var mostGrowth = 1.25

    private static let interval = 15

    func validate() throws {
        guard (60...86_400).contains(seconds), (1...128).contains(workers), (1...10).contains(mostGrowth) else {
            throw ValidationError("60 to 86400 seconds, 1 to 128 sessions in work, a growth of 1 to 10 times")
        }
    }

    func run() async throws {
        let folder = TemporaryFolder.make("verifier-steady")
        defer { TemporaryFolder.remove(folder) }
        let world = try LoadWorld(folder: folder, people: 4, portraitBytes: 30 * 1024, sessionSeconds: 60)
        let service = try ServiceProcess(
            program: program, folder: folder, log: folder + "/service.log", environment: LoadStore(connection: connection).environment)
        defer { service.stop() }
        let readings = try await LoadClient.withHTTP { http in
            await load(LoadClient(http: http, url: service.url), service, world)
        }
        // Nothing was measured where nothing was done, or the service is gone.
        guard !readings.isEmpty, readings.allSatisfy({ $0 > 0 }) else {
            print("steady FAILED: no session came to its result, or the service ended")
            throw ExitCode(1)
        }
        service.stop()
        let status = service.exitStatus
        guard status == 0 else {
            print("steady FAILED: told to end, the service ended with \(status)")
            throw ExitCode(1)
        }
        let growth = Double(readings[readings.count - 1]) / Double(readings[readings.count / 3])
        print(String(format: "steady %@: %.2f of the memory at a third of the run", growth <= mostGrowth ? "passed" : "FAILED", growth))
        if growth > mostGrowth { throw ExitCode(1) }
    }

    /// Walks sessions and reads the memory meanwhile; no readings where no session came to its result.
    private func load(_ client: LoadClient, _ service: ServiceProcess, _ world: LoadWorld) async -> [Int] {
        let end = ContinuousClock.now + .seconds(seconds)
        return await withTaskGroup(of: Int.self) { group in
            for worker in 0..<workers { group.addTask { await Self.walk(client, world, worker, until: end) } }
            let readings = await read(service, until: end)
            var sessions = 0
            for await count in group { sessions += count }
            print("\(sessions) sessions")
            return sessions > 0 ? readings : []
        }
    }

    private func read(_ service: ServiceProcess, until end: ContinuousClock.Instant) async -> [Int] {
        var readings: [Int] = []
        var elapsed = 0
        while true {
            readings.append(service.residentBytes)
            print(String(format: "%5d s %8.1f MB", elapsed, Double(service.residentBytes) / 1_048_576))
            if ContinuousClock.now + .seconds(1) > end { return readings }
            try? await Task.sleep(for: .seconds(Self.interval))
            elapsed += Self.interval
        }
    }

    /// Walks sessions to their result; how many.
    private static func walk(_ client: LoadClient, _ world: LoadWorld, _ worker: Int, until end: ContinuousClock.Instant) async -> Int {
        var count = 0
        while ContinuousClock.now < end {
            let person = world.people[(worker + count) % world.people.count]
            guard let id = await client.start(reference: "steady").id, case let handed = await client.request(id),
                let answer = try? world.answer(of: person, to: handed.body)
            else {
                try? await Task.sleep(for: .milliseconds(50))
                continue
            }
            let prepared = LoadClient.Prepared(id: id, cookie: handed.cookie ?? "", answer: answer)
            if await client.post(prepared).sort == .done, await client.result(id).sort == .done { count += 1 }
        }
        return count
    }
}
