package import GRDB

extension DatabaseMigrator {
    /// Brings a file up to date that other processes may be opening, too.
    ///
    /// Each migration is a transaction of its own, and `migrate` looks for those that are done before it: where another process was first
    /// it fails, and the next look finds one more of them done.
    package func migrateBesideOthers(_ database: some DatabaseWriter) throws {
        while true {
            let before = try database.read(completedMigrations)
            do { return try migrate(database) } catch {
                guard try database.read(completedMigrations) != before else { throw error }
            }
        }
    }
}
