import RelyingParty
import Testing
import VerificationSessions

/// The laws of settling and of the audit chain, for every engine.
@Suite("Store: an outcome in full or not at all")
struct SettlementTests {
    private struct Broken: Error {}

    @Test("A claimed session is settled once, with its report, its audit record and its webhook", arguments: StoreEngine.present)
    func settles(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let id = try await store.claimed()
            #expect(try await store.report(id) == nil)
            let (settlement, webhook) = (Sample.refused(at: Sample.after(3)), Sample.webhook())
            #expect(try await store.settle(id, settlement, webhook: webhook, audit: Sample.audit(id)))
            let record = try #require(try await store.session(id))
            #expect(record.status == .refused)
            #expect(record.refusal == "mso.digest")
            #expect(record.settledAt == Sample.after(3))
            #expect(try await store.report(id) == settlement.report)
            #expect(try await store.checkedAudit().count == 1)

            #expect(try await !store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id)))
            #expect(try await store.session(id) == record)
            #expect(try await store.report(id) == settlement.report)
            #expect(try await store.checkedAudit().count == 1)
            let queued = try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10)
            #expect(queued.map(\.id) == [webhook.id])
            #expect(queued.map(\.body) == [webhook.body])
        }
    }

    @Test("What was not claimed is not settled, and nothing is written", arguments: StoreEngine.present)
    func unclaimed(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let created = try Sample.record()
            try await store.insert(created)
            let requested = try await store.handedOut().id
            for id in [created.id, requested, Sample.identifier()] {
                let before = try await store.session(id)
                #expect(try await !store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id)))
                #expect(try await store.session(id) == before)
                #expect(try await store.report(id) == nil)
            }
            #expect(try await store.auditRecords(after: 0, limit: 10).isEmpty)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10).isEmpty)
        }
    }

    @Test("If the audit record cannot be made nothing is written, and it can be tried again", arguments: StoreEngine.present)
    func auditFails(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let id = try await store.claimed()
            let before = try await store.session(id)
            await #expect(throws: StoreFailure.self) {
                try await store.settle(id, Sample.verified(), webhook: Sample.webhook()) { _ in throw Broken() }
            }
            #expect(try await store.session(id) == before)
            #expect(try await store.report(id) == nil)
            #expect(try await store.delivered(id) == StoredResult.none(.claimed))
            #expect(try await store.auditRecords(after: 0, limit: 10).isEmpty)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10).isEmpty)
            #expect(try await store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id)))
        }
    }

    @Test("Of sessions that end at once, those whose record cannot be made take none of the others with them", arguments: StoreEngine.present)
    func failsAlone(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            var claimed: [SessionIdentifier] = []
            for _ in 0..<24 { claimed.append(try await store.claimed()) }
            let broken = Set(claimed.enumerated().filter { $0.offset % 6 == 5 }.map(\.element))
            let settled = try await withThrowingTaskGroup(of: SessionIdentifier?.self) { group in
                for id in claimed {
                    group.addTask {
                        guard broken.contains(id) else {
                            return try await store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id)) ? id : nil
                        }
                        await #expect(throws: StoreFailure.self) {
                            try await store.settle(id, Sample.verified(), webhook: Sample.webhook()) { _ in throw Broken() }
                        }
                        return nil
                    }
                }
                return try await group.reduce(into: Set<SessionIdentifier>()) { if let id = $1 { $0.insert(id) } }
            }
            #expect(settled == Set(claimed).subtracting(broken))
            #expect(try await store.checkedAudit().count == 20)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 30).count == 20)
            for id in broken {
                #expect(try await store.session(id)?.status == .claimed)
                #expect(try await store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id)))
            }
        }
    }

    @Test("Two instances that settle at once write one chain without a gap", arguments: StoreEngine.present)
    func oneChain(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 { group.addTask { _ = try await stores[number % 2].settled() } }
                try await group.waitForAll()
            }
            let records = try await stores[0].checkedAudit()
            #expect(records.map(\.sequence) == Array(1...40))
            #expect(try await stores[1].auditRecords(after: 35, limit: 3) == Array(records[35..<38]))
        }
    }

    @Test("A session whose answer is being judged cannot be removed: its end comes on record", arguments: StoreEngine.present)
    func removeClaimed(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let id = try await store.claimed()
            #expect(try await !store.remove(id))
            let settled = try await store.settle(id, Sample.verified(), webhook: Sample.webhook(), audit: Sample.audit(id))
            #expect(settled)
            #expect(try await store.checkedAudit().count == 1)
            #expect(try await store.remove(id))
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10).isEmpty)
        }
    }

    @Test("A removed session leaves its audit record and nothing else", arguments: StoreEngine.present)
    func remove(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let result = Sample.bytes(40)
            let (mine, other) = (Sample.webhook(), Sample.webhook())
            let id = try await store.settled(Sample.verified(result: result), webhook: mine)
            _ = try await store.settled(Sample.refused(), webhook: other)
            #expect(try database.contents().holds(result))
            #expect(try await store.remove(id))
            #expect(try await store.session(id) == nil)
            #expect(try await store.report(id) == nil)
            #expect(try await store.delivered(id) == nil)
            #expect(try await !store.remove(id))
            let queued = try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10)
            #expect(queued.map(\.id) == [other.id], "nobody is told of what was removed")
            #expect(try await store.checkedAudit().count == 2)
            _ = try await store.sweep(at: Sample.now, stale: Sample.now, forget: Sample.now, limit: 10)
            #expect(try !database.contents().holds(result))
        }
    }
}
