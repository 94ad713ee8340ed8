import MobileDocument
import RelyingParty

/// How a goal came out.
struct GoalAnswer: Sendable, Hashable, Encodable {
    /// How.
    enum Outcome: String, Sendable, Hashable, Encodable {
        /// Answered; and with true where the answer is true or false.
        case met
        /// Answered with false.
        case notMet = "not_met"
        /// Not answered, or not in full.
        case open
    }

    /// The goal.
    let goal: VerificationGoal
    /// How it came out.
    let outcome: Outcome
    /// Whether the policy requires it.
    let isRequired: Bool

    private enum CodingKeys: String, CodingKey {
        case goal, outcome
        case isRequired = "required"
    }

    init(_ goal: VerificationGoal, isRequired: Bool, in document: VerifiedDocument?, at time: Instant) {
        self.goal = goal
        self.isRequired = isRequired
        outcome = document.map { Self.outcome(of: goal, in: $0, at: time) } ?? .open
    }

    private static func outcome(of goal: VerificationGoal, in document: VerifiedDocument, at time: Instant) -> Outcome {
        var isMet = true
        for reference in goal.elements {
            switch answer(to: reference, in: document, at: time) {
            case .met: continue
            case .notMet: isMet = false
            case .open: return .open
            }
        }
        return isMet ? .met : .notMet
    }

    private static func answer(to reference: ElementReference, in document: VerifiedDocument, at time: Instant) -> Outcome {
        if let age = AgeAttestation.threshold(of: reference.identifier) {
            return document.inference(ofAge: age, in: reference.nameSpace, at: time).map { $0.isReached ? .met : .notMet } ?? .open
        }
        return document[reference.nameSpace, reference.identifier].map { $0.boolean == false ? .notMet : .met } ?? .open
    }
}
