/// A row of a result, in PostgreSQL's binary format.
struct PostgreSQLRow: Sendable {
    let columns: [String: Int]
    let cells: [[UInt8]?]

    func bytes(_ column: String) throws(PostgreSQLFault) -> [UInt8]? {
        guard let index = columns[column] else { throw .unreadable }
        return cells[index]
    }

    func text(_ column: String) throws(PostgreSQLFault) -> String? {
        try bytes(column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A BIGINT.
    func integer(_ column: String) throws(PostgreSQLFault) -> Int64? {
        guard let bytes = try bytes(column) else { return nil }
        guard bytes.count == 8 else { throw .unreadable }
        return bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    func requiredBytes(_ column: String) throws(PostgreSQLFault) -> [UInt8] { try Self.required(bytes(column)) }
    func requiredText(_ column: String) throws(PostgreSQLFault) -> String { try Self.required(text(column)) }
    func requiredInteger(_ column: String) throws(PostgreSQLFault) -> Int64 { try Self.required(integer(column)) }

    private static func required<Value>(_ value: Value?) throws(PostgreSQLFault) -> Value {
        guard let value else { throw .unreadable }
        return value
    }
}
