import ArgumentParser
import PostgreSQLVerificationStore
import SQLiteVerificationStore
import VerificationSessions
import VerifierService

/// Opens the store a configuration names.
enum Stores {
    static func open(_ configuration: StoreConfiguration) async throws(ExitCode) -> any VerificationStore {
        do {
            switch configuration {
            case .sqlite(let path): return try SQLiteVerificationStore(path: path)
            case .postgresql(let connection): return try await PostgreSQLVerificationStore(PostgreSQLSettings(connection: connection))
            }
        } catch {
            StandardError.print(error.description)
            throw ExitCode(2)
        }
    }
}
