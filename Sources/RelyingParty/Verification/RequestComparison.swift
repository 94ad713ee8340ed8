public import MobileDocument

/// How an answer compares with what was asked, by names only.
public struct RequestComparison: Sendable, Hashable {
    /// Elements that were asked for.
    public internal(set) var asked: [ElementReference] = []
    /// Elements asked for that were answered, by themselves, by an age attestation or by an alternative.
    public internal(set) var answered: [ElementReference] = []
    /// Elements asked for that were not.
    public internal(set) var missing: [ElementReference] = []
    /// Elements that nobody asked for; they were dropped.
    public internal(set) var unrequested: [ElementReference] = []
}
