/// Fetches from the network: the port of everything in this target that keeps trust fresh.
public protocol ResourceFetching: Sendable {
    /// Fetches a resource. Ends within a bounded time.
    ///
    /// - Parameters:
    ///   - address: an https URL; http where the kind permits it.
    ///   - kind: what it is.
    ///   - validators: those of a copy at hand, which is not sent again if it has not changed.
    func fetch(_ address: String, as kind: ResourceKind, unless validators: ResourceValidators?) async throws(FetchError) -> FetchResult
}
