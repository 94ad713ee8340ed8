/// How a PostgreSQL database is reached, and what waiting for it may cost.
public struct PostgreSQLConfiguration: Sendable, Hashable, CustomStringConvertible {
    /// The connection string; it may hold a password and is never printed.
    public let connection: String
    /// Most connections at once.
    public let poolSize: Int
    /// Seconds a call waits for a free connection.
    public let waitSeconds: Int
    /// Seconds within which a connection must be made.
    public let connectSeconds: Int
    /// Seconds after which the server ends a statement.
    public let statementSeconds: Int

    /// Not the connection string.
    public var description: String { "PostgreSQL with \(poolSize) connections" }
}
