import GRDB
import OwnerOnlyDatabases
import VerificationSessions

/// The tables, and how older files become newer ones.
enum SQLiteSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: sessions, judgements, audit records, webhooks") { database in
            try database.execute(sql: tables)
        }
        // Immediate here and below, since a check of all foreign keys would read the whole file.
        migrator.registerMigration("2: what waits for an answer, apart", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: waiting)
        }
        migrator.registerMigration("3: an index whose condition is compared", foreignKeyChecks: .immediate) { database in
            try database.execute(sql: comparedCondition)
        }
        return migrator
    }

    /// Brings a file up to date; one that knows changes this program does not is left as it is.
    static func migrate(_ pool: DatabasePool) throws {
        guard try pool.read({ try preparation($0) }) != .nothing else { return }
        try migrator.migrateBesideOthers(pool)
    }

    /// What is to be done to a file before it can be used; one that knows changes this program does not cannot be.
    static func preparation(_ database: Database) throws -> StorePreparation {
        let migrator = Self.migrator
        guard try !migrator.hasBeenSuperseded(database) else {
            throw StoreFailure.unavailable("its tables are of another version of this program; run that one, or begin with a new file")
        }
        if try migrator.hasCompletedMigrations(database) { return .nothing }
        return try migrator.appliedMigrations(database).isEmpty ? .creation : .migration
    }

    /// Throws where a page is malformed, also one that nobody has read yet. Of a large file it says nothing: to read all of it takes long.
    static func checkForm(_ database: Database) throws {
        let bytes = try Int.fetchOne(database, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") ?? 0
        guard bytes <= mostBytesChecked, try String.fetchOne(database, sql: "PRAGMA quick_check(1)") != "ok" else { return }
        throw StoreFailure.damaged("SQLite finds the file malformed; put a backup in its place, see docs/production.md")
    }

    private static let mostBytesChecked = 256 << 20

    /// The first tables. Times are seconds since 1970. `secret`, `report`, `result` and `retained` are sealed; `binding` is a digest.
    ///
    /// Sessions lie in the order in which they started, since those that are worked on at the same time then share pages, and one
    /// transaction writes each page once. What is made of an answer is large and lies apart, so that no step of a session writes it again.
    /// A moment of erasure is there as long as what it is about. `request` and `secret` of `session` have been empty since the second version:
    /// to drop them would write every row again.
    private static let tables = """
        CREATE TABLE session (
            number INTEGER PRIMARY KEY NOT NULL, id TEXT UNIQUE NOT NULL, correlation TEXT NOT NULL, policy BLOB NOT NULL, reference TEXT,
            created INTEGER NOT NULL, expires INTEGER NOT NULL, status TEXT NOT NULL, outcome TEXT, claimed INTEGER,
            settled INTEGER, refusal TEXT, delivered INTEGER, result_erase INTEGER, retained_erase INTEGER,
            binding BLOB, request BLOB, secret BLOB
        ) STRICT;
        CREATE INDEX session_waiting ON session (expires) WHERE status IN ('created', 'requested');
        CREATE INDEX session_claimed ON session (claimed) WHERE status = 'claimed';
        CREATE INDEX session_result ON session (result_erase) WHERE result_erase IS NOT NULL;
        CREATE INDEX session_retained ON session (retained_erase) WHERE retained_erase IS NOT NULL;
        CREATE INDEX session_over ON session (settled)
            WHERE status IN ('verified', 'refused', 'expired') AND result_erase IS NULL AND retained_erase IS NULL;
        CREATE TABLE judgement (
            session INTEGER PRIMARY KEY NOT NULL REFERENCES session ON DELETE CASCADE, report BLOB NOT NULL, result BLOB, retained BLOB
        ) STRICT;
        CREATE TABLE audit (
            sequence INTEGER PRIMARY KEY NOT NULL, previous BLOB NOT NULL, content BLOB NOT NULL, signature BLOB NOT NULL
        ) STRICT;
        CREATE TABLE webhook (
            id TEXT PRIMARY KEY NOT NULL, body BLOB NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL, session TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_due ON webhook (due);
        CREATE INDEX webhook_session ON webhook (session);
        """

    /// Request and secret are most of what a session is, and only while it waits for its answer. In rows of their own, which the claim
    /// deletes, they leave those of sessions so short that a transaction writes one page for many, at the claim and at the settlement.
    private static let waiting = """
        CREATE TABLE waiting (
            session INTEGER PRIMARY KEY NOT NULL REFERENCES session ON DELETE CASCADE, request BLOB NOT NULL, secret BLOB NOT NULL
        ) STRICT;
        INSERT INTO waiting (session, request, secret)
            SELECT number, request, secret FROM session INDEXED BY session_waiting
            WHERE status IN ('created', 'requested') AND expires > 0 AND request IS NOT NULL AND secret IS NOT NULL;
        UPDATE session INDEXED BY session_waiting SET request = NULL, secret = NULL
            WHERE status IN ('created', 'requested') AND expires > 0 AND request IS NOT NULL;
        """

    /// SQLite looks a value up in three or more by filling a table with them, once or twice in nearly every change of a session. A session has
    /// a moment of its settlement when it is over, and not before.
    private static let comparedCondition = """
        DROP INDEX session_over;
        CREATE INDEX session_over ON session (settled) WHERE settled IS NOT NULL AND result_erase IS NULL AND retained_erase IS NULL;
        """
}
