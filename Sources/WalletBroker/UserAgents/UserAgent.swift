/// What brought a request and waits for its answer: a program on the agents' socket, or a page of the broker's own.
public protocol UserAgent: Sendable {
    /// Most bytes of a response that it can pass on; nil where it can pass on whatever a provider may give.
    var longestResponse: Int? { get }
    /// Gives the request once more, now that the person agreed; nil when it cannot any more.
    func release() async -> RawRequest?
    /// Takes the encrypted response.
    ///
    /// - Returns: whether it was taken, at the latest when `close` was called.
    func deliver(_ response: [UInt8]) async -> Bool
    /// Takes nothing any more: a response that is still on its way does not arrive, or not whole, or else counts as taken.
    func close() async
}

extension UserAgent {
    /// Where nothing is known to bound it.
    public var longestResponse: Int? { nil }
}
