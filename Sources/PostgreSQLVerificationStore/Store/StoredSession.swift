import MobileDocument
import RelyingParty
import VerificationSessions

/// A row of the table `session`.
struct StoredSession {
    let row: PostgreSQLRow

    /// What `record` is made of, of the table under the name `session`. Named one by one: under `*` a prepared statement fails as soon
    /// as a newer version adds a column.
    static let outline = """
        session.id, session.correlation, session.policy, session.reference, session.created, session.expires, session.status, session.outcome,
        session.settled, session.refusal
        """

    /// Reads the outline of a session.
    static func fetch(_ link: PostgreSQLLink, _ id: SessionIdentifier) throws -> StoredSession? {
        try link.query(selection([]), [.text(id.rawValue)]).rows.first.map(StoredSession.init)
    }

    /// Reads a row that nobody else changes before the transaction ends.
    ///
    /// - Parameters:
    ///   - columns: what is read of it besides the outline; a result is large, and most calls have no use for it.
    ///   - status: the only one in which it is wanted; in another it is left alone, whoever is changing it.
    static func lock(
        _ link: PostgreSQLLink, _ id: SessionIdentifier, and columns: [String], in status: SessionStatus? = nil
    ) throws -> StoredSession? {
        let condition = status.map { " AND status = '\($0.rawValue)'" } ?? ""
        return try link.query(selection(columns) + condition + " FOR UPDATE", [.text(id.rawValue)]).rows.first.map(StoredSession.init)
    }

    private static func selection(_ columns: [String]) -> String {
        "SELECT \(([outline] + columns).joined(separator: ", ")) FROM session WHERE id = $1"
    }

    func record() throws -> SessionRecord {
        guard let status = SessionStatus(rawValue: try row.requiredText("status")) else {
            throw StoreFailure.damaged("a session has an unknown status")
        }
        let policy: VerificationPolicy
        let encoded = try row.requiredBytes("policy")
        do { policy = try StoredPolicies.decode(encoded) } catch {
            throw StoreFailure.damaged("a session's policy cannot be read")
        }
        return SessionRecord(
            id: SessionIdentifier(rawValue: try row.requiredText("id")), correlation: try row.requiredText("correlation"), policy: policy,
            reference: try row.text("reference"), createdAt: Instant(secondsSinceEpoch: try row.requiredInteger("created")),
            expiresAt: Instant(secondsSinceEpoch: try row.requiredInteger("expires")), status: status,
            settledAt: try row.integer("settled").map(Instant.init(secondsSinceEpoch:)), refusal: try row.text("refusal"),
            pageOutcome: try row.text("outcome").flatMap(PageOutcome.init))
    }
}
