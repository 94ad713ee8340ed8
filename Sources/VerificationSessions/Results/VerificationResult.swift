import DocumentTrust
import MobileDocument
import RelyingParty

/// The verified answer as the website's server receives it.
///
/// It holds personal data. It is made once, sealed at once, and encoded as JSON only on its way to the website's server.
struct VerificationResult: Sendable, Encodable {
    /// The session.
    let session: String
    /// The policy's name.
    let policy: String
    /// The website's own name for what the session is about.
    let reference: String?
    /// When it was verified.
    let verifiedAt: String
    /// The profile that set the rules.
    let profile: String
    /// True when every required goal is met.
    let satisfied: Bool
    /// Each goal and how it came out, where any one document is enough those of the one that answers; of a kept result only the goals
    /// that are kept, since an outcome can tell a value.
    let goals: [GoalAnswer]
    /// True when only what was announced to be kept is left in `documents`.
    let retainedOnly: Bool
    let documents: [VerificationOutput.Document]
    let missing: [String]
    let unrequested: [String]

    /// Puts a result together from a verified answer.
    init(_ response: VerifiedResponse, for record: SessionRecord, at time: Instant, retainedOnly: Bool) {
        session = record.id.rawValue
        policy = record.policy.name
        reference = record.reference
        verifiedAt = time.description
        profile = response.report.profile
        let counted = Self.answers(to: record.policy, in: response.documents, at: time)
        let goals = counted.flatMap(\.goals)
        satisfied = counted.allSatisfy(\.isSatisfied)
        let retained = record.policy.documents.reduce(into: Set<VerificationGoal>()) { $0.formUnion($1.retain) }
        self.goals = retainedOnly ? goals.filter { retained.contains($0.goal) } : goals
        self.retainedOnly = retainedOnly
        // Who issued a document and when tells one document from others, and is not what was announced to be kept.
        documents = counted.compactMap { $0.document?.output { !retainedOnly || $0.mayBeRetained } }.map { retainedOnly ? $0.elementsOnly : $0 }
        missing = retainedOnly ? [] : response.comparison.missing.map(\.description)
        unrequested = retainedOnly ? [] : response.comparison.unrequested.map(\.description)
    }

    /// One document for each that is wanted, so that together they meet most goals, required ones first; or where any is enough the one that
    /// satisfies and meets most, the first of those. None stands for two, and no two are put together: a portrait of one document says nothing about the age on another.
    private static func answers(to policy: VerificationPolicy, in documents: [VerifiedDocument], at time: Instant) -> [DocumentAnswer] {
        func answer(_ wanted: PolicyDocument, _ document: VerifiedDocument?) -> DocumentAnswer {
            DocumentAnswer(
                document: document, goals: wanted.goals.map { GoalAnswer($0, isRequired: policy.required.contains($0), in: document, at: time) })
        }
        let possible = policy.documents.map { wanted in documents.map { $0.docType == wanted.docType ? answer(wanted, $0) : nil } }
        if policy.isAnyOf {
            let best = possible.flatMap { $0.compactMap(\.self) }.max { ($0.isSatisfied ? 1 : 0, $0.met) < ($1.isSatisfied ? 1 : 0, $1.met) }
            return best.map { [$0] } ?? policy.documents.map { answer($0, nil) }
        }
        // A required goal more counts for more than all others, and any goal for more than all documents that are of the right type and meet none.
        let goals = policy.documents.reduce(1) { $0 + $1.goals.count }
        let assigned = DocumentAssignment.best(
            possible.map { $0.map { $0.map { 1 + ($0.met + $0.requiredMet * goals) * (documents.count + 1) } ?? 0 } })
        return policy.documents.indices.map { wanted in assigned[wanted].flatMap { possible[wanted][$0] } ?? answer(policy.documents[wanted], nil) }
    }

    /// A document that is wanted, with what came of it.
    private struct DocumentAnswer {
        /// Nil where none came.
        let document: VerifiedDocument?
        let goals: [GoalAnswer]

        var isSatisfied: Bool { goals.allSatisfy { !$0.isRequired || $0.outcome == .met } }
        var met: Int { goals.count { $0.outcome == .met } }
        var requiredMet: Int { goals.count { $0.isRequired && $0.outcome == .met } }
    }
}
