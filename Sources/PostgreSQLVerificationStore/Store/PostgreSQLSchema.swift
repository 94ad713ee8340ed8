import Glibc
import VerificationSessions

/// The tables, and how older databases become newer ones.
enum PostgreSQLSchema {
    /// What each version adds to the one before it.
    private static let migrations = [tables, webhooksOfSessions]

    /// Brings the tables up to date.
    ///
    /// - Parameter patience: for how long to try again where others use a table that is to be changed.
    static func migrate(_ link: PostgreSQLLink, patience: Duration = .seconds(60)) throws {
        if try knownVersion(link) == migrations.count { return try checkRights(link) }
        // Whoever waits for another instance to do it, or makes an index of a large table, takes longer than any request may.
        try link.unhurry()
        try AdvisoryLock.migration.take(link)
        // Wherever in the search path it is: a second one in the first schema would hide it.
        if try !hasVersion(link) { try link.script("CREATE TABLE IF NOT EXISTS verification_schema (version BIGINT NOT NULL)") }
        let version = try knownVersion(link)
        if version == migrations.count { return try checkRights(link) }
        if version > 0 { try checkOwnership(link) }
        try change(link, from: version, patience)
        try link.query("DELETE FROM verification_schema")
        try link.query("INSERT INTO verification_schema (version) VALUES ($1)", [.integer(Int64(migrations.count))])
    }

    /// What is to be done to a database before it can be used; nothing is made or changed.
    static func preparation(_ link: PostgreSQLLink) throws -> StorePreparation {
        let version = try knownVersion(link)
        if version > 0 {
            if version < migrations.count { try checkOwnership(link) }
            try checkRights(link)
            return version < migrations.count ? .migration : .nothing
        }
        guard try !link.query("SELECT 1 WHERE has_schema_privilege(current_schema(), 'CREATE')").rows.isEmpty else {
            throw StoreFailure.unavailable("it has no tables, and its user may make none; name the right database, or grant CREATE on its schema")
        }
        return .creation
    }

    /// Throws unless the audit records can be read, by this user and in the form that this program knows.
    static func checkReadable(_ link: PostgreSQLLink) throws {
        do { try link.query("SELECT sequence, previous, content, signature FROM audit LIMIT 0") } catch PostgreSQLFault.refused(state: "42P01") {
            throw StoreFailure.unavailable("there are no tables in it; name the database and the schema that the service uses")
        } catch PostgreSQLFault.refused(state: "42703") {
            throw StoreFailure.unavailable("its audit records are of a form that this program does not know; use the one that serves it")
        } catch PostgreSQLFault.refused(state: "42501") {
            throw StoreFailure.unavailable("its user may not read audit records; grant it SELECT on the table audit")
        }
    }

    /// Makes the changes that a version lacks. Who reads a table for long, such as a backup, holds up whoever changes it, and that one all who
    /// come after: so it is waited for in short turns, between which all others go on.
    private static func change(_ link: PostgreSQLLink, from version: Int, _ patience: Duration) throws {
        let end = ContinuousClock.now + patience
        // Longer than the server's deadlock_timeout, after which it ends an autovacuum that is in the way.
        try link.script("SET LOCAL lock_timeout = '2s'; SAVEPOINT unchanged")
        while try !takeTurn(link, from: version) {
            guard ContinuousClock.now < end else { throw StoreFailure.unavailable(try hindrance(link)) }
            // On a thread that is the connection's alone.
            sleep(1)
        }
    }

    /// False where others use a table for too long; nothing is changed then.
    private static func takeTurn(_ link: PostgreSQLLink, from version: Int) throws -> Bool {
        // The locks first, before an index is made in vain.
        let locks = version > 0 ? "LOCK TABLE session, webhook IN ACCESS EXCLUSIVE MODE; " : ""
        do {
            try link.script(locks + migrations[version...].joined())
            return true
        } catch PostgreSQLFault.refused(state: "55P03") {
            try link.script("ROLLBACK TO SAVEPOINT unchanged")
            return false
        }
    }

    /// Who holds a table that is to be changed, and has done so for the longest time.
    private static func hindrance(_ link: PostgreSQLLink) throws -> String {
        let holders = """
            SELECT relation::regclass::text AS name, pid::bigint AS pid FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
            WHERE locktype = 'relation' AND granted AND pid <> pg_backend_pid() AND relation IN (to_regclass('session'), to_regclass('webhook'))
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            ORDER BY xact_start NULLS FIRST LIMIT 1
            """
        let reason = "its tables are of an older version, and cannot be brought up to date while others use them"
        guard let holder = try link.query(holders).rows.first else { return reason }
        let (process, table) = (try holder.requiredInteger("pid"), try holder.requiredText("name"))
        return "\(reason): process \(process) of the server holds the table \(table); wait for it, or end it"
    }

    /// Throws where the user lacks a right that the store uses.
    private static func checkRights(_ link: PostgreSQLLink) throws {
        let lacking = """
            SELECT name, right_to FROM (VALUES
                ('session', 'SELECT'), ('session', 'INSERT'), ('session', 'UPDATE'), ('session', 'DELETE'),
                ('webhook', 'SELECT'), ('webhook', 'INSERT'), ('webhook', 'UPDATE'), ('webhook', 'DELETE'),
                ('audit', 'SELECT'), ('audit', 'INSERT')
            ) AS used (name, right_to) WHERE NOT has_table_privilege(name, right_to) LIMIT 1
            """
        guard let row = try link.query(lacking).rows.first else { return }
        let (right, table) = (try row.requiredText("right_to"), try row.requiredText("name"))
        throw StoreFailure.unavailable("its user lacks a right; grant it \(right) on the table \(table)")
    }

    /// Throws where the user may not change the tables.
    private static func checkOwnership(_ link: PostgreSQLLink) throws {
        let foreign = """
            SELECT relname::text AS name FROM pg_class WHERE oid IN (to_regclass('session'), to_regclass('webhook'))
                AND NOT (pg_has_role(relowner, 'USAGE') AND has_schema_privilege(relnamespace, 'CREATE'))
            ORDER BY relname LIMIT 1
            """
        var table = try link.query(foreign).rows.first.map { try $0.requiredText("name") }
        let version = "SELECT 1 WHERE has_table_privilege('verification_schema', 'INSERT') AND has_table_privilege('verification_schema', 'DELETE')"
        if table == nil, try link.query(version).rows.isEmpty { table = "verification_schema" }
        guard let table else { return }
        throw StoreFailure.unavailable(
            """
            its tables are of an older version, and its user may not change the table \(table); start once as the tables' owner, with CREATE on \
            their schema
            """)
    }

    /// The tables' version, where this program knows it.
    private static func knownVersion(_ link: PostgreSQLLink) throws -> Int {
        let version = try version(link)
        guard version <= migrations.count else {
            throw StoreFailure.unavailable(
                "its tables are of version \(version), and this program knows up to \(migrations.count); run the one that changed them")
        }
        return version
    }

    /// The tables' version; 0 where there are none.
    private static func version(_ link: PostgreSQLLink) throws -> Int {
        guard try hasVersion(link) else { return 0 }
        do {
            guard let row = try link.query("SELECT version FROM verification_schema").rows.first else { return 0 }
            return Int(try row.requiredInteger("version"))
        } catch PostgreSQLFault.refused(state: "42501") {
            throw StoreFailure.unavailable("its user lacks a right; grant it SELECT on the table verification_schema")
        }
    }

    private static func hasVersion(_ link: PostgreSQLLink) throws -> Bool {
        // From a table, whose lock has the server hear of tables that others have just made.
        try !link.query("SELECT 1 FROM pg_class WHERE oid = to_regclass('verification_schema')").rows.isEmpty
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
