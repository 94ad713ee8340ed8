import Foundation
import GRDB
import MobileDocument
import RelyingParty
import Testing
import VerificationSessions

@testable import SQLiteVerificationStore

/// How SQLite finds what a sweep looks for, and files of before.
@Suite("SQLite")
struct SweepPlanTests {
    @Test("Each condition of the sweep is answered by an index of its own and never by reading the table", arguments: DueSessions.allCases)
    func plan(_ due: DueSessions) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try #require(try await database.open() as? SQLiteVerificationStore)
            let plan = try await store.read { database in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + due.query, arguments: [0, 10]).map { $0["detail"] as String }
            }
            let index = switch due {
            case .unanswered: "session_waiting"
            case .cutOff: "session_claimed"
            case .results: "session_result"
            case .retained: "session_retained"
            case .over: "session_over"
            }
            #expect(plan.count == 1 && plan.allSatisfy { $0.hasPrefix("SEARCH session USING") && $0.contains("INDEX \(index) ") }, "\(plan)")
        }
    }

    @Test("A file of the first version is brought up to date, with what waits in it")
    func migration() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let queue = try DatabaseQueue(path: database.location)
            try SQLiteSchema.migrator.migrate(queue, upTo: "1: sessions, audit records, webhooks")
            try await queue.write { database in
                try database.execute(sql: "INSERT INTO webhook (id, body, attempts, due) VALUES ('msg_1', x'01', 2, 0)")
            }
            try queue.close()
            let store = try await database.open()
            let id = try await store.settled(webhook: Sample.webhook())
            #expect(try await store.remove(id))
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.now, limit: 9).map(\.id) == ["msg_1"])
        }
    }
}
