import MobileDocument
import VerificationSessions

/// A session as the website's backend sees it.
struct SessionView: Encodable, Equatable {
    struct Refusal: Encodable, Equatable {
        let code: String
    }

    let id: String
    let status: SessionStatus
    let policy: String
    let reference: String?
    let createdAt: String
    let expiresAt: String
    let settledAt: String?
    let correlationId: String
    let pageOutcome: PageOutcome?
    let refusal: Refusal?
    /// What the app needs; at the start of its session only.
    let inApp: InAppTransaction?

    init(_ record: SessionRecord, status: SessionStatus, inApp: InAppTransaction? = nil) {
        self.inApp = inApp
        id = record.id.rawValue
        self.status = status
        policy = record.policy.name
        reference = record.reference
        createdAt = record.createdAt.description
        expiresAt = record.expiresAt.description
        settledAt = record.settledAt?.description
        correlationId = record.correlation
        pageOutcome = record.pageOutcome
        refusal = record.refusal.map(Refusal.init)
    }
}
