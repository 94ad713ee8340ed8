/// What to warn people of when they look at an address.
enum OriginWarning: Hashable, Sendable {
    /// It is drawn like this other address.
    case looksLike(String)
    /// It mixes letters of several scripts.
    case mixesScripts
    /// It has letters beyond ASCII, which people see in one form and machines in another.
    case isInternational
}
