import ArgumentParser
import SQLiteVerificationStore
import VerificationSessions
import VerifierService

/// Opens the store a configuration names.
enum Stores {
    static func open(_ configuration: StoreConfiguration) async throws -> any VerificationStore {
        do {
            switch configuration {
            case .sqlite(let path): return try SQLiteVerificationStore(path: path)
            case .postgresql: throw StoreFailure.unavailable("PostgreSQL is not built in")
            }
        } catch let failure as StoreFailure {
            StandardError.print(failure.description)
            throw ExitCode(2)
        }
    }
}
