/// Where a session stands.
public enum SessionStatus: String, Sendable, Hashable, Codable, CaseIterable {
    /// Started by the website's server; no browser has asked for the request yet.
    case created
    /// A browser holds the request and the session waits for that browser's answer.
    case requested
    /// The answer came and is being verified. From here on no other answer is taken.
    case claimed
    /// The answer was verified; there is a result.
    case verified
    /// The answer was refused.
    case refused
    /// No answer came in time.
    case expired

    /// True once nothing can change any more.
    public var isSettled: Bool {
        switch self {
        case .verified, .refused, .expired: true
        case .created, .requested, .claimed: false
        }
    }
}
