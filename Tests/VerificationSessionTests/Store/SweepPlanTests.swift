import Foundation
import GRDB
import MobileDocument
import RelyingParty
import Synchronization
import Testing
import VerificationSessions

@testable import SQLiteVerificationStore

/// How SQLite finds what a sweep looks for, files of other versions, and changes that share a transaction.
@Suite("SQLite")
struct SweepPlanTests {
    @Test("Each condition of the sweep is answered by an index and never by reading the table", arguments: DueSessions.allCases)
    func plan(_ due: DueSessions) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let plan = try await store.read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + due.query, arguments: [0, 5, 10]).map { $0["detail"] as String }
            }
            let index = switch due {
            case .unanswered: "session_waiting"
            case .cutOff: "session_claimed"
            case .results: "session_result"
            case .retained: "session_retained"
            case .over: "session_over"
            }
            let steps = plan.filter { !["COMPOUND QUERY", "LEFT-MOST SUBQUERY", "UNION ALL"].contains($0) }
            // Overdue, and dated by a clock that was set back since.
            #expect(steps.count == 2 && steps.allSatisfy { $0.hasPrefix("SEARCH session USING") && $0.contains("INDEX \(index) ") }, "\(plan)")
        }
    }

    @Test("Notices that nobody delivers are found by an index, and so is whether their sessions are gone")
    func abandonedNotices() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let plan = try await store.read { database in
                let explained = "EXPLAIN QUERY PLAN " + SQLiteVerificationStore.removingAbandonedWebhooks
                return try Row.fetchAll(database, sql: explained, arguments: [0, 10]).map { $0["detail"] as String }
            }
            #expect(plan.contains { $0.contains("INDEX webhook_due ") } && !plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        }
    }

    @Test("Of what is dated rightly the search for what lies ahead reads nothing, for however long a service may keep it", arguments: DueSessions.allCases)
    func ahead(_ due: DueSessions) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let settlement = Settlement(
                status: .verified, refusal: nil, at: Sample.now, report: [1], result: [2], retained: [3],
                eraseAt: Sample.after(Int64(FlowSettings.resultRange.upperBound)))
            _ = try await store.handedOut()
            _ = try await store.claimed()
            _ = try await store.settled(Sample.refused())
            _ = try await store.settled(settlement)
            let delivered = try await store.settled(settlement, retentionSeconds: VerificationPolicy.retentionRange.upperBound)
            guard case .full? = try await store.delivered(delivered) else { throw Unexpected() }

            // What the index finds, before the rest of the condition is looked at.
            let found = due.query.replacingOccurrences(of: #" AND (created|settled) > \?2"#, with: "", options: .regularExpression)
            let latest = ClockDifference.latestMoment(at: Sample.now).secondsSinceEpoch
            let read = try await store.read { database in try Int64.fetchAll(database, sql: found, arguments: [0, latest, 10]) }
            #expect(read.isEmpty, "\(found)")
        }
    }

    @Test("No step of a session fills a table beside it: neither to compare a status with several, nor to give back what was changed")
    func steps() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let statements = Mutex<Set<String>>([])
            try await store.pool.writeWithoutTransaction { connection in
                connection.trace { event in
                    if case .statement(let statement) = event { statements.withLock { _ = $0.insert(statement.sql) } }
                }
            }
            let id = try await store.settled(webhook: Sample.webhook())
            _ = try await store.deliver(id, at: Sample.now, window: 60, opens: { _ in true })
            #expect(try await store.remove(id))
            try await store.pool.writeWithoutTransaction { $0.trace(options: []) }

            let changes = statements.withLock { $0 }.filter { $0.contains("session") || $0.contains("waiting") || $0.contains("judgement") }
            #expect(Set(changes.map { $0.prefix(6) }) == ["INSERT", "SELECT", "UPDATE", "DELETE"] && changes.count >= 10, "\(changes)")
            for change in changes {
                let steps = try await store.read { database in
                    let explained = try database.makeStatement(sql: "EXPLAIN " + change)
                    explained.setUncheckedArguments([])
                    return try Row.fetchAll(explained).map { $0["opcode"] as String }
                }
                #expect(!steps.isEmpty && !steps.contains("OpenEphemeral"), "\(change)")
            }
        }
    }

    @Test("What is acknowledged is forced to the disk: the connection that writes synchronises at every commit")
    func durability() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let level = try await store.pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
            #expect(level == 2, "2 is FULL; a pool left to itself takes 1, NORMAL, and a loss of power takes what was acknowledged")
        }
    }

    @Test("A file that another version has changed is refused, and stays as it is")
    func otherVersion() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let queue = try DatabaseQueue(path: database.location)
            var other = DatabaseMigrator()
            other.registerMigration("1: of another version") { try $0.execute(sql: "CREATE TABLE other (number INTEGER)") }
            try other.migrate(queue)
            await #expect(throws: StoreFailure.self) { try await database.open() }
            let tables = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE name = 'session'") }
            #expect(tables.isEmpty)
            try queue.close()
        }
    }

    @Test("Processes that open a new file at once, or one of the first version, bring it up to date once, and all of them can use it", arguments: [
        nil, nil, "1: sessions, judgements, audit records, webhooks", "1: sessions, judgements, audit records, webhooks",
    ])
    func openedAtOnce(_ version: String?) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            if let version {
                let old = try DatabasePool(path: database.location)
                try SQLiteSchema.migrator.migrate(old, upTo: version)
                try old.close()
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 { group.addTask { try await database.open().insert(Sample.record()) } }
                try await group.waitForAll()
            }
        }
    }

    @Test("A file of the first version goes on: who holds a request has it still and answers once, and nothing of it or its secret is left")
    func firstVersion() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let queue = try DatabaseQueue(path: database.location)
            try SQLiteSchema.migrator.migrate(queue, upTo: "1: sessions, judgements, audit records, webhooks")
            let (mine, unanswered) = (try Sample.record(), try Sample.record())
            let (binding, request, secret) = (Sample.bytes(32), Sample.bytes(9000), Sample.bytes(9000))
            for record in [mine, unanswered] {
                let policy = Data(try StoredPolicies.encode(record.policy))
                try await queue.write { file in
                    try file.execute(
                        sql: """
                            INSERT INTO session (id, correlation, policy, reference, created, expires, status, binding, request, secret)
                            VALUES (?, ?, ?, ?, ?, ?, 'requested', ?, ?, ?)
                            """,
                        arguments: [
                            record.id.rawValue, record.correlation, policy, record.reference, record.createdAt.secondsSinceEpoch,
                            record.expiresAt.secondsSinceEpoch, Data(binding), Data(request), Data(secret),
                        ])
                }
            }
            try queue.close()

            let store = try await database.open()
            #expect(try await store.heldRequest(mine.id, binding: binding) == request)
            #expect(try await store.handOut(mine.id, binding: binding, request: [1], secret: [2], at: Sample.now) == .again(request))
            guard case .claimed(let claimed, let held, let key) = try await store.claim(mine.id, binding: binding, at: Sample.now) else {
                throw Unexpected()
            }
            #expect(claimed.id == mine.id && held == request && key == secret)
            #expect(try await store.claim(mine.id, binding: binding, at: Sample.now) == .used)
            #expect(try await store.settle(mine.id, Sample.verified(), webhook: nil, audit: Sample.audit(mine.id)))
            #expect(try await store.sweep(at: Sample.after(601), stale: Sample.now, forget: Sample.now, limit: 10).expired == 1)
            let left = try database.contents()
            for part in [request, secret] {
                for start in stride(from: 0, to: 8900, by: 100) { #expect(!left.holds(Array(part[start..<start + 32]))) }
            }
        }
    }

    @Test("A change that fails takes none of those with it that share its transaction")
    func failingChange() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            // While this one is written, all others gather in one transaction.
            let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        let record = try Sample.record()
                        do {
                            try await store.write { database in
                                try database.execute(
                                    sql: "INSERT INTO webhook (id, body, attempts, due) VALUES (?, x'01', 0, 0)", arguments: [record.id.rawValue])
                                if number % 8 == 3 { throw Unexpected() }
                            }
                            return true
                        } catch { return false }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 } == 35)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.now, limit: 99).count == 35)
        }
    }
}
