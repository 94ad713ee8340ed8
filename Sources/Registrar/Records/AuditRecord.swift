import MobileDocument

/// Something that happened in a registrar, for whoever has to account for it.
public struct AuditRecord: Sendable, Hashable, Codable {
    /// What can happen.
    public enum Event: String, Sendable, Hashable, CaseIterable, Codable {
        case brandSubmitted, brandApproved, brandRefused
        case challengeIssued, domainProven, domainRemoved
        case formFiled, formApproved, formRefused
        case applicationFiled, applicationApproved, applicationRefused
        case grantIssued, grantRevoked
        case certificateIssued, certificateRenewed, certificateRevoked
        case revocationListIssued
        case tokenIssued
    }

    /// When.
    public let time: String
    /// What.
    public let event: Event
    /// To what: a brand, domains with spaces between them, a form, an application, an app, a certificate or a list.
    public let subject: String
    /// More about it, such as a reviewer's reason.
    public let detail: String?
    /// Who decided, withdrew or removed, or had something issued or granted, such as `reviewer ada`; nil for anything else.
    public let actor: String?

    init(_ event: Event, _ subject: String, detail: String?, by actor: Principal?, at time: Instant) {
        self.time = time.description
        self.event = event
        self.subject = subject
        self.detail = detail
        self.actor = actor?.description
    }
}
