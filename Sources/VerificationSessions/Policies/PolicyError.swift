/// Why a policy cannot be used.
public struct PolicyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of mistake.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// A goal names no element.
        case goal = "policy.goal"
        /// A policy's name.
        case name = "policy.name"
        /// The documents a policy asks for.
        case documents = "policy.documents"
        /// Something restricted by law is asked for without a legal basis.
        case legalBasis = "policy.legalBasis"
        /// How long something lasts.
        case duration = "policy.duration"
        /// No policy has this name.
        case unknown = "policy.unknown"
        /// A session may not be described by goals here, or not by these.
        case goalsNotAllowed = "policy.goalsNotAllowed"
    }

    /// The kind of mistake.
    public let code: Code
    /// What is wrong and how to mend it.
    public let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
