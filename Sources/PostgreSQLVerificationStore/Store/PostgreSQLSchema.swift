import VerificationSessions

/// The tables, and how older databases become newer ones.
enum PostgreSQLSchema {
    /// What each version adds to the one before it.
    private static let migrations = [tables, webhooksOfSessions]

    static func migrate(_ link: PostgreSQLLink) throws {
        if try version(link) == migrations.count { return }
        // Whoever waits for another instance to do it, or makes an index of a large table, takes longer than any request may.
        try link.script("SET LOCAL statement_timeout = 0")
        try AdvisoryLock.migration.take(link)
        try link.script("CREATE TABLE IF NOT EXISTS verification_schema (version BIGINT NOT NULL)")
        let version = try knownVersion(link)
        for migration in migrations[version...] { try link.script(migration) }
        try link.query("DELETE FROM verification_schema")
        try link.query("INSERT INTO verification_schema (version) VALUES ($1)", [.integer(Int64(migrations.count))])
    }

    /// What is to be done to a database before it can be used; nothing is made or changed.
    static func preparation(_ link: PostgreSQLLink) throws -> StorePreparation {
        let version = try knownVersion(link)
        if version == migrations.count { return .nothing }
        if version > 0 { return .migration }
        guard try !link.query("SELECT 1 WHERE has_schema_privilege(current_schema(), 'CREATE')").rows.isEmpty else {
            throw StoreFailure.unavailable("it has no tables, and its user may make none; name the right database, or grant CREATE on its schema")
        }
        return .creation
    }

    /// The tables' version, where this program knows it.
    private static func knownVersion(_ link: PostgreSQLLink) throws -> Int {
        let version = try version(link)
        guard version <= migrations.count else {
            throw StoreFailure.unavailable("its tables are of version \(version), and this program knows up to \(migrations.count)")
        }
        return version
    }

    /// The tables' version; 0 where there are none.
    private static func version(_ link: PostgreSQLLink) throws -> Int {
        guard try !link.query("SELECT 1 WHERE to_regclass('verification_schema') IS NOT NULL").rows.isEmpty else { return 0 }
        guard let row = try link.query("SELECT version FROM verification_schema").rows.first else { return 0 }
        return Int(try row.requiredInteger("version"))
    }

    /// Times are seconds since 1970. `secret`, `report`, `result` and `retained` are sealed; `binding` is a digest.
    private static let tables = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY, correlation TEXT NOT NULL, policy BYTEA NOT NULL, reference TEXT,
            created BIGINT NOT NULL, expires BIGINT NOT NULL, status TEXT NOT NULL,
            binding BYTEA, request BYTEA, secret BYTEA, outcome TEXT, claimed BIGINT,
            settled BIGINT, refusal TEXT, report BYTEA, result BYTEA, retained BYTEA,
            delivered BIGINT, result_erase BIGINT, retained_erase BIGINT
        );
        CREATE INDEX session_waiting ON session (expires) WHERE status IN ('created', 'requested');
        CREATE INDEX session_claimed ON session (claimed) WHERE status = 'claimed';
        CREATE INDEX session_result ON session (result_erase) WHERE result IS NOT NULL;
        CREATE INDEX session_retained ON session (retained_erase) WHERE retained IS NOT NULL;
        CREATE INDEX session_over ON session (settled) WHERE status IN ('verified', 'refused', 'expired');
        CREATE TABLE audit (sequence BIGINT PRIMARY KEY, previous BYTEA NOT NULL, content BYTEA NOT NULL, signature BYTEA NOT NULL);
        CREATE TABLE webhook (id TEXT PRIMARY KEY, body BYTEA NOT NULL, attempts BIGINT NOT NULL, due BIGINT NOT NULL);
        CREATE INDEX webhook_due ON webhook (due);
        """

    private static let webhooksOfSessions = """
        DROP INDEX session_over;
        CREATE INDEX session_over ON session (settled)
            WHERE status IN ('verified', 'refused', 'expired') AND result IS NULL AND retained IS NULL;
        ALTER TABLE webhook ADD COLUMN session TEXT;
        CREATE INDEX webhook_session ON webhook (session);
        """
}
