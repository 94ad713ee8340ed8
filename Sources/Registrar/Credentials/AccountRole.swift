/// What somebody may do in an account, which is a brand with everything that is its own.
public enum AccountRole: String, Sendable, Hashable, CaseIterable {
    /// Whoever registered it: everything, applications included.
    case holder
    /// Somebody the holder let in: looks, hands in screenshots, and has new builds of approved apps granted.
    case developer
}
