import Foundation
import MobileDocument
import PostgreSQLVerificationStore
import VerificationSessions

/// Sessions in a PostgreSQL database.
struct GrowingPostgreSQL: GrowingStore {
    let connection: String

    func open() async throws -> any VerificationStore {
        var settings = PostgreSQLSettings(connection: connection)
        // On a slow machine a load waits; it does not fail.
        settings.waitSeconds = 60
        settings.connectSeconds = 60
        settings.statementSeconds = 60
        return try await PostgreSQLVerificationStore(settings)
    }

    func add(_ count: Int, report: [UInt8], at now: Int64) async throws {
        func bytes(_ bytes: [UInt8]) -> String { "'\\x\(Hexadecimal.text(bytes))'::bytea" }
        let policy = try StoredPolicies.encode(LoadSessions.policy())
        try PostgreSQLShell.run(
            """
            INSERT INTO session (id, correlation, policy, created, expires, status, claimed, settled, delivered, result_erase, retained_erase,
                binding, request, secret, report)
            SELECT \(Self.name), \(Self.name), \(bytes(policy)), moment, moment + 600,
                CASE WHEN waits THEN 'requested' ELSE 'verified' END, CASE WHEN NOT waits THEN moment + 30 END,
                CASE WHEN NOT waits THEN moment + 30 END, CASE WHEN NOT waits THEN moment + 31 END, CASE WHEN NOT waits THEN moment + 91 END,
                CASE WHEN NOT waits THEN moment + 31 END, decode(repeat(md5(n::text), 2), 'hex'),
                CASE WHEN waits THEN \(bytes(GrowingSessions.request)) END, CASE WHEN waits THEN \(bytes(GrowingSessions.secret)) END,
                CASE WHEN NOT waits THEN \(bytes(report)) END
            FROM (
                SELECT n, n % \(GrowingSessions.cycle) = 0 AS waits,
                    \(now) - CASE n % \(GrowingSessions.cycle) WHEN 0 THEN 601 WHEN 1 THEN \(GrowingSessions.forgottenAge)
                        ELSE n % \(GrowingSessions.spread) + 60 END AS moment
                FROM generate_series(1, \(count)) AS n
            ) AS sessions
            """, on: connection)
    }

    /// As long and as random as a session's.
    private static let name = "left(replace(gen_random_uuid()::text, '-', ''), 22)"

    func settleDown() async throws {
        try PostgreSQLShell.run("VACUUM (ANALYZE) session", on: connection)
        try PostgreSQLShell.run("CHECKPOINT", on: connection)
    }

    func bytes() async throws -> Int { try size(of: "session") }

    func auditBytes() async throws -> Int { try size(of: "audit") }

    private func size(of table: String) throws -> Int {
        try PostgreSQLShell.numbers("SELECT pg_total_relation_size('\(table)')", on: connection).first ?? 0
    }
}
