import DocumentTrust
import MobileDocument

/// An address that is kept fresh, and what is held of it.
struct WatchedSource {
    /// What is held.
    struct Held {
        var issuedAt: Instant
        var nextUpdate: Instant?
        /// SHA-256 of its bytes, in hex.
        var sha256: String?
    }

    /// A revocation list that is held.
    struct HeldRevocationList {
        let list: RevocationList
        /// SHA-256 of its bytes, in hex.
        let sha256: String
    }

    var record: CopyRecord
    /// The provider of a list of authorities, or the subject of the authority that signs a revocation list.
    var name: String
    var authorities: [TrustAnchor] = []
    var held: Held?
    /// The newest list of each key of the authorities, the one fetched last first: while an authority changes its key, the list of
    /// the new one says nothing of certificates signed with the old one.
    var revocationLists: [HeldRevocationList] = []
    var outcome = SourceReport.Outcome.pending
    var checkedAt: Instant?
    var failedAttempts = 0
    var due: DueTime
    /// Its place among all: who counts more comes first.
    var standing = 0
    var isAwaited = false

    /// Those to send, which are worth something only as long as the copy that they are of is held.
    var validators: ResourceValidators? { record.sha256 != nil && record.sha256 == held?.sha256 ? record.validators : nil }

    var report: SourceReport {
        SourceReport(
            address: record.address, kind: record.kind, name: name, outcome: outcome, checkedAt: checkedAt, failedAttempts: failedAttempts,
            issuedAt: held?.issuedAt, nextUpdate: held?.nextUpdate, due: due.time)
    }
}
