/// Why something could not be fetched. Says which host at most: no path, no credential and no word of the server's.
public struct FetchError: Error, Sendable, Hashable {
    /// The kind of failure; the text is stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The address is not a usable URL.
        case address = "fetch.address"
        /// The address is not https.
        case scheme = "fetch.scheme"
        /// The host has an address that is not of the public internet.
        case privateAddress = "fetch.privateAddress"
        /// The host's name has no address, or could not be looked up.
        case resolution = "fetch.resolution"
        /// No connection came about, or it broke.
        case connection = "fetch.connection"
        /// There is no TLS connection with a certificate that is trusted for the host.
        case tls = "fetch.tls"
        /// The proxy refused, or is none.
        case proxy = "fetch.proxy"
        /// There was no complete answer in time.
        case timeout = "fetch.timeout"
        /// The answer is not HTTP.
        case message = "fetch.message"
        /// The server answered with another status than success.
        case status = "fetch.status"
        /// There were too many redirects, one led nowhere, or in a circle.
        case redirect = "fetch.redirect"
        /// A redirect led from https to http.
        case redirectScheme = "fetch.redirectScheme"
        /// A redirect led to another host, which this resource may not be fetched from.
        case redirectHost = "fetch.redirectHost"
        /// The content is larger than any that is accepted.
        case tooLarge = "fetch.tooLarge"
        /// The content is compressed in a way that is not understood, damaged, or expands beyond all measure.
        case compression = "fetch.compression"
        /// The task that asked for it was cancelled.
        case cancelled = "fetch.cancelled"
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence, in lower case.
    public let reason: String

    /// Describes a failure. Never pass a path, a query, or what a server sent.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension FetchError: CustomStringConvertible {
    /// Code and sentence.
    public var description: String { "\(code.rawValue): \(reason)" }
}
