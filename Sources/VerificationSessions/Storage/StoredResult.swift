/// What a store gives when a result is fetched.
public enum StoredResult: Sendable, Equatable {
    /// The sealed result, in full until the window that the first delivery opened has passed.
    case full([UInt8])
    /// The sealed part that was announced to be kept.
    case retained([UInt8])
    /// There was a result and it was erased.
    case erased
    /// The session has not come to its end, or to one without a result.
    case none(SessionStatus)
}
