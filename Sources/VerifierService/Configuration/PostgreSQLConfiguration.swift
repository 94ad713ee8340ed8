/// How a PostgreSQL database is reached, and what waiting for it may cost.
public struct PostgreSQLConfiguration: Sendable, Hashable {
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
}

extension PostgreSQLConfiguration: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Not the connection string.
    public var description: String { "PostgreSQL with \(poolSize) connections" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// No children, so nothing prints a password by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
