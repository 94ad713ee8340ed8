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
        } catch { throw exitCode(error, configuration) }
    }

    /// What opening a store would do to it first; nothing is made or changed.
    static func preparation(_ configuration: StoreConfiguration) async throws(ExitCode) -> StorePreparation {
        do {
            switch configuration {
            case .sqlite(let path): return try SQLiteVerificationStore.preparation(path: path)
            case .postgresql(let configuration): return try await PostgreSQLVerificationStore.preparation(settings(configuration))
            }
        } catch { throw exitCode(error, configuration) }
    }

    /// Opens a store that is there, to read it: what looks at one must not find a new one whole.
    static func openExisting(_ configuration: StoreConfiguration) async throws(ExitCode) -> any VerificationStore {
        if case .sqlite(let path) = configuration, !FileManager.default.fileExists(atPath: path) {
            StandardError.print("there is no store at \(path) (store.sqlite.path)")
            throw ExitCode(2)
        }
        do {
            switch configuration {
            case .sqlite(let path): return try SQLiteVerificationStore(reading: path)
            case .postgresql(let configuration): return try await PostgreSQLVerificationStore(reading: settings(configuration))
            }
        } catch { throw exitCode(error, configuration) }
    }

    private static func exitCode(_ failure: StoreFailure, _ configuration: StoreConfiguration) -> ExitCode {
        StandardError.print("\(place(of: configuration)): \(failure.description)")
        return ExitCode(2)
    }

    /// The file, or the setting of a database, whose value may hold a password.
    static func place(of configuration: StoreConfiguration) -> String {
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
