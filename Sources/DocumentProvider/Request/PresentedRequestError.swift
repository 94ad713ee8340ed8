/// Why a wallet does not look at a request any further.
public enum PresentedRequestError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It cannot be read; where and why.
    case malformed(String)
    /// The page was not delivered securely.
    case insecureOrigin(String)

    /// Stable code of the error.
    public var code: String {
        switch self {
        case .malformed: "request.malformed"
        case .insecureOrigin: "request.insecureOrigin"
        }
    }

    /// What is wrong.
    public var description: String {
        switch self {
        case .malformed(let reason): "the request cannot be read: \(reason)"
        case .insecureOrigin(let origin): "\(origin) is not a secure origin; use https"
        }
    }
}
