import Foundation
import MobileDocument
import RelyingParty
import Testing
import VerificationSessions

/// The laws of delivering, keeping and erasing, for every engine.
@Suite("Store: what is kept and for how long")
struct RetentionTests {
    @Test("A claim erases request and secret from the store itself", arguments: StoreEngine.present)
    func claimErases(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (request, secret) = (Sample.bytes(300), Sample.bytes(300))
            let (id, binding) = try await store.handedOut(request: request, secret: secret)
            #expect(try database.contents().holds(secret) && database.contents().holds(request))
            _ = try await store.claim(id, binding: binding, at: Sample.now)
            _ = try await store.sweep(at: Sample.now, stale: Sample.after(-60), forget: Sample.after(-60), limit: 10)
            #expect(try !database.contents().holds(secret) && !database.contents().holds(request))
            // Many, so that pages are split and joined on the way.
            let many = (0..<40).map { _ in Sample.bytes(300) }
            for secret in many {
                let (id, binding) = try await store.handedOut(secret: secret)
                _ = try await store.claim(id, binding: binding, at: Sample.now)
            }
            _ = try await store.sweep(at: Sample.now, stale: Sample.after(-60), forget: Sample.after(-60), limit: 10)
            let left = try database.contents()
            #expect(many.allSatisfy { !left.holds(Array($0[..<32])) && !left.holds(Array($0.suffix(32))) })
            // Longer than a page of any engine: what spills to other pages is erased there too.
            let long = Sample.bytes(30_000)
            let second = try await store.handedOut(secret: long)
            #expect(try database.contents().holds(Array(long[20_000..<20_032])) || database.contents().holds(Array(long[20_032..<20_064])))
            _ = try await store.claim(second.id, binding: second.binding, at: Sample.now)
            _ = try await store.sweep(at: Sample.now, stale: Sample.after(-60), forget: Sample.after(-60), limit: 10)
            let contents = try database.contents()
            for start in stride(from: 0, to: 29_000, by: 1000) { #expect(!contents.holds(Array(long[start..<start + 32]))) }
        }
    }

    @Test("A session nobody answered expires, and its request and its secret are erased", arguments: StoreEngine.present)
    func expiryErases(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (request, secret) = (Sample.bytes(300), Sample.bytes(300))
            let (id, binding) = try await store.handedOut(request: request, secret: secret)
            #expect(try await store.sweep(at: Sample.after(600), stale: Sample.now, forget: Sample.now, limit: 10).expired == 0)
            #expect(try await store.session(id)?.status == .requested)
            #expect(try await store.sweep(at: Sample.after(601), stale: Sample.now, forget: Sample.now, limit: 10).expired == 1)
            #expect(try await store.session(id)?.status == .expired)
            #expect(try await store.session(id)?.settledAt == Sample.after(600))
            #expect(try !database.contents().holds(secret) && !database.contents().holds(request))
            #expect(try await store.claim(id, binding: binding, at: Sample.now) == .expired)
            #expect(try await store.delivered(id) == StoredResult.none(.expired))
        }
    }

    @Test("The first delivery opens a window; after it only what may be kept is left, and then nothing", arguments: StoreEngine.present)
    func delivery(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (result, kept) = (Sample.bytes(40), Sample.bytes(40))
            let id = try await store.settled(Sample.verified(result: result, retained: kept), retentionSeconds: 3600)
            func deliver(_ seconds: Int64) async throws -> StoredResult? { try await store.delivered(id, after: seconds) }
            #expect(try await deliver(100) == .full(result))
            #expect(try await deliver(160) == .full(result), "should the first delivery have been lost")
            let record = try #require(try await store.session(id))
            #expect(try await store.deliver(id, at: Sample.after(160), window: 60, opens: { _ in true })?.record == record, "the session comes with it")
            #expect(try await deliver(161) == .retained(kept))
            #expect(try await store.sweep(at: Sample.after(161), stale: Sample.now, forget: Sample.now, limit: 10).erasedResults == 1)
            #expect(try !database.contents().holds(result))
            #expect(try await deliver(3700) == .retained(kept), "counted from the first delivery")
            #expect(try await deliver(3701) == .erased)
            _ = try await store.sweep(at: Sample.after(3701), stale: Sample.now, forget: Sample.now, limit: 10)
            #expect(try !database.contents().holds(kept))
            #expect(try await deliver(3701) == .erased)
            #expect(try await deliver(200) == .erased, "what is erased stays so")
        }
    }

    @Test("A result that cannot be opened is not delivered by that: it waits for who can open it", arguments: StoreEngine.present)
    func unopened(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (result, kept) = (Sample.bytes(40), Sample.bytes(40))
            let id = try await store.settled(Sample.verified(result: result, retained: kept), retentionSeconds: 3600)
            let asked = try await store.deliver(id, at: Sample.after(100), window: 60, opens: { $0 != result })
            #expect(asked?.result == .full(result), "whoever cannot open it finds out why")
            #expect(try await store.delivered(id, after: 161) == .full(result), "no window was opened")
            #expect(try await store.delivered(id, after: 222) == .retained(kept), "and now one was")
        }
    }

    @Test("A result nobody fetches is erased when it is due, swept or not", arguments: StoreEngine.present)
    func unfetched(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (early, late) = (try await store.settled(Sample.verified(retained: [1])), try await store.settled(Sample.verified(retained: [1])))
            guard case .full? = try await store.delivered(early, after: 900) else {
                Issue.record("the last second counts")
                return
            }
            #expect(try await store.delivered(late, after: 901) == .erased)
            #expect(try await store.sweep(at: Sample.after(901), stale: Sample.now, forget: Sample.now, limit: 10).erasedResults == 1)
            #expect(try await store.delivered(late, after: 901) == .erased)
        }
    }

    @Test("Without a result a delivery says where the session stands", arguments: StoreEngine.present)
    func noResult(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            func deliver(_ id: SessionIdentifier, _ seconds: Int64 = 0) async throws -> StoredResult? {
                try await store.delivered(id, after: seconds)
            }
            let created = try Sample.record()
            try await store.insert(created)
            #expect(try await deliver(created.id) == StoredResult.none(.created))
            #expect(try await deliver(created.id, 601) == StoredResult.none(.expired))
            #expect(try await deliver(try await store.handedOut().id) == StoredResult.none(.requested))
            #expect(try await deliver(try await store.claimed()) == StoredResult.none(.claimed))
            #expect(try await deliver(try await store.settled(Sample.refused())) == StoredResult.none(.refused))
            #expect(try await deliver(Sample.identifier()) == nil)
        }
    }

    @Test(
        "What a clock dated that was set back since is over: sessions end, results and what is kept of them are given to nobody, and erased where they would stay for longer than any may",
        arguments: StoreEngine.present)
    func setBack(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            // Ahead of a server's clock, too.
            let dated = Sample.after(3_000_000_000)
            let (request, secret, result, kept) = (Sample.bytes(300), Sample.bytes(300), Sample.bytes(40), Sample.bytes(40))
            let waiting = try await store.handedOut(request: request, secret: secret, at: dated).id
            let claimed = try await store.claimed(at: dated)
            let left = Sample.bytes(40)
            let unfetched = try await store.settled(Sample.verified(result: result, retained: left, at: dated), retentionSeconds: 3600)
            let delivered = try await store.settled(Sample.verified(retained: kept, at: dated), retentionSeconds: 3600)
            func deliver(_ id: SessionIdentifier, _ seconds: Int64) async throws -> StoredResult? {
                try await store.deliver(id, at: dated.advanced(bySeconds: seconds), window: 60, opens: { _ in true })?.result
            }
            guard case .full? = try await deliver(delivered, 0) else { throw Unexpected() }
            #expect(try await store.sweep(at: dated.advanced(bySeconds: 61), stale: dated, forget: dated, limit: 10).erasedResults == 1)

            /// A sweep by a clock that is so many seconds behind the one of all this.
            func sweep(_ seconds: Int64) async throws -> SweepReport {
                let now = dated.advanced(bySeconds: -seconds)
                return try await store.sweep(at: now, stale: now.advanced(bySeconds: -60), forget: now.advanced(bySeconds: -86_400), limit: 10)
            }
            #expect(try await sweep(3600) == SweepReport(), "clocks of instances may differ by an hour")
            #expect(try await deliver(delivered, -3600) == .retained(kept))

            #expect(try await deliver(unfetched, -3601) == .erased)
            #expect(try await deliver(delivered, -3601) == .erased)
            let report = try await sweep(3601)
            #expect(report.expired == 1 && report.interrupted == 1)
            #expect(report.erasedResults == 0 && report.erasedRetained == 0, "each may wait for a day, or be kept for thirty")
            let ended = try #require(try await store.session(waiting))
            let cutOff = try #require(try await store.session(claimed))
            #expect(ended.status == .expired && ended.settledAt == dated.advanced(bySeconds: -3601))
            #expect(cutOff.isInterrupted && cutOff.settledAt == dated.advanced(bySeconds: -3601))

            let second = try await sweep(90_000)
            #expect(second.erasedResults == 1 && second.erasedRetained == 0 && second.removed == 0)
            #expect(try await deliver(unfetched, 0) == .retained(left), "to ask for what is erased is no delivery")
            let third = try await sweep(2_600_000)
            #expect(third.erasedRetained == 2)
            #expect(third.removed == 4, "outlines that would be kept for twice as long and more")
            let contents = try database.contents()
            for erased in [request, secret, result, kept, left] { #expect(!contents.holds(erased)) }
            #expect(try await store.session(unfetched) == nil)
            #expect(try await store.session(delivered) == nil)
        }
    }

    @Test(
        "A clock that is days slow ends nothing of what other instances dated, and erases nothing: the server's clock decides",
        .enabled(if: StoreEngine.postgreSQLConnection != nil, StoreEngine.skipReason))
    func slowClock() async throws {
        try await StoreDatabase.with(.postgreSQL) { database in
            let store = try await database.open()
            let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
            let (result, kept) = (Sample.bytes(40), Sample.bytes(40))
            let waiting = try await store.handedOut(at: now).id
            let claimed = try await store.claimed(at: now)
            let refused = try await store.settled(Sample.refused(at: now))
            let longest = now.advanced(bySeconds: Int64(FlowSettings.resultRange.upperBound))
            let settlement = Settlement(
                status: .verified, refusal: nil, at: now, report: Sample.bytes(40), result: result, retained: kept, eraseAt: longest)
            let unfetched = try await store.settled(settlement)
            for days in [1, 40] as [Int64] {
                let slow = now.advanced(bySeconds: -days * 86_400)
                let report = try await store.sweep(
                    at: slow, stale: slow.advanced(bySeconds: -60), forget: slow.advanced(bySeconds: -86_400), limit: 10)
                #expect(report == SweepReport(), "\(days) days")
            }
            #expect(try await store.session(waiting)?.status == .requested)
            #expect(try await store.session(claimed)?.status == .claimed)
            #expect(try await store.session(refused) != nil)
            let contents = try database.contents()
            #expect(contents.holds(result) && contents.holds(kept))
            #expect(try await store.deliver(unfetched, at: now.advanced(bySeconds: -86_400), window: 60, opens: { _ in true })?.result == .full(result))
        }
    }

    @Test(
        "A webhook waits for as long as it was leased or put off for, however wrong the clocks of instances are: the server's clock decides",
        .enabled(if: StoreEngine.postgreSQLConnection != nil, StoreEngine.skipReason))
    func wrongClocks() async throws {
        try await StoreDatabase.with(.postgreSQL) { database in
            let store = try await database.open()
            let now = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
            let clocks = ([0, -6, 6, -4_800] as [Int64]).map { now.advanced(bySeconds: $0 * 3_600) }
            func leased(by clock: Instant) async throws -> [QueuedWebhook] {
                try await store.leaseWebhooks(at: clock, leaseUntil: clock.advanced(bySeconds: 3_600), limit: 9)
            }
            for (own, other) in zip(clocks, clocks.dropFirst() + clocks.prefix(1)) {
                let webhook = Sample.webhook(due: own)
                _ = try await store.settled(Sample.refused(at: own), webhook: webhook)
                #expect(try await leased(by: other).map(\.id) == [webhook.id], "it is due at once")
                for clock in clocks { #expect(try await leased(by: clock).isEmpty) }
                try await store.postponeWebhook(webhook.id, attempts: 1, at: own, until: own.advanced(bySeconds: 600))
                for clock in clocks { #expect(try await leased(by: clock).isEmpty) }
                try database.pass(600)
                #expect(try await leased(by: other).map(\.attempts) == [1])
                try await store.removeWebhook(webhook.id)
            }
        }
    }

    @Test("A verification that was cut off ends as refused, and can no more be settled", arguments: StoreEngine.present)
    func interrupted(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let id = try await store.claimed()
            #expect(try await store.sweep(at: Sample.now, stale: Sample.now, forget: Sample.after(-60), limit: 10).interrupted == 0)
            #expect(try await store.sweep(at: Sample.now, stale: Sample.after(1), forget: Sample.after(-60), limit: 10).interrupted == 1)
            let record = try #require(try await store.session(id))
            #expect(record.status == .refused)
            #expect(record.refusal == "session.interrupted")
            #expect(record.settledAt == Sample.now)
            #expect(try await !store.settle(id, Sample.verified(), webhook: nil, audit: Sample.audit(id)))
        }
    }

    @Test("A session is removed when it is long over and holds nothing any more", arguments: StoreEngine.present)
    func forget(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let (refused, verified) = (try await store.settled(Sample.refused()), try await store.settled())
            let waiting = try await store.handedOut().id
            func sweep(_ seconds: Int64, forget: Int64) async throws -> SweepReport {
                try await store.sweep(at: Sample.after(seconds), stale: Sample.now, forget: Sample.after(forget), limit: 10)
            }
            #expect(try await sweep(10, forget: 0).removed == 0)
            #expect(try await sweep(10, forget: 1).removed == 1)
            #expect(try await store.session(refused) == nil)
            #expect(try await store.session(verified) != nil, "its result waits to be fetched")
            #expect(try await store.session(waiting) != nil)
            let later = try await sweep(901, forget: 602)
            #expect(later.erasedResults == 1)
            #expect(later.expired == 1)
            #expect(later.removed == 2)
            #expect(try await sweep(901, forget: 602) == SweepReport())
            #expect(try await store.checkedAudit().count == 2)
        }
    }

    @Test(
        "A notice whose session is removed has a last chance; after that it goes, if it has been due for longer than all attempts take; any other stays",
        arguments: StoreEngine.present)
    func abandonedNotices(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            // By any clock.
            let longAgo = Sample.after(-1_000_000_000)
            let (abandoned, recent) = (Sample.webhook(due: longAgo), Sample.webhook(due: Sample.after(3600 - QueuedWebhook.longestLife)))
            let known = Sample.webhook(due: longAgo)
            for webhook in [abandoned, recent] { _ = try await store.settled(Sample.refused(), webhook: webhook) }
            _ = try await store.settled(webhook: known)
            func sweep(forget: Int64) async throws -> SweepReport {
                try await store.sweep(at: Sample.now, stale: Sample.now, forget: Sample.after(forget), limit: 10)
            }
            #expect(try await sweep(forget: 0) == SweepReport())
            let removing = try await sweep(forget: 1)
            #expect(removing.removed == 2 && removing.abandonedWebhooks == 0, "it may only be late, and can be taken now")
            #expect(try await sweep(forget: 1) == SweepReport(), "a crowd's next step follows at once")
            // As if that time had passed.
            try await store.postponeWebhook(abandoned.id, attempts: 0, at: Sample.now, until: longAgo)
            let cleaning = try await sweep(forget: 1)
            #expect(cleaning.removed == 0 && cleaning.abandonedWebhooks == 1)
            #expect(try await sweep(forget: 1) == SweepReport())
            let left = try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10).map(\.id)
            #expect(Set(left) == [recent.id, known.id])
        }
    }

    @Test("A sweep touches no more of a kind than it may, and what is left comes next", arguments: StoreEngine.present)
    func limit(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            for _ in 0..<5 { _ = try await stores[0].handedOut() }
            var expired = 0
            for number in 0..<3 {
                let report = try await stores[number % 2].sweep(at: Sample.after(601), stale: Sample.now, forget: Sample.now, limit: 2)
                #expect(report.expired <= 2)
                expired += report.expired
            }
            #expect(expired == 5)
        }
    }

    @Test("Two instances that sweep at once do each thing once", arguments: StoreEngine.present)
    func sweepRace(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            for _ in 0..<20 { _ = try await stores[0].handedOut() }
            let expired = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<10 {
                    group.addTask {
                        try await stores[number % 2].sweep(at: Sample.after(601), stale: Sample.now, forget: Sample.now, limit: 50).expired
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(expired == 20)
        }
    }
}
