import Registrar

/// What a reviewer decides about an application, or about one part of it.
struct ApplicationDecision: Decodable {
    let decision: ReviewDecision.Decision
    /// The part; without it all that wait.
    let part: ApplicationPart?
    /// A sentence for the applicant.
    let reason: String?
}
