import GRDB
public import VerificationSessions

/// Sessions in an SQLite file: the default, for one machine. Several processes may share the file.
///
/// Write-ahead logging with full synchronisation, so what was acknowledged survives a crash and a loss of power; erased
/// secrets are overwritten (`secure_delete`), and the log is cut back at every sweep.
public struct SQLiteVerificationStore: VerificationStore {
    let pool: DatabasePool
    private let writes: WriteQueue

    /// Size of a new file's pages: a result with a portrait takes three, where pages of the usual size need ten.
    private static let pageBytes = 16_384

    /// Memory for pages of the one connection that writes.
    private static let writerCacheKibibytes = 16_384

    /// Opens a file, makes it if there is none, for its owner alone, and brings its tables up to date.
    ///
    /// - Parameter path: a file on a local disk. Network file systems do not lock as SQLite needs it.
    public init(path: String) throws(StoreFailure) { try self.init(path: path, busySeconds: 5) }

    /// - Parameter busySeconds: how long to wait for another process's change.
    package init(path: String, busySeconds: Double) throws(StoreFailure) {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busySeconds)
        configuration.label = "verification-store"
        // No statement in errors: its arguments would be in it.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { database in
            // What a statement may have to put back stays in memory: in a temporary file it would outlive its erasure.
            try database.execute(sql: "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY")
            // One transaction holds the results of up to 64 answers; what does not fit is written out early and read again.
            if !database.configuration.readonly {
                try database.execute(sql: "PRAGMA page_size = \(Self.pageBytes); PRAGMA cache_size = -\(Self.writerCacheKibibytes)")
            }
        }
        StoreFile.prepare(path)
        do {
            pool = try DatabasePool(path: path, configuration: configuration)
            // Last, since a pool sets this back when it turns the log on.
            try pool.writeWithoutTransaction { database in try database.execute(sql: "PRAGMA synchronous = FULL") }
            writes = WriteQueue(pool)
            try SQLiteSchema.migrate(pool)
        } catch {
            throw StoreFailure(error)
        }
    }

    func write<Value: Sendable>(_ change: @escaping @Sendable (Database) throws -> Value) async throws(StoreFailure) -> Value {
        try await writeAudited { transaction throws in try change(transaction.database) }
    }

    func writeAudited<Value: Sendable>(
        _ change: @escaping @Sendable (inout WriteTransaction) throws -> Value
    ) async throws(StoreFailure) -> Value {
        do { return try await writes.perform(change) } catch { throw StoreFailure(error) }
    }

    /// Reads by one statement, which sees one state of the file without a transaction around it.
    func read<Value: Sendable>(_ query: @escaping @Sendable (Database) throws -> Value) async throws(StoreFailure) -> Value {
        do { return try await pool.unsafeRead(query) } catch { throw StoreFailure(error) }
    }

    /// Succeeds while the file can be written.
    public func ping() async throws(StoreFailure) {
        try await write { database in _ = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM webhook") }
    }

    /// Closes the file.
    public func close() async {
        try? pool.close()
    }
}

extension StoreFailure {
    init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("SQLite says \(error.extendedResultCode)")
            default: self = .unavailable("SQLite says \(error.extendedResultCode)")
            }
        default: self = .unavailable("\(type(of: error))")
        }
    }
}
