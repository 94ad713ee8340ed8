import Foundation
import Hummingbird
import Testing

@testable import VerifierService

@Suite("Waiting for a session")
struct WaitingTests {
    /// Answers a session as page and wallet do.
    private func answer(_ session: String, _ world: ServiceWorld, _ client: ServiceClient) async throws {
        let handedOut = try await client.page("request", of: session)
        #expect(try await client.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie).status == 200)
    }

    @Test("a result that arrives while somebody waits ends the wait; so does the end of the session's time")
    func longPoll() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for status in ["verified", "expired"] {
                let session = try await client.start()
                async let waited = client.backend(.get, "/v1/sessions/\(session)?wait=60")
                try await eventually("the wait has begun") { world.application.watch.count == 1 }
                if status == "verified" { try await answer(session, world, client) } else { world.clock.advance(bySeconds: 601) }
                #expect(try await waited.text("status") == status)
                try await eventually("nobody waits any more") { world.application.watch.count == 0 }
            }
        }
    }

    @Test("a wait ends with the session's status when its seconds are over, and at once where the session is removed")
    func endOfWait() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            #expect(try await client.backend(.get, "/v1/sessions/\(session)?wait=1").text("status") == "created")
            async let waited = client.backend(.get, "/v1/sessions/\(session)?wait=60")
            try await eventually("the wait has begun") { world.application.watch.count == 1 }
            try await client.backend(.delete, "/v1/sessions/\(session)")
            #expect(try await waited.text("code") == "session.unknown")
        }
    }

    @Test("events tell each status while somebody listens, and end with the session")
    func events() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            for last in ["verified", "expired"] {
                let session = try await client.start()
                async let heard = client.backend(.get, "/v1/sessions/\(session)/events")
                try await eventually("somebody listens") { world.application.watch.count == 1 }
                if last == "verified" {
                    try await answer(session, world, client)
                } else {
                    world.clock.advance(bySeconds: 601)
                }
                let events = try await heard.text.split(separator: "\n").filter { $0.hasPrefix("data: ") }.map { Data($0.dropFirst(6).utf8) }
                let statuses = try events.map { try #require(JSONSerialization.jsonObject(with: $0) as? [String: Any])["status"] as? String }
                #expect(statuses.first == "created" && statuses.last == last)
                #expect(statuses.count == Set(statuses).count, "each once")
                try await eventually("nobody listens any more") { world.application.watch.count == 0 }
            }
        }
    }

    @Test("however many wait for a session, the store is read once an interval for them all")
    func oneReader() async throws {
        let world = try await ServiceWorld()
        try await world.run { client in
            let session = try await client.start()
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<40 { group.addTask { try await client.backend(.get, "/v1/sessions/\(session)?wait=60").text("status") } }
                try await eventually("all wait") { world.application.watch.count == 40 }
                let (begin, reads) = (ContinuousClock.now, world.store.reads)
                try await Task.sleep(for: .seconds(3))
                try await eventually("the reader reads") { world.store.reads > reads }
                let read = world.store.reads - reads
                let intervals = (ContinuousClock.now - begin) / SessionWatch.interval
                #expect(Double(read) <= intervals + 2, "\(read) reads in \(intervals) intervals")
                try await answer(session, world, client)
                for try await status in group { #expect(status == "verified") }
            }
        }
    }

    @Test("who has stopped waiting leaves nothing behind")
    func nobodyLeft() async throws {
        let world = try await ServiceWorld()
        let watch = SessionWatch(flow: world.application.flow)
        let record = try await world.application.flow.start(world.configuration.policies.policy(named: "rental"))
        let listening = (0..<5).map { _ in
            Task { for await look in watch.looks(at: record.id) { if (try? look.get().status.isSettled) == true { return } } }
        }
        try await eventually("they listen") { watch.count == 5 }
        for task in listening { task.cancel() }
        try await eventually("all have left") { watch.count == 0 }
        let reads = world.store.reads
        try await Task.sleep(for: SessionWatch.interval * 2)
        #expect(world.store.reads <= reads + 1)
    }

    @Test("those who wait take no place from requests in work, and have a bound of their own")
    func places() async throws {
        let world = try await ServiceWorld(extra: ["VERIFIER_LIMITS_CONCURRENT": "1", "VERIFIER_LIMITS_WAITING": "2"])
        try await world.run { client in
            let (session, other) = (try await client.start(), try await client.start())
            func servesOthers() async throws -> Bool { try await client.backend(.get, "/v1/sessions/\(session)").status == 200 }
            async let polled = client.backend(.get, "/v1/sessions/\(session)?wait=60")
            try await eventually("the first waits") { world.application.watch.count == 1 }
            try await eventually("its place is another's") { try await servesOthers() }
            async let heard = client.backend(.get, "/v1/sessions/\(other)/events")
            try await eventually("the second listens") { world.application.watch.count == 2 }
            for path in ["?wait=1", "/events"] {
                let third = try await client.backend(.get, "/v1/sessions/\(session)\(path)")
                #expect(third.status == 503)
                #expect(try third.text("code") == "server.busy")
                #expect(third.headers[.retryAfter] != nil)
            }
            #expect(try await client.status(session) == "created", "work goes on")
            try await answer(session, world, client)
            #expect(try await polled.text("status") == "verified")
            try await answer(other, world, client)
            #expect(try await heard.text.contains(#""status":"verified""#))
            #expect(try await client.backend(.get, "/v1/sessions/\(session)/events").status == 200, "the places are free again")
        }
    }
}
