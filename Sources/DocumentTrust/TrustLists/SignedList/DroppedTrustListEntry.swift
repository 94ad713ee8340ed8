/// An entry of a genuine list that is not used.
public struct DroppedTrustListEntry: Sendable, Hashable {
    /// Its position in the list, from 0.
    public let position: Int
    /// What is wrong with it.
    public let fault: TrustListEntryFault
}
