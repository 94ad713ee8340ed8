/// Why a program may not use a grant that is genuine.
public enum GrantTokenRefusal: Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// It was given to another build, or another program.
    case executable
    /// It does not count yet.
    case early
    /// It has ended.
    case expired

    /// Stable code of the refusal.
    public var code: String {
        switch self {
        case .executable: "grant.executable"
        case .early: "grant.early"
        case .expired: "grant.expired"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .executable: "the grant belongs to another executable; have the registrar issue one for this build"
        case .early: "the grant does not count yet; check the clock"
        case .expired: "the grant has ended; have the registrar issue a new one"
        }
    }
}
