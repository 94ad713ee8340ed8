/// How much care an element needs.
public enum ElementSensitivity: String, Sendable, Hashable, CaseIterable {
    /// About the document, not its holder.
    case document
    /// About the holder.
    case personal
    /// About the holder's body, health, origin or legal standing.
    case sensitive
    /// May be asked for only where a law permits it. Masked on screens, never kept.
    case restricted
}
