import GRDB
import OwnerOnlyDatabases
public import VerificationSessions

/// Sessions in an SQLite file: the default, for one machine. Several processes may share the file.
///
/// Write-ahead logging with full synchronisation, so what was acknowledged survives a crash and a loss of power; erased
/// secrets are overwritten (`secure_delete`), and the log is cut back at every sweep and at the end.
public struct SQLiteVerificationStore: VerificationStore {
    let pool: DatabasePool
    private let writes: WriteQueue

    /// Size of a new file's pages: a result with a portrait takes three, where pages of the usual size need ten.
    private static let pageBytes = 16_384

    /// Memory for pages of the one connection that writes.
    private static let writerCacheKibibytes = 16_384

    /// What a ping writes: as much as a session with a portrait does, or it would succeed where no session has room.
    private static let pingBytes = 65_536

    /// How long to wait for another process's change.
    private static let busySeconds = 5.0

    /// Opens a file, makes it if there is none, for its owner alone, and brings its tables up to date.
    ///
    /// - Parameter path: a file on a local disk. Network file systems do not lock as SQLite needs it.
    public init(path: String) throws(StoreFailure) { try self.init(path: path, busySeconds: Self.busySeconds) }

    /// - Parameter busySeconds: how long to wait for another process's change.
    package init(path: String, busySeconds: Double) throws(StoreFailure) {
        StoreFile.prepare(path)
        let file = PlacedFile(path)
        do {
            pool = try DatabasePool(path: path, configuration: Self.configuration(busySeconds: busySeconds))
            // Last, since a pool sets this back when it turns the log on.
            try pool.writeWithoutTransaction { database in try database.execute(sql: "PRAGMA synchronous = FULL") }
            writes = WriteQueue(pool, file)
            try SQLiteSchema.migrate(pool)
        } catch {
            throw StoreFile.failure(error) { () throws(StoreFailure) in _ = try StoreFile.isUsable(path) }
        }
    }

    /// Opens a file that is there to read it, such as its audit records: its tables, of this version or an older one, are left as they are. What
    /// would change something fails.
    ///
    /// - Throws: also where the file holds no tables, since they would be as good as empty ones.
    public init(reading path: String) throws(StoreFailure) {
        try self.init(reading: path, isFolderWritable: StoreFile.isFolderWritable(of: path))
    }

    /// - Parameter isFolderWritable: whether SQLite can put files beside it.
    package init(reading path: String, isFolderWritable: Bool) throws(StoreFailure) {
        do {
            pool = try Self.reading(path, isFolderWritable: isFolderWritable)
            writes = WriteQueue(pool, PlacedFile(path))
            guard try pool.read({ try SQLiteSchema.preparation($0) }) != .creation else {
                throw StoreFailure.unavailable("there are no tables in it; name the file that the service uses")
            }
        } catch {
            throw StoreFile.failure(error) { () throws(StoreFailure) in try StoreFile.check(path, isWritten: false) }
        }
    }

    /// What opening a file would do to it first; nothing is made or changed.
    ///
    /// - Throws: why it could not be opened by this user, or that it is malformed, which is looked for in files of up to 256 MiB that nobody uses.
    public static func preparation(path: String) throws(StoreFailure) -> StorePreparation {
        guard try StoreFile.isUsable(path) else { return .creation }
        let hadLog = StoreFile.hasLog(path)
        do {
            let queue = try looking(into: path)
            defer { try? queue.close() }
            return try queue.read { database in
                let preparation = try SQLiteSchema.preparation(database)
                // Of one that somebody uses it would hold up whoever cuts the log back, and with them all who write.
                if !hadLog { try SQLiteSchema.checkForm(database) }
                return preparation
            }
        } catch {
            // Somebody began to use it while it was open as one that stays as it is: what was read may be of two moments.
            if !hadLog, StoreFile.hasLog(path) { return try preparation(path: path) }
            throw StoreFailure(error)
        }
    }

    /// Opens a file only to look into it.
    private static func looking(into path: String) throws -> DatabaseQueue {
        let configuration = Self.configuration(busySeconds: busySeconds, readonly: true)
        // Even a reader puts a log beside a file that nobody has open, unless it is told that the file stays as it is. Where SQLite was built
        // without such names there is no file of this one.
        if !StoreFile.hasLog(path), let queue = try? DatabaseQueue(path: StoreFile.unchangingName(of: path), configuration: configuration) {
            return queue
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Opens a file to read it. One to which nobody adds, in a folder where no log can be put beside it, such as a copy on a medium that cannot
    /// be written, is opened as one that stays as it is.
    private static func reading(_ path: String, isFolderWritable: Bool) throws -> DatabasePool {
        let configuration = Self.configuration(busySeconds: busySeconds, readonly: true)
        if !isFolderWritable, !StoreFile.hasLog(path),
            let pool = try? DatabasePool(path: StoreFile.unchangingName(of: path), configuration: configuration) {
            return pool
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    private static func configuration(busySeconds: Double, readonly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
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
        return configuration
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

    /// Succeeds while the file can be written: by a change as large as a session's, which leaves nothing but free pages for what comes next.
    public func ping() async throws(StoreFailure) {
        try await write { database in
            // A value that is set to what it was would be written to no disk, and be no news of a full one. Pages that are given back in the same
            // change are written, since they are overwritten (`secure_delete`).
            try database.change("INSERT INTO webhook (id, body, attempts, due) VALUES ('ping', zeroblob(\(Self.pingBytes)), 0, 0)")
            try database.change("DELETE FROM webhook WHERE id = 'ping'")
        }
    }

    /// Closes the file, after the changes that wait, and leaves nothing in its log that was erased. Who is the last to close it leaves no log.
    public func close() async {
        if !pool.configuration.readonly {
            // Behind those that wait.
            _ = try? await write { _ in }
            await cutBackLog()
        }
        try? pool.close()
        if !pool.configuration.readonly, writes.file.isInPlace { removeLog() }
    }

    /// A pool closes last what only reads, and that leaves an empty log, as if somebody still had the file open.
    private func removeLog() {
        guard let last = try? DatabaseQueue(path: pool.path, configuration: Self.configuration(busySeconds: 0)) else { return }
        _ = try? last.read { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        try? last.close()
    }

    /// Empties the write-ahead log, where erased secrets would otherwise stay until it is used again. Other processes may hold it; the next
    /// one who comes to it does it, then.
    func cutBackLog() async {
        _ = try? await pool.barrierWriteWithoutTransaction { database in try database.checkpoint(.truncate) }
    }
}

extension StoreFailure {
    init(_ error: any Error) {
        switch error {
        case let failure as StoreFailure: self = failure
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged("\(error.reason); put a backup in its place, see docs/production.md")
            default: self = .unavailable(error.reason)
            }
        default: self = .unavailable("\(type(of: error))")
        }
    }
}
