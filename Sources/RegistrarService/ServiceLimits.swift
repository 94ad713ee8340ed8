import Registrar

/// What the service takes upon itself. Every limit is there; each can be set, none switched off.
public struct ServiceLimits: Sendable, Hashable {
    /// Open connections; further ones wait.
    public let connections: Int
    /// Requests worked on at one time; further ones are told to come back. Those for the root, the list and the health are not
    /// counted, and none is while its body is read. However many, no more than 16 look at a domain.
    public let requests: Int
    /// Bytes of a request's body. An icon of the largest size fits the default.
    public let bodyBytes: Int
    /// Seconds a request may take, its body included.
    public let requestSeconds: Int64
    /// Seconds a look at a domain may take.
    public let lookSeconds: Int64
    /// Seconds a connection may be silent.
    public let idleSeconds: Int64
    /// Hours until the next revocation list is due: a wallet that fetches no newer one relies on the last for so long.
    public let listHours: Int
    /// Domains looked at at one time of brands that are not approved: an eighth of the requests, since strangers may have each look last. As many wait
    /// for their turn.
    var unapprovedChecks: Int { min(max(requests / 8, 1), DomainProver.maximumLooks / 4) }
    /// Domains looked at at one time of brands that are approved: with those of the others, half of the requests, and no more than there are threads
    /// for.
    var approvedChecks: Int { min(max(requests / 8 * 3, 1), DomainProver.maximumLooks / 4 * 3) }
    /// Seconds that a look waits for its turn: so long that it can still be had within the time of its request.
    var turnSeconds: Int64 { max(requestSeconds - lookSeconds, 1) }

    /// Sets limits; each is brought into its range.
    public init(
        connections: Int = 256, requests: Int = 32, bodyBytes: Int = 393_216, requestSeconds: Int64 = 30, lookSeconds: Int64 = 10,
        idleSeconds: Int64 = 30, listHours: Int = 24
    ) {
        self.connections = max(connections, 1)
        self.requests = max(requests, 1)
        self.bodyBytes = max(bodyBytes, 1)
        self.requestSeconds = max(requestSeconds, 1)
        self.lookSeconds = max(lookSeconds, 1)
        self.idleSeconds = max(idleSeconds, 1)
        self.listHours = min(max(listHours, 1), 168)
    }
}
