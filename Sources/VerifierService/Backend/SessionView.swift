import MobileDocument
import VerificationSessions

/// A session as the website's backend sees it.
struct SessionView: Equatable {
    let id: String
    let status: SessionStatus
    let policy: String
    let reference: String?
    let createdAt: Instant
    let expiresAt: Instant
    let settledAt: Instant?
    let correlationId: String
    /// What the page said of a request to which no answer has come.
    let pageOutcome: PageOutcome?
    /// Code of the refusal.
    let refusal: String?
    /// What the app needs; at the start of its session only.
    let inApp: InAppTransaction?

    init(_ record: SessionRecord, status: SessionStatus, inApp: InAppTransaction? = nil) {
        self.inApp = inApp
        id = record.id.rawValue
        self.status = status
        policy = record.policy.name
        reference = record.reference
        createdAt = record.createdAt
        expiresAt = record.expiresAt
        settledAt = record.settledAt
        correlationId = record.correlation
        pageOutcome = status.isAnswered ? nil : record.pageOutcome
        refusal = record.refusal
    }

    /// The session as JSON, members in the order of their names.
    var json: [UInt8] {
        var text = JSONText(capacity: 512)
        text.object { text in
            text.member("correlationId", correlationId)
            text.member("createdAt", createdAt.description)
            text.member("expiresAt", expiresAt.description)
            text.member("id", id)
            if let inApp {
                text.name("inApp")
                text.encoded(inApp.json)
            }
            text.member("pageOutcome", pageOutcome?.rawValue)
            text.member("policy", policy)
            text.member("reference", reference)
            if let refusal {
                text.name("refusal")
                text.object { $0.member("code", refusal) }
            }
            text.member("settledAt", settledAt?.description)
            text.member("status", status.rawValue)
        }
        return text.bytes
    }
}

extension SessionStatus {
    /// Whether an answer came, whatever becomes of it.
    fileprivate var isAnswered: Bool {
        switch self {
        case .claimed, .verified, .refused: true
        case .created, .requested, .expired: false
        }
    }
}
