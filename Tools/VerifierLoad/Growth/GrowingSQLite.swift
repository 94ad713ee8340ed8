import Foundation
import GRDB
import SQLiteVerificationStore
import VerificationSessions

/// Sessions in an SQLite file.
struct GrowingSQLite: GrowingStore {
    let path: String

    func open() async throws -> any VerificationStore { try SQLiteVerificationStore(path: path) }

    func add(_ count: Int, report: [UInt8], at now: Int64) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let policy = Data(try StoredPolicies.encode(LoadSessions.policy()))
        try await queue.write { database in
            let last = try Int64.fetchOne(database, sql: "SELECT MAX(number) FROM session") ?? 0
            try database.execute(sql: Self.sessions, arguments: ["count": count, "policy": policy, "now": now])
            try database.execute(
                sql: """
                    INSERT INTO waiting (session, request, secret)
                    SELECT number, :request, :secret FROM session WHERE number > :last AND status = 'requested'
                    """,
                arguments: ["request": Data(GrowingSessions.request), "secret": Data(GrowingSessions.secret), "last": last])
            try database.execute(
                sql: "INSERT INTO judgement (session, report) SELECT number, :report FROM session WHERE number > :last AND status = 'verified'",
                arguments: ["report": Data(report), "last": last])
        }
        try queue.close()
    }

    private static let sessions = """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count),
            sessions AS (
                SELECT n % \(GrowingSessions.cycle) = 0 AS waits,
                    :now - CASE n % \(GrowingSessions.cycle) WHEN 0 THEN 601 WHEN 1 THEN \(GrowingSessions.forgottenAge)
                        ELSE n % \(GrowingSessions.spread) + 60 END AS moment
                FROM numbers
            )
        INSERT INTO session (id, correlation, policy, created, expires, status, claimed, settled, delivered, binding)
        SELECT lower(hex(randomblob(11))), lower(hex(randomblob(11))), :policy, moment, moment + 600, iif(waits, 'requested', 'verified'),
            iif(waits, NULL, moment + 30), iif(waits, NULL, moment + 30), iif(waits, NULL, moment + 31), randomblob(32)
        FROM sessions
        """

    func settleDown() async throws {
        let queue = try DatabaseQueue(path: path)
        try await queue.writeWithoutTransaction { database in _ = try database.checkpoint(.truncate) }
        try queue.close()
    }

    func auditBytes() async throws -> Int {
        let queue = try DatabaseQueue(path: path)
        let bytes = try await queue.read { database in
            try Int.fetchOne(database, sql: "SELECT SUM(LENGTH(previous) + LENGTH(content) + LENGTH(signature)) FROM audit") ?? 0
        }
        try queue.close()
        return bytes
    }

    func bytes() async throws -> Int { try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0 }
}
