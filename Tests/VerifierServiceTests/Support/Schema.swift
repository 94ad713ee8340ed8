import Foundation
import Testing

@testable import PostgreSQLVerificationStore

/// A schema of one test in a throw-away PostgreSQL.
enum Schema {
    /// Connection string of the server; `make test` starts one where PostgreSQL is installed.
    static let server = ProcessInfo.processInfo.environment["MDOC_POSTGRES"]
    static let skipReason: Comment = "no PostgreSQL; `make test` starts Debian's where it is installed, or set MDOC_POSTGRES to a connection string"

    /// Gives a test the connection string of its schema, and removes the schema afterwards.
    static func with(_ body: (String) async throws -> Void) async throws {
        let name = "service_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let connection = try #require(server) + " options=-csearch_path=\(name)"
        func sql(_ text: String) throws { try PostgreSQLLink(PostgreSQLSettings(connection: connection)).script(text) }
        try sql("CREATE SCHEMA \(name)")
        defer { try? sql("DROP SCHEMA \(name) CASCADE") }
        try await body(connection)
    }

    /// How many tables a schema holds.
    static func tables(_ connection: String) throws -> Int {
        let link = try PostgreSQLLink(PostgreSQLSettings(connection: connection))
        return try link.query("SELECT 1 FROM pg_tables WHERE schemaname = current_schema()").rows.count
    }
}
