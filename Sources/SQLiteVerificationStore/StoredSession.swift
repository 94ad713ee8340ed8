import GRDB
import MobileDocument
import RelyingParty
import VerificationSessions
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A row of the table `session`.
struct StoredSession {
    let row: Row

    /// What `record` is made of, in the order in which it reads it: a row knows a column by its place, and searches for a name.
    static let outline = "id, correlation, policy, reference, created, expires, status, settled, refusal, outcome"

    /// Reads the outline of a session.
    ///
    /// - Parameter columns: what is read of it besides; a result is large, and most calls have no use for it.
    static func fetch(_ database: Database, _ id: SessionIdentifier, and columns: [String] = []) throws -> StoredSession? {
        let selected = ([outline] + columns).joined(separator: ", ")
        return try database.firstRow("SELECT \(selected) FROM session WHERE id = ?", [id.rawValue]).map(StoredSession.init)
    }

    func record() throws -> SessionRecord {
        guard let status = SessionStatus(rawValue: row[6]) else { throw StoreFailure.damaged("a session has an unknown status") }
        let policy: VerificationPolicy
        do { policy = try StoredPolicies.decode(Array(row[2] as Data)) } catch { throw StoreFailure.damaged("a session's policy cannot be read") }
        return SessionRecord(
            id: SessionIdentifier(rawValue: row[0]), correlation: row[1], policy: policy, reference: row[3],
            createdAt: Instant(secondsSinceEpoch: row[4]), expiresAt: Instant(secondsSinceEpoch: row[5]), status: status,
            settledAt: (row[7] as Int64?).map(Instant.init(secondsSinceEpoch:)), refusal: row[8],
            pageOutcome: (row[9] as String?).flatMap(PageOutcome.init))
    }

    func bytes(_ column: String) -> [UInt8]? { (row[column] as Data?).map(Array.init) }
}
