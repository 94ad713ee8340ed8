import ArgumentParser
import AsyncHTTPClient
import Foundation

struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Two services on one PostgreSQL behind nginx, under load, while services are killed and PostgreSQL restarts.",
        discussion: """
            Every answer is posted twice at the same time. Exit code 0 means: no session took two answers, every answer that was
            acknowledged is settled in the store, and clients saw nothing but good answers, "used", and errors that invite a retry.
            """)

    @Option(help: "The mdoc-verifier to start.")
    var program: String
    @Option(help: "PostgreSQL connection string.")
    var connection: String
    @Option(help: "A command that restarts PostgreSQL.")
    var restartPostgres: String
    @Option(help: "Seconds of load.")
    var seconds = 60
    @Option(help: "Sessions in work at a time.")
    var workers = 16

    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/verifier-soak-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let world = try LoadWorld(folder: folder)
        let environment = ["VERIFIER_STORE_KIND": "postgresql", "VERIFIER_STORE_POSTGRESQL_CONNECTION": connection]
        let pair = try ServicePair(program: program, folder: folder, environment: environment)
        let proxy = try Proxy(folder: folder, upstreams: pair.addresses)
        defer {
            proxy.stop()
            pair.stop()
        }
        let client = LoadClient(client: .shared, url: proxy.url, world: world)
        let tally = Tally()
        let end = ContinuousClock.now + .seconds(seconds)
        print("load for \(seconds) s at \(proxy.url), two services, one killed every 5 s, PostgreSQL restarted twice")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<workers {
                group.addTask { while ContinuousClock.now < end { await answerTwice(client, tally) } }
            }
            group.addTask { try await disturb(pair, until: end, tally) }
            try await group.waitForAll()
        }
        try await settle(client, tally)
    }

    /// One session from its start to its acknowledgement, its answer posted twice at once and again after every error.
    private func answerTwice(_ client: LoadClient, _ tally: Tally) async {
        let prepared: LoadClient.Prepared
        do { prepared = try await client.prepare() } catch {
            await tally.couldNotStart()
            try? await Task.sleep(for: .milliseconds(50))
            return
        }
        await tally.started()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<40 {
                        let status = (try? await client.post(prepared)) ?? 0
                        await tally.posted(status, prepared.id)
                        // 0 is a connection that broke.
                        guard [0, 500, 502, 503, 504].contains(status) else { return }
                        try? await Task.sleep(for: .milliseconds(250))
                    }
                }
            }
        }
    }

    private func disturb(_ pair: ServicePair, until end: ContinuousClock.Instant, _ tally: Tally) async throws {
        var round = 0
        while ContinuousClock.now + .seconds(6) < end {
            try await Task.sleep(for: .seconds(5))
            round += 1
            if round % 5 == 3 {
                await tally.restartedDatabase()
                try await Shell.run(restartPostgres)
            } else {
                await tally.killed()
                try await pair.killAndRestart(round % 2)
            }
        }
    }

    /// Every acknowledged session must have come to its end.
    private func settle(_ client: LoadClient, _ tally: Tally) async throws {
        try await Task.sleep(for: .seconds(2))
        var lost: [String] = []
        for id in await tally.acknowledged.keys {
            let status = try await client.status(id)
            if status != "verified" { lost.append("\(id) is \(status)") }
        }
        print(await tally.summary)
        let doubles = await tally.acknowledged.values.count { $0 > 1 }
        let foreign = await tally.foreignStatuses
        print("sessions that took two answers: \(doubles); acknowledged and not verified in the store: \(lost.count); other statuses: \(foreign)")
        guard doubles == 0, lost.isEmpty, foreign.isEmpty, await tally.acknowledged.count > 0 else {
            for line in lost.prefix(10) { print("  \(line)") }
            throw ExitCode(1)
        }
    }
}
