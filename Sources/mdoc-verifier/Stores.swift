import ArgumentParser
import PostgreSQLVerificationStore
import SQLiteVerificationStore
import VerificationSessions
import VerifierService
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens the store a configuration names.
enum Stores {
    /// Opens a store, and makes one where a file is named that is not there.
    static func open(_ configuration: StoreConfiguration) async throws(ExitCode) -> any VerificationStore {
        do {
            switch configuration {
            case .sqlite(let path): return try SQLiteVerificationStore(path: path)
            case .postgresql(let configuration): return try await PostgreSQLVerificationStore(settings(configuration))
            }
        } catch {
            StandardError.print("\(place(of: configuration)): \(error.description)")
            throw ExitCode(2)
        }
    }

    /// Opens a store that is there: what looks at one must not find a new one whole.
    static func openExisting(_ configuration: StoreConfiguration) async throws(ExitCode) -> any VerificationStore {
        if case .sqlite(let path) = configuration, !FileManager.default.fileExists(atPath: path) {
            StandardError.print("there is no store at \(path) (store.sqlite.path)")
            throw ExitCode(2)
        }
        return try await open(configuration)
    }

    /// The file, or the setting of a database, whose value may hold a password.
    private static func place(of configuration: StoreConfiguration) -> String {
        switch configuration {
        case .sqlite(let path): "\(path) (store.sqlite.path)"
        case .postgresql: "the database (store.postgresql.connection)"
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
