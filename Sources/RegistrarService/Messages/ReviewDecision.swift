import Registrar

/// What a reviewer decides.
struct ReviewDecision: Decodable {
    enum Decision: String, Decodable, CaseIterable {
        case approve, refuse
    }

    let decision: Decision
    /// The part that is refused.
    let part: Rejection.Part?
    /// A sentence for the applicant.
    let reason: String?

    /// The rejection; nil for an approval.
    func rejection(of part: Rejection.Part) throws(RegistrarError) -> Rejection? {
        guard decision == .refuse else { return nil }
        return try Rejection(self.part ?? part, reason: reason ?? "")
    }
}
