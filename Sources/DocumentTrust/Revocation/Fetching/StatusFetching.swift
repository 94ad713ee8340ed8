/// Gets status tokens from where they are published: the port to a network, of which this library has none.
///
/// An implementation asks by HTTPS with the type of the token as `Accept`, follows few redirects, reads at most
/// `StatusToken.maximumBytes`, and ends when its task is cancelled.
public protocol StatusFetching: Sendable {
    /// The token of an address, as served. An error that is a `StatusFetchFault` is told by its name.
    func fetch(_ uri: String) async throws -> [UInt8]
}
