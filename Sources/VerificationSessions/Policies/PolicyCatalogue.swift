public import IdentityElements
package import RelyingParty

/// The policies of a service, and the goals from which a website's server may put a session together without one.
public struct PolicyCatalogue: Sendable {
    /// The named policies.
    public let policies: [String: VerificationPolicy]
    /// Goals that may be asked for without a policy; empty allows none.
    public let allowedGoals: Set<VerificationGoal>

    /// The name that sessions made of goals go by.
    public static let goalsName = "goals"

    /// Collects policies. What is restricted by law, as the tables say, is asked for by a policy with a legal basis only, whichever tables that was
    /// made by, and is no allowed goal.
    public init(
        _ policies: [VerificationPolicy], allowedGoals: Set<VerificationGoal> = [], tables: ElementTables = .builtIn
    ) throws(PolicyError) {
        var named: [String: VerificationPolicy] = [:]
        for policy in policies {
            // By these tables: the policy may have been made by others.
            for document in policy.documents { try document.checkRestricted(by: tables) }
            guard policy.name != Self.goalsName else {
                throw PolicyError(.name, "the policy name \"\(Self.goalsName)\" stands for sessions made of goals; choose another")
            }
            guard named.updateValue(policy, forKey: policy.name) == nil else {
                throw PolicyError(.name, "two policies have the name \"\(policy.name)\"")
            }
        }
        guard !named.isEmpty || !allowedGoals.isEmpty else {
            throw PolicyError(.unknown, "there is no policy and no allowed goal, so no session could be started")
        }
        if let restricted = allowedGoals.first(where: { !$0.restrictedElements(by: tables).isEmpty }) {
            throw PolicyError(.legalBasis, "\(restricted) is restricted by law and no allowed goal; configure a policy that names it among its legal-basis")
        }
        self.policies = named
        self.allowedGoals = allowedGoals
    }

    /// Refuses what no wallet would read together with these signatures, whichever session is started.
    package func check(signedBy signers: [ReaderSigner]) throws(PolicyError) {
        for policy in policies.values.sorted(by: { $0.name < $1.name }) { try policy.check(signedBy: signers) }
        // Of all sessions made of goals one stands for the others: each asks for one document.
        guard let goal = allowedGoals.first else { return }
        try VerificationPolicy(name: Self.goalsName, documents: [PolicyDocument(goals: [goal])]).check(signedBy: signers)
    }

    /// The policy of a name.
    public func policy(named name: String) throws(PolicyError) -> VerificationPolicy {
        guard let policy = policies[name] else {
            throw PolicyError(.unknown, "there is no policy of that name; there are: \(policies.keys.sorted().joined(separator: ", "))")
        }
        return policy
    }

    /// A policy of one mobile driving licence made of goals, none of them kept.
    public func policy(goals words: [String]) throws(PolicyError) -> VerificationPolicy {
        var goals: [VerificationGoal] = []
        for word in words.prefix(Self.maximumGoals + 1) { goals.append(try VerificationGoal(word)) }
        guard (1...Self.maximumGoals).contains(goals.count) else {
            throw PolicyError(.goalsNotAllowed, "a session is made of 1 to \(Self.maximumGoals) goals")
        }
        let foreign = goals.filter { !allowedGoals.contains($0) }.map(\.description)
        guard foreign.isEmpty else {
            throw PolicyError(.goalsNotAllowed, "this service does not allow sessions for \(foreign.excerpt); configure a policy or allow the goal")
        }
        return try VerificationPolicy(name: Self.goalsName, documents: [PolicyDocument(goals: goals)])
    }

    private static let maximumGoals = 32
}
