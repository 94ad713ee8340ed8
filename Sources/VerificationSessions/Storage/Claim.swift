/// How claiming a session for its one answer ended.
public enum Claim: Sendable, Equatable {
    /// This caller, and no other ever, may answer. Here are the request that was handed out and the session's secret, which the store has
    /// erased.
    case claimed(SessionRecord, request: [UInt8], secret: [UInt8])
    /// The browser is not the one that was handed the request. The session is not used up by that.
    case notBound
    /// An answer was taken before.
    case used
    /// The session is over.
    case expired
    /// There is no such session.
    case unknown
}
