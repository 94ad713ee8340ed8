import Foundation
import MobileDocument
import Testing
import VerificationSessions

@testable import VerifierService

@Suite("Clocks of the verifier service")
struct ServiceClockTests {
    /// A day slow, a day fast, and in the year 2100. All else of these tests is of noon on the day between the first two.
    private static let clocks = ["2026-05-31T12:00:00Z", "2026-06-02T12:00:00Z", "2100-06-01T12:00:00Z"]

    /// A session whose page holds the wallet's answer.
    private struct Answered {
        let client: ServiceClient
        let session: String
        let answer: Data
        let cookie: String?

        init(_ client: ServiceClient, _ world: ServiceWorld) async throws {
            self.client = client
            session = try await client.start()
            let handedOut = try await client.page("request", of: session)
            answer = try world.answer(handedOut.body)
            cookie = handedOut.cookie
        }

        /// What the page is told when it posts the answer.
        func post() async throws -> String {
            let told = try await client.page("response", of: session, answer, cookie: cookie)
            return try "\(told.status) " + told.text(told.status == 200 ? "status" : "code")
        }
    }

    /// The length of the record of decisions, which is whole.
    private static func decisions(of world: ServiceWorld) async throws -> Int {
        let records = try await world.store.auditRecords(after: 0, limit: 100)
        var chain = AuditChain(keys: [world.configuration.audit.publicKey])
        for record in records { try chain.append(record) }
        return records.count
    }

    @Test(
        "A service whose clock jumps back takes an answer once, one whose clock jumps ahead takes none; set right again, neither takes a second",
        arguments: zip(clocks, [
            ["200 received", "409 session.used", "409 session.used"], ["410 session.expired", "200 received", "409 session.used"],
            ["410 session.expired", "200 received", "409 session.used"],
        ]))
    func jumped(_ clock: String, _ told: [String]) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let answered = try await Answered(client, world)
            world.clock.set(try #require(Instant(clock)))
            let wrong = try await answered.post()
            world.clock.set(ServiceWorld.start)
            let replies = try await [wrong, answered.post(), answered.post()]
            #expect(replies == told)
            #expect(try await client.status(answered.session) == "verified")
        }
        #expect(try await Self.decisions(of: world) == 1)
    }

    @Test(
        "A sweep by a service's clock a day slow, a day fast or in the year 2100 ends a session for good",
        arguments: zip(clocks, [
            ["410 session.expired", "410 session.expired"], ["410 session.expired", "410 session.expired"], ["404 session.unknown", "404 session.unknown"],
        ]))
    func swept(_ clock: String, _ told: [String]) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let answered = try await Answered(client, world)
            world.clock.set(try #require(Instant(clock)))
            _ = try await world.application.flow.sweep()
            world.clock.set(ServiceWorld.start)
            let replies = try await [answered.post(), answered.post()]
            #expect(replies == told)
        }
        #expect(try await Self.decisions(of: world) == 0)
    }

    @Test(
        "What a clock two days fast or one in the year 2100 dated is erased and ended by the first sweep of the right one, and no result is given before it",
        arguments: ["2026-06-03T12:00:00Z", "2100-06-01T12:00:00Z"])
    func setRight(_ clock: String) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            world.clock.set(try #require(Instant(clock)))
            let (unanswered, answered) = (try await Answered(client, world), try await Answered(client, world))
            #expect(try await answered.post() == "200 received")
            let isVerified = try await client.status(answered.session) == "verified"
            world.clock.set(ServiceWorld.start)
            if isVerified { #expect(try await client.backend(.get, "/v1/sessions/\(answered.session)/result").text("code") == "result.erased") }
            let report = try await world.application.flow.sweep()
            #expect(report.expired == 1 && report.erasedResults == (isVerified ? 1 : 0))
            #expect(try await client.status(unanswered.session) == "expired")
        }
    }

    @Test(
        "A session that a slow clock started has expired by the right one; one of a fast clock or of the year 2100 takes one answer",
        arguments: zip(clocks, [
            ["410 session.expired", "410 session.expired"], ["200 received", "409 session.used"], ["200 received", "409 session.used"],
        ]))
    func started(_ clock: String, _ told: [String]) async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            world.clock.set(try #require(Instant(clock)))
            let answered = try await Answered(client, world)
            world.clock.set(ServiceWorld.start)
            let replies = try await [answered.post(), answered.post()]
            #expect(replies == told)
        }
        #expect(try await Self.decisions(of: world) == (told[0] == "200 received" ? 1 : 0))
    }

    @Test("Decisions by a service's clock that jumps back and forth are one whole record; only in the year 2100 the document has ended")
    func decided() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for (clock, status) in zip(Self.clocks + [ServiceWorld.start.description], ["verified", "verified", "refused", "verified"]) {
                world.clock.set(try #require(Instant(clock)))
                let answered = try await Answered(client, world)
                let replies = try await [answered.post(), answered.post()]
                #expect(replies == ["200 received", "409 session.used"], "\(clock)")
                #expect(try await client.status(answered.session) == status, "\(clock)")
            }
        }
        #expect(try await Self.decisions(of: world) == 4)
    }
}
