import DocumentTrust
import MobileDocument
import RelyingParty

/// The verified answer as the website's server receives it.
///
/// It holds personal data. It is made once, sealed at once, and encoded as JSON only on its way to the website's server.
public struct VerificationResult: Sendable, Encodable {
    /// The session.
    public let session: String
    /// The policy's name.
    public let policy: String
    /// The website's own name for what the session is about.
    public let reference: String?
    /// When it was verified.
    public let verifiedAt: String
    /// The profile that set the rules.
    public let profile: String
    /// True when every required goal is met.
    public let satisfied: Bool
    /// Each goal and how it came out; of a kept result only the goals that are kept, since an outcome can tell a value.
    public let goals: [GoalAnswer]
    /// True when only what was announced to be kept is left in `documents`.
    public let retainedOnly: Bool
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
        let chosen = Self.choice(of: record.policy, in: response.documents, at: time)
        let goals = zip(record.policy.documents, chosen).flatMap { wanted, document in
            wanted.goals.map { GoalAnswer($0, isRequired: record.policy.required.contains($0), in: document, at: time) }
        }
        satisfied = Self.isSatisfied(goals)
        let retained = record.policy.documents.reduce(into: Set<VerificationGoal>()) { $0.formUnion($1.retain) }
        self.goals = retainedOnly ? goals.filter { retained.contains($0.goal) } : goals
        self.retainedOnly = retainedOnly
        // Who issued a document and when tells one document from others, and is not what was announced to be kept.
        documents = chosen.compactMap { $0?.output { !retainedOnly || $0.mayBeRetained } }.map { retainedOnly ? $0.elementsOnly : $0 }
        missing = retainedOnly ? [] : response.comparison.missing.map(\.description)
        unrequested = retainedOnly ? [] : response.comparison.unrequested.map(\.description)
    }

    /// One document for each that is wanted, the one that meets most of its goals. None stands for two, and no two are put
    /// together: a portrait of one document says nothing about the age on another.
    private static func choice(of policy: VerificationPolicy, in documents: [VerifiedDocument], at time: Instant) -> [VerifiedDocument?] {
        var free = Array(documents.indices)
        return policy.documents.map { wanted in
            func met(_ index: Int) -> Int {
                wanted.goals.count { GoalAnswer($0, isRequired: false, in: documents[index], at: time).outcome == .met }
            }
            let best = free.filter { documents[$0].docType == wanted.docType }.max { met($0) < met($1) }
            free.removeAll { $0 == best }
            return best.map { documents[$0] }
        }
    }

    private static func isSatisfied(_ goals: [GoalAnswer]) -> Bool { goals.allSatisfy { !$0.isRequired || $0.outcome == .met } }
}
