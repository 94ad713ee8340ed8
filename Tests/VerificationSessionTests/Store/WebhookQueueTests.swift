import Testing
import VerificationSessions

/// The laws of the webhook queue, for every engine.
@Suite("Store: webhooks")
struct WebhookQueueTests {
    @Test("A webhook is leased to one instance at a time, and comes round again when the lease ends", arguments: StoreEngine.present)
    func exclusive(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            var queued: Set<String> = []
            for _ in 0..<30 {
                let webhook = Sample.webhook()
                _ = try await stores[0].settled(webhook: webhook)
                queued.insert(webhook.id)
            }
            let leased = try await withThrowingTaskGroup(of: [QueuedWebhook].self) { group in
                for number in 0..<12 {
                    group.addTask { try await stores[number % 2].leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(3_600), limit: 4) }
                }
                return try await group.reduce(into: [[QueuedWebhook]]()) { $0.append($1) }
            }
            #expect(leased.allSatisfy { $0.count <= 4 })
            let once = leased.joined().map(\.id)
            #expect(Set(once).count == once.count)
            try database.pass(1_800)
            let rest = try await stores[0].leaseWebhooks(at: Sample.after(3_599), leaseUntil: Sample.after(7_199), limit: 100).map(\.id)
            #expect(Set(once).isDisjoint(with: rest))
            #expect(Set(once).union(rest) == queued)
            try database.pass(1_800)
            let again = try await stores[1].leaseWebhooks(at: Sample.after(3_600), leaseUntil: Sample.after(7_200), limit: 100).map(\.id)
            #expect(Set(again) == Set(once))
        }
    }

    @Test("Only what is due is taken; what failed is put off with its count; what is done is gone", arguments: StoreEngine.present)
    func life(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (soon, later) = (Sample.webhook(), Sample.webhook(due: Sample.after(7_200)))
            _ = try await store.settled(webhook: soon)
            _ = try await store.settled(webhook: later)
            func lease(_ seconds: Int64) async throws -> [QueuedWebhook] {
                try await store.leaseWebhooks(at: Sample.after(seconds), leaseUntil: Sample.after(seconds + 600), limit: 10)
            }
            let first = try await lease(0)
            #expect(first.map(\.id) == [soon.id])
            #expect(first.map(\.attempts) == [0])
            try await store.postponeWebhook(soon.id, attempts: 1, at: Sample.now, until: Sample.after(3_600))
            try database.pass(3_000)
            #expect(try await lease(3_599).isEmpty)
            try database.pass(600)
            #expect(try await lease(3_600).map(\.attempts) == [1])
            try await store.removeWebhook(soon.id)
            try await store.removeWebhook(soon.id)
            try database.pass(3_600)
            #expect(try await lease(7_200).map(\.id) == [later.id])
        }
    }

    @Test("One put off further than any pause, by a clock that was set back since, is due; one put off for the longest pause is not", arguments: StoreEngine.present)
    func fastClock(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (due, patient) = (Sample.webhook(), Sample.webhook(due: Sample.after(QueuedWebhook.longestPause)))
            let ahead = [Int64(86_400), 2_320_000_000].map { Sample.webhook(due: Sample.after($0)) }
            for webhook in [due, patient] + ahead { _ = try await store.settled(webhook: webhook) }
            func lease(_ limit: Int) async throws -> [String] {
                try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: limit).map(\.id)
            }
            #expect(try await lease(1) == [due.id])
            #expect(try await Set(lease(10)) == Set(ahead.map(\.id)))
            #expect(try await lease(10).isEmpty, "they are leased like others")
        }
    }
}
