/// A named set of rules. The report names the profile that was used, and production mode accepts only profiles made for it.
public protocol VerificationProfile: Sendable {
    /// Stable name, as reports and the command line use it.
    var name: String { get }
    /// Whether production mode accepts it.
    var isForProduction: Bool { get }
    /// The rules.
    var rules: VerificationRules { get }
}
