/// What only one instance at a time may do, held until its transaction ends.
enum AdvisoryLock: Int64 {
    /// Changing the tables.
    case migration = 1
    /// Appending to the audit chain.
    case auditHead = 2

    /// Keeps these locks apart from those of others in the same database: "mdoc" in ASCII.
    private static let group: Int64 = 0x6D64_6F63

    func take(_ link: PostgreSQLLink) throws(PostgreSQLFault) { try link.query(taking.text, taking.values) }

    /// The statement that takes it.
    var taking: PostgreSQLLink.Statement { ("SELECT pg_advisory_xact_lock($1::bigint)", [.integer(Self.group << 32 | rawValue)]) }
}
