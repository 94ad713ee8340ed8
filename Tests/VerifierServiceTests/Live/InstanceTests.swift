import Foundation
import MobileDocument
import SQLiteVerificationStore
import Testing
import VerificationSessions

@testable import PostgreSQLVerificationStore
@testable import VerifierService

@Suite("Several services on one store")
struct InstanceTests {
    /// Posts one answer to two services at once, session after session: one of them takes it, the other says that it was used.
    private static func race(_ world: ServiceWorld, _ first: ServiceClient, _ second: ServiceClient, rounds: Int = 8) async throws {
        for _ in 0..<rounds {
            let session = try await first.start()
            let handedOut = try await second.page("request", of: session)
            let answer = try world.answer(handedOut.body)
            async let one = first.page("response", of: session, answer, cookie: handedOut.cookie)
            async let two = second.page("response", of: session, answer, cookie: handedOut.cookie)
            let answers = try await [one, two].sorted { $0.status < $1.status }
            #expect(answers.map(\.status) == [200, 409])
            #expect(try answers[1].text("code") == "session.used")
            #expect(try await second.backend(.get, "/v1/sessions/\(session)?wait=30").text("status") == "verified")
            #expect(try await first.backend(.get, "/v1/sessions/\(session)/result").status == 200)
        }
    }

    @Test("one process on SQLite: of two posts of an answer one is taken")
    func oneProcess() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in try await Self.race(world, client, client) }
    }

    @Test("two services on one SQLite file: of two posts of an answer one is taken")
    func oneFile() async throws {
        let world = try await ServiceWorld()
        let store = try SQLiteVerificationStore(path: world.folder.path + "/sessions.sqlite")
        let other = try world.another(on: store)
        try await world.run { first in try await world.run(other) { second in try await Self.race(world, first, second) } }
        await store.close()
    }

    @Test("two services on one PostgreSQL: of two posts of an answer one is taken, and who waits at the other hears of it", .enabled(if: Schema.server != nil, Schema.skipReason))
    func oneDatabase() async throws {
        try await Schema.with { connection in
            let stores = [try await PostgreSQLVerificationStore(settings(connection)), try await PostgreSQLVerificationStore(settings(connection))]
            let world = try await ServiceWorld(store: stores[0])
            let other = try world.another(on: stores[1])
            try await world.run { first in
                try await world.run(other) { second in
                    try await Self.race(world, first, second)
                    let session = try await first.start()
                    let handedOut = try await first.page("request", of: session)
                    let answer = try world.answer(handedOut.body)
                    async let waited = second.backend(.get, "/v1/sessions/\(session)?wait=60")
                    try await first.page("response", of: session, answer, cookie: handedOut.cookie)
                    #expect(try await waited.text("status") == "verified")
                }
            }
            for store in stores { await store.close() }
        }
    }

    private func settings(_ connection: String) -> PostgreSQLSettings {
        var settings = PostgreSQLSettings(connection: connection)
        settings.poolSize = 3
        settings.waitSeconds = 60
        settings.statementSeconds = 60
        settings.connectSeconds = 60
        return settings
    }

    @Test("two processes on one PostgreSQL: of two posts of an answer one is taken; both end when they are told to", .enabled(if: Schema.server != nil, Schema.skipReason))
    func twoProcesses() async throws {
        try await Schema.with { connection in
            let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
            let world = try await ServiceWorld(now: now)
            try world.folder.write("verifier.yaml", ConfigurationText.good.replacing("  sqlite:\n    path: sessions.sqlite\n", with: "  kind: postgresql\n"))
            let environment = [
                "VERIFIER_STORE_POSTGRESQL_CONNECTION": connection, "VERIFIER_STORE_POSTGRESQL_POOL_SIZE": "3",
                "VERIFIER_STORE_POSTGRESQL_WAIT_SECONDS": "60", "VERIFIER_STORE_POSTGRESQL_STATEMENT_SECONDS": "60", "VERIFIER_STORE_POSTGRESQL_CONNECT_SECONDS": "60",
            ]
            let processes = [try VerifierProcess(in: world.folder, environment), try VerifierProcess(in: world.folder, environment)]
            let client = LiveService.makeClient()
            let services = processes.map { LiveService.client(client, at: $0.url) }
            let result: Result<Void, any Error>
            do { result = .success(try await Self.race(world, services[0], services[1])) } catch { result = .failure(error) }
            try await client.shutdown()
            for process in processes { #expect(await process.stopped() == 0) }
            try result.get()
            let store = try await PostgreSQLVerificationStore(settings(connection))
            #expect(try await store.auditRecords(after: 0, limit: 100).count == 8)
            await store.close()
        }
    }
}
