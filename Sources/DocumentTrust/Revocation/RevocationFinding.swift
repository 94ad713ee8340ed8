/// What is known of a revocation.
enum RevocationFinding: Sendable, Hashable {
    /// A current list says it is not revoked.
    case good
    /// A list says it is, or has no place for it; which one.
    case revoked(String)
    /// Nobody who may say so says anything that still counts; why, and how old what there is.
    case unknown(String)

    /// The finding of several places that may each revoke: the worst.
    static func worst(_ findings: some Sequence<RevocationFinding>) -> RevocationFinding {
        var worst = RevocationFinding.good
        for finding in findings {
            switch (finding, worst) {
            case (.revoked, _): return finding
            case (.unknown, .good): worst = finding
            default: break
            }
        }
        return worst
    }
}
