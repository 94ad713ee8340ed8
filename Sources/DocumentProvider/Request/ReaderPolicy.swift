/// Whose requests a wallet answers.
public enum ReaderPolicy: Sendable, Hashable {
    /// Only readers whose certificate chains to a trusted authority and says, in the registrar's extensions, who they are and what they
    /// may ask for.
    case registeredReaders
    /// Only readers whose certificate chains to a trusted authority.
    case trustedReaders
    /// Any reader, unsigned requests included; still none that claims signatures of which none verifies and each is known to be wrong.
    case anyReader
}
