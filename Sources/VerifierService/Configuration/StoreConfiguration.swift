/// Which store keeps the sessions.
public enum StoreConfiguration: Sendable, Hashable {
    /// The kinds, as they are written.
    public enum Kind: String, Sendable, CaseIterable {
        /// An SQLite file, for one machine.
        case sqlite
        /// A PostgreSQL database, for several.
        case postgresql
    }

    /// An SQLite file at a path.
    case sqlite(path: String)
    /// A PostgreSQL database.
    case postgresql(PostgreSQLConfiguration)
}
