/// A named set of rules. The report names the profile whose rules were used, and production mode accepts only rules made for it.
public protocol VerificationProfile: Sendable {
    /// The rules.
    var rules: VerificationRules { get }
}
