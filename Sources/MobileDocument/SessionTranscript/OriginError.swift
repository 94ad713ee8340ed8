/// Why a text is not an origin that can be used.
public enum OriginError: String, Error, Sendable, Hashable, CustomStringConvertible {
    /// The origin is opaque.
    case opaque = "the origin is opaque (null); a request needs a real one"
    /// No scheme, or one other than https and http.
    case scheme = "an origin begins with https:// or http://"
    /// Something follows the host and port.
    case path = "an origin has no path, query or fragment; give scheme, host and port only"
    /// A user name or password.
    case userInformation = "an origin has no user information"
    /// No usable host.
    case host = "the host is not a valid name or address; write international names in their xn-- form"
    /// No usable port.
    case port = "the port is not a number from 0 to 65535"

    /// What is wrong and how to mend it.
    public var description: String { rawValue }
}
