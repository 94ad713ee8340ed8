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
            case .postgresql(let configuration): return try await PostgreSQLVerificationStore(settings(configuration))
            }
        } catch {
            StandardError.print(error.description)
            throw ExitCode(2)
        }
    }

    private static func settings(_ configuration: PostgreSQLConfiguration) -> PostgreSQLSettings {
        var settings = PostgreSQLSettings(connection: configuration.connection)
        settings.poolSize = configuration.poolSize
        settings.waitSeconds = configuration.waitSeconds
        settings.connectSeconds = configuration.connectSeconds
        settings.statementSeconds = configuration.statementSeconds
        return settings
    }
}
