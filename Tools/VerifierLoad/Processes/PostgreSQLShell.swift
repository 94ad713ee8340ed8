import ArgumentParser
import Foundation

/// Statements run by PostgreSQL's own client, for what a store has no call.
enum PostgreSQLShell {
    /// Runs them in one transaction; what they print, columns apart by spaces.
    @discardableResult
    static func run(_ statements: String, on connection: String) throws -> String {
        let (output, status) = try Program.run([
            "psql", "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--field-separator= ", "--set=ON_ERROR_STOP=1",
            "--dbname=" + connection, "--command=" + statements,
        ])
        guard status == 0 else { throw ValidationError("psql ended with \(status)") }
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The whole numbers of the one row that a statement gives.
    static func numbers(_ statement: String, on connection: String) throws -> [Int] {
        try run(statement, on: connection).split(separator: " ").compactMap { Int($0) }
    }
}
