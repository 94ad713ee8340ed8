public import VerificationSessions

/// Sessions in a PostgreSQL database: for several instances of a service on several machines.
///
/// Every change is one transaction; the row of a session is locked while it is decided about, and the end of the audit chain by
/// an advisory lock, so that there is one chain for all instances. Sessions that end at the same time share a transaction, and what
/// becomes of it. What is done where the connection is lost is decided call by call:
///
/// | calls | at the loss of a connection |
/// |---|---|
/// | `session`, `report`, `auditRecords` | repeated: they read |
/// | `note`, `removeWebhook`, `postponeWebhook`, `sweep` | repeated: the same change twice is the same |
/// | `ping` | repeated: it leaves nothing; not begun where a statement that was given up keeps a place |
/// | `deliver` | repeated: the window that the first attempt opened is open |
/// | `leaseWebhooks` | repeated: what a lost lease took comes round again when it ends |
/// | `handOut`, `settle` | repeated: what the first attempt wrote is told by its own bytes |
/// | `insert`, `claim`, `remove` | repeated if the commit was not sent, else `StoreFailure.undetermined` |
///
/// A change that may have happened is `StoreFailure.undetermined` also where its repetition failed.
///
/// A claim whose confirmation was lost is never repeated, since nobody could tell one's own from another's: the session is not
/// answered and ends as interrupted.
///
/// PostgreSQL keeps old versions of a row until it is vacuumed, and in its log: an erased secret is out of every query's reach
/// at once, and off the disk later. It is sealed there as it was before; take old sealing keys away when they are rotated.
/// A pooler between store and server must keep one server connection per client (session pooling).
public struct PostgreSQLVerificationStore: VerificationStore {
    let pool: ConnectionPool
    let settlements: SettlementQueue

    /// Connects, and brings the tables up to date, one instance at a time. New ones are made in the first schema of the search path.
    ///
    /// Where the tables are there the role needs no right to make any.
    public init(_ settings: PostgreSQLSettings) async throws(StoreFailure) {
        try settings.validate()
        self.init(pool: ConnectionPool(settings))
        do { try await transaction(.harmless) { link, _ in try PostgreSQLSchema.migrate(link) } } catch {
            await pool.close()
            throw error
        }
    }

    /// Connects to read audit records: whatever their version, the tables are left as they are.
    ///
    /// - Throws: also where there are no tables, since they would be as good as empty ones.
    public init(reading settings: PostgreSQLSettings) async throws(StoreFailure) {
        try settings.validate()
        self.init(pool: ConnectionPool(settings))
        do { try await statement { link in try PostgreSQLSchema.checkReadable(link) } } catch {
            await pool.close()
            throw error
        }
    }

    /// What opening a database would do to it first; nothing is made or changed.
    ///
    /// - Throws: why it could not be opened.
    public static func preparation(_ settings: PostgreSQLSettings) async throws(StoreFailure) -> StorePreparation {
        try settings.validate()
        let pool = ConnectionPool(settings)
        let result: Result<StorePreparation, StoreFailure>
        do throws(StoreFailure) {
            result = .success(
                try await pool.use { connection async throws(StoreFailure) in
                    try await connection.statement { link in try PostgreSQLSchema.preparation(link) }
                })
        } catch { result = .failure(error) }
        await pool.close()
        return try result.get()
    }

    private init(pool: ConnectionPool) {
        self.pool = pool
        settlements = SettlementQueue { entries async throws(SettlementQueue.Failure) in
            try await Self.settle(entries, waiting: false, pool)
        }
    }

    func transaction<Value: Sendable>(
        _ repetition: PostgreSQLConnection.Repetition, _ work: @escaping PostgreSQLConnection.Work<Value>
    ) async throws(StoreFailure) -> Value {
        try await Self.transaction(repetition, pool, work)
    }

    static func transaction<Value: Sendable>(
        _ repetition: PostgreSQLConnection.Repetition, _ pool: ConnectionPool, _ work: @escaping PostgreSQLConnection.Work<Value>
    ) async throws(StoreFailure) -> Value {
        try await pool.use { connection async throws(StoreFailure) in try await connection.transaction(repetition, work) }
    }

    func statement<Value: Sendable>(
        isChange: Bool = false, _ work: @escaping @Sendable (PostgreSQLLink) throws -> Value
    ) async throws(StoreFailure) -> Value {
        try await pool.use { connection async throws(StoreFailure) in try await connection.statement(isChange: isChange, work) }
    }

    /// Succeeds while the database can be written: by a change like any other, which leaves nothing and which nobody else sees.
    ///
    /// It needs little room. A server whose disk is full may still have that, and none for a session.
    public func ping() async throws(StoreFailure) {
        try await pool.probe { connection async throws(StoreFailure) in
            try await connection.transaction(.harmless) { link, _ in
                // By a name of the connection's own, so that no other waits for it.
                try link.script(
                    """
                    INSERT INTO webhook (id, body, attempts, due) VALUES ('ping-' || pg_backend_pid(), '', 0, 0);
                    DELETE FROM webhook WHERE id = 'ping-' || pg_backend_pid()
                    """)
            }
        }
    }

    /// Ends the connections.
    public func close() async { await pool.close() }
}
