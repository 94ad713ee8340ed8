import GRDB

/// The tables, and how older files become newer ones.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: sessions, audit records, webhooks") { database in
            try database.execute(sql: tables)
        }
        migrator.registerMigration("2: the webhooks of a session, and an index of what nothing is kept of") { database in
            // Two programs that open one older file both want to do this, and the second must not fail.
            guard try !database.columns(in: "webhook").contains(where: { $0.name == "session" }) else { return }
            try database.execute(sql: webhooksOfSessions)
        }
        return migrator
    }

    /// Times are seconds since 1970. `secret`, `report`, `result` and `retained` are sealed; `binding` is a digest.
    private static let tables = """
        CREATE TABLE session (
            id TEXT PRIMARY KEY NOT NULL, correlation TEXT NOT NULL, policy BLOB NOT NULL, reference TEXT,
            created INTEGER NOT NULL, expires INTEGER NOT NULL, status TEXT NOT NULL,
            binding BLOB, request BLOB, secret BLOB, outcome TEXT, claimed INTEGER,
            settled INTEGER, refusal TEXT, report BLOB, result BLOB, retained BLOB,
            delivered INTEGER, result_erase INTEGER, retained_erase INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX session_waiting ON session (expires) WHERE status IN ('created', 'requested');
        CREATE INDEX session_claimed ON session (claimed) WHERE status = 'claimed';
        CREATE INDEX session_result ON session (result_erase) WHERE result IS NOT NULL;
        CREATE INDEX session_retained ON session (retained_erase) WHERE retained IS NOT NULL;
        CREATE INDEX session_over ON session (settled) WHERE status IN ('verified', 'refused', 'expired');
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY NOT NULL, previous BLOB NOT NULL, content BLOB NOT NULL, signature BLOB NOT NULL
        ) STRICT;
        CREATE TABLE webhook (
            id TEXT PRIMARY KEY NOT NULL, body BLOB NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
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
