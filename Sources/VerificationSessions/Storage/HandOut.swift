/// How handing a request to a browser ended.
public enum HandOut: Sendable, Equatable {
    /// The session is now this browser's, with the request that was given.
    case bound
    /// The session was this browser's already; here is the request it holds, encoded.
    case again([UInt8])
    /// Another browser holds the request.
    case boundElsewhere
    /// An answer was taken before.
    case used
    /// The session is over.
    case expired
    /// There is no such session.
    case unknown
}
