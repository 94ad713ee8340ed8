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
    ///
    /// - Parameters:
    ///   - usual: the part that is meant where none is named.
    ///   - parts: those that can be refused here.
    func rejection(of usual: Rejection.Part, among parts: [Rejection.Part]) throws -> Rejection? {
        guard decision == .refuse else { return nil }
        let part = part ?? usual
        guard parts.contains(part) else {
            throw Problem(.json, "the member \"part\" is none of \(parts.map(\.rawValue).joined(separator: ", "))")
        }
        return try Rejection(part, reason: reason ?? "")
    }
}
