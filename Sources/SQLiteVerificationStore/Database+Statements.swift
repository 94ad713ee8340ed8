import GRDB

extension Database {
    /// Runs a change; how many rows it touched. Its statement is prepared once on each connection.
    @discardableResult
    func change(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    /// The first row of a query, whose statement is prepared once on each connection.
    func firstRow(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
    }
}
