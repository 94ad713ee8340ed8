/// What bounds the work that strangers can cause.
public struct ServiceLimits: Sendable, Hashable {
    /// Connections of a listener where the configuration does not say how many.
    package static let defaultConnections = 4096

    /// Bytes of a request's body.
    public let bodyBytes: Int
    /// Requests in work at the same time, of the page and, beside them, of the backend; more get 503 with `Retry-After`.
    public let concurrent: Int
    /// Requests that wait for a session (`wait` and events) at the same time, beside those in work; more get 503 with `Retry-After`.
    public let waiting: Int
    /// Open connections of a listener; more wait to be accepted.
    public let connections: Int
    /// Requests a minute from one client on the page's routes and for the service's description; more get 429.
    public let perMinute: Int
    /// Seconds for a request's body to arrive.
    public let bodySeconds: Int
    /// Seconds a connection may be idle, or take nothing of an answer.
    public let idleSeconds: Int
    /// The header in which the proxy in front gives the client's address; nil takes the connection's.
    public let clientHeader: String?
}
