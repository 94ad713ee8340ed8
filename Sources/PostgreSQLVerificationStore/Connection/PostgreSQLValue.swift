/// A parameter of a statement, sent in PostgreSQL's binary format: no quoting, no escaping.
enum PostgreSQLValue {
    case text(String)
    case bytes([UInt8])
    case integer(Int64)
    case null

    /// An optional parameter.
    static func text(_ value: String?) -> PostgreSQLValue { value.map { .text($0) } ?? .null }
    /// An optional parameter.
    static func bytes(_ value: [UInt8]?) -> PostgreSQLValue { value.map { .bytes($0) } ?? .null }

    /// The bytes on the wire; nil for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .integer(let integer): withUnsafeBytes(of: integer.bigEndian) { Array($0) }
        case .null: nil
        }
    }
}
