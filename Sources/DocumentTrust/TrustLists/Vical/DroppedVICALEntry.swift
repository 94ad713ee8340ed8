/// An entry of a genuine VICAL that is not used.
public struct DroppedVICALEntry: Sendable, Hashable {
    /// Its position in the list, from 0.
    public let position: Int
    /// What is wrong with it.
    public let fault: VICALEntryFault
}
