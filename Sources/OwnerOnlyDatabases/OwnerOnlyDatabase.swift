package import GRDB
import OwnerOnlyFiles

/// SQLite files that nobody but their owner can read.
package enum OwnerOnlyDatabase {
    /// Opens a file, makes it where there is none, and brings its tables up to date; one that a newer version of the program has changed is left
    /// as it is. From then on a change is on the disk when it returns,
    /// and what is deleted is overwritten.
    ///
    /// - Parameters:
    ///   - path: a file on a local disk; if it is there, it must belong to this user and be closed to everybody else.
    ///   - label: names the connections.
    ///   - busySeconds: how long to wait for another process's change.
    ///   - migrator: makes the tables.
    ///   - access: makes a queue or a pool of connections.
    package static func open<Access: DatabaseWriter>(
        _ path: String, label: String, busySeconds: Double = 10, migrator: DatabaseMigrator,
        as access: (String, Configuration) throws -> Access
    ) throws(OwnerOnlyDatabaseError) -> Access {
        do {
            try OwnerOnlyFile.prepare(path)
            var configuration = Configuration()
            configuration.label = label
            configuration.busyMode = .timeout(busySeconds)
            // No statement in errors: its arguments would be in it.
            configuration.publicStatementArguments = false
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let database = try access(path, configuration)
            // Last, since a pool sets this back when it turns its log on.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            guard try !database.read(migrator.hasBeenSuperseded) else { throw OwnerOnlyDatabaseError.newer }
            try migrator.migrateBesideOthers(database)
            return database
        } catch {
            throw OwnerOnlyDatabaseError(error)
        }
    }
}
