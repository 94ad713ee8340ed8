import MobileDocument
import Testing
import VerificationSessions

/// The laws of handing out and claiming, for every engine.
@Suite("Store: one browser, one answer")
struct ClaimTests {
    @Test("PostgreSQL is among the engines", .enabled(if: StoreEngine.postgreSQLConnection != nil, StoreEngine.skipReason))
    func everyEngine() { #expect(StoreEngine.present == StoreEngine.allCases) }

    @Test("A session is read as it was written", arguments: StoreEngine.present)
    func roundTrip(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let record = try Sample.record()
            try await store.insert(record)
            #expect(try await store.session(record.id) == record)
            #expect(try await database.open().session(record.id) == record)
            #expect(try await store.session(Sample.identifier()) == nil)
            await #expect(throws: StoreFailure.self, "two sessions of one name") { try await store.insert(record) }
        }
    }

    @Test("The first browser is bound, gets the same request again, and keeps every other out", arguments: StoreEngine.present)
    func handOut(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let record = try Sample.record()
            let (mine, other, request) = (Sample.bytes(32), Sample.bytes(32), Sample.bytes(80))
            func handOut(_ binding: [UInt8], at time: Instant = Sample.now) async throws -> HandOut {
                try await store.handOut(record.id, binding: binding, request: binding == mine ? request : Sample.bytes(80), secret: [1], at: time)
            }
            #expect(try await handOut(mine) == .unknown)
            try await store.insert(record)
            #expect(try await handOut(mine) == .bound)
            #expect(try await store.session(record.id)?.status == .requested)
            #expect(try await store.handOut(record.id, binding: mine, request: Sample.bytes(80), secret: [2], at: Sample.now) == .again(request))
            #expect(try await handOut(other) == .boundElsewhere)
            #expect(try await handOut(mine, at: Sample.after(600)) == .again(request), "the last second counts")
            #expect(try await handOut(mine, at: Sample.after(601)) == .expired)
            #expect(try await store.claim(record.id, binding: mine, at: Sample.now) == .claimed(requested(record), request: request, secret: [1]))
            #expect(try await handOut(mine) == .used)
            #expect(try await handOut(other) == .used)

            let late = try Sample.record()
            try await store.insert(late)
            #expect(try await store.handOut(late.id, binding: mine, request: request, secret: [1], at: Sample.after(601)) == .expired)
        }
    }

    @Test("Of 200 browsers that ask at once on two instances one is bound, and its secret is the one kept", arguments: StoreEngine.present)
    func handOutRace(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            let record = try Sample.record()
            try await stores[0].insert(record)
            _ = try await Self.race { try await stores[$0 % 2].ping() }
            let outcomes = try await Self.race { number -> ([UInt8], HandOut) in
                let binding = Sample.bytes(32)
                return (binding, try await stores[number % 2].handOut(record.id, binding: binding, request: binding, secret: binding, at: Sample.now))
            }
            let winners = outcomes.filter { $0.1 == .bound }.map(\.0)
            #expect(winners.count == 1)
            #expect(outcomes.count { $0.1 == .boundElsewhere } == 199)
            let winner = try #require(winners.first)
            let claim = try await stores[1].claim(record.id, binding: winner, at: Sample.now)
            #expect(claim == .claimed(requested(record), request: winner, secret: winner))
        }
    }

    @Test("Of 200 claims at once on two instances one wins", arguments: StoreEngine.present)
    func claimRace(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            let secret = Sample.bytes(64)
            let (id, binding) = try await stores[0].handedOut(secret: secret)
            // With its connections made, so that none is ahead of the others by that.
            _ = try await Self.race { try await stores[$0 % 2].ping() }
            let outcomes = try await Self.race { try await stores[$0 % 2].claim(id, binding: binding, at: Sample.now) }
            let secrets = outcomes.compactMap { if case .claimed(_, _, let secret) = $0 { secret } else { nil } }
            #expect(secrets == [secret])
            #expect(outcomes.count { $0 == .used } == 199)
        }
    }

    @Test("A claim asks in this order: unknown, not bound, used, expired", arguments: StoreEngine.present)
    func order(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let stranger = Sample.bytes(32)
            #expect(try await store.claim(Sample.identifier(), binding: stranger, at: Sample.now) == .unknown)

            let unbound = try Sample.record()
            try await store.insert(unbound)
            #expect(try await store.claim(unbound.id, binding: stranger, at: Sample.now) == .notBound)
            #expect(try await store.claim(unbound.id, binding: stranger, at: Sample.after(601)) == .notBound, "also when it is over")

            let (id, binding) = try await store.handedOut()
            #expect(try await store.claim(id, binding: stranger, at: Sample.now) == .notBound)
            #expect(try await store.claim(id, binding: stranger, at: Sample.after(601)) == .notBound)
            #expect(try await store.claim(id, binding: binding, at: Sample.after(601)) == .expired)
            guard case .claimed = try await store.claim(id, binding: binding, at: Sample.after(600)) else {
                Issue.record("neither a wrong browser nor a late answer uses a session up")
                return
            }
            #expect(try await store.claim(id, binding: stranger, at: Sample.now) == .notBound)
            #expect(try await store.claim(id, binding: binding, at: Sample.now) == .used)
            #expect(try await store.claim(id, binding: binding, at: Sample.after(601)) == .used, "used comes before expired")
        }
    }

    @Test("A note is taken from the browser that holds the request, while the session waits", arguments: StoreEngine.present)
    func note(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (id, binding) = try await store.handedOut()
            #expect(try await !store.note(.failed, for: id, binding: Sample.bytes(32)))
            #expect(try await !store.note(.failed, for: Sample.identifier(), binding: binding))
            #expect(try await store.session(id)?.pageOutcome == nil)
            #expect(try await store.note(.cancelled, for: id, binding: binding))
            #expect(try await store.session(id)?.pageOutcome == .cancelled)
            #expect(try await store.session(id)?.status == .requested, "it decides nothing")
            _ = try await store.claim(id, binding: binding, at: Sample.now)
            #expect(try await !store.note(.failed, for: id, binding: binding))
            #expect(try await store.session(id)?.pageOutcome == .cancelled)
        }
    }

    @Test("A closed store refuses and does not crash", arguments: StoreEngine.present)
    func closed(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            try await store.ping()
            await store.close()
            await #expect(throws: StoreFailure.self) { try await store.ping() }
            await #expect(throws: StoreFailure.self) { try await store.claim(Sample.identifier(), binding: [1], at: Sample.now) }
        }
    }

    private func requested(_ record: SessionRecord) -> SessionRecord {
        SessionRecord(
            id: record.id, correlation: record.correlation, policy: record.policy, reference: record.reference, createdAt: record.createdAt,
            expiresAt: record.expiresAt, status: .requested)
    }

    /// Does something 200 times at once.
    private static func race<Value: Sendable>(_ body: @escaping @Sendable (Int) async throws -> Value) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<200 { group.addTask { try await body(number) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
