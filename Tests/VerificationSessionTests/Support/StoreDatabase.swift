import Foundation
import Synchronization
import VerificationSessions
import SQLiteVerificationStore
@testable import PostgreSQLVerificationStore

/// A database of one test, on which several instances can be opened: a folder with an SQLite file, or a schema in PostgreSQL.
final class StoreDatabase: Sendable {
    let engine: StoreEngine
    /// Where a store finds it: a path, or a connection string.
    let location: String
    /// The schema in PostgreSQL, or the folder's name; no other test has it.
    let name = "test_" + UUID().uuidString.lowercased().replacingOccurrences(of: "-", with: "")
    private let opened = Mutex<[any VerificationStore]>([])

    private var folder: URL { FileManager.default.temporaryDirectory.appendingPathComponent(name) }

    private init(_ engine: StoreEngine) throws {
        self.engine = engine
        switch engine {
        case .sqlite:
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
            location = folder.appendingPathComponent("sessions.sqlite").path
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        case .postgreSQL:
            guard let server = StoreEngine.postgreSQLConnection else { throw Unexpected() }
            // By its name its connections are told from those of other tests, which the server's views show as well.
            location = server + " options=-csearch_path=\(name) application_name=\(name)"
            try sql("CREATE SCHEMA \(name)")
        }
    }

    /// Gives a test its database, and removes it afterwards.
    static func with(_ engine: StoreEngine, _ body: (StoreDatabase) async throws -> Void) async throws {
        let database = try StoreDatabase(engine)
        do { try await body(database) } catch {
            await database.remove()
            throw error
        }
        await database.remove()
    }

    /// One more instance on the database.
    func open() async throws -> any VerificationStore {
        let store: any VerificationStore = switch engine {
        case .sqlite: try SQLiteVerificationStore(path: location, busySeconds: 300)
        case .postgreSQL: try await PostgreSQLVerificationStore(settings)
        }
        opened.withLock { $0.append(store) }
        return store
    }

    var settings: PostgreSQLSettings {
        var settings = PostgreSQLSettings.patient(location)
        settings.poolSize = 3
        return settings
    }

    /// Everything the engine holds: of SQLite each byte of its files, of PostgreSQL each value a query can reach.
    func contents() throws -> [UInt8] {
        switch engine {
        case .sqlite:
            return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).flatMap { try Array(Data(contentsOf: $0)) }
        case .postgreSQL:
            let link = try PostgreSQLLink(settings)
            return try ["session", "audit", "webhook"].flatMap { table in
                try link.query("SELECT * FROM \(table)").rows.flatMap { $0.cells.flatMap { $0 ?? [] } }
            }
        }
    }

    /// Lets webhooks wait so long for a store that counts by its server's clock, which no test can put forward.
    func pass(_ seconds: Int64) throws {
        switch engine {
        case .sqlite: break
        case .postgreSQL: try sql("UPDATE webhook SET due = due - \(seconds)")
        }
    }

    /// Runs statements on PostgreSQL.
    func sql(_ text: String) throws { try PostgreSQLLink(settings).script(text) }

    private func remove() async {
        for store in opened.withLock({ $0 }) { await store.close() }
        switch engine {
        case .sqlite: try? FileManager.default.removeItem(at: folder)
        case .postgreSQL: try? sql("DROP SCHEMA \(name) CASCADE")
        }
    }
}

extension Array where Element == UInt8 {
    func holds(_ needle: [UInt8]) -> Bool { Data(self).range(of: Data(needle)) != nil }
}
