/// What brought a request and waits for its answer: a program on the agents' socket, or a page of the broker's own.
public protocol UserAgent: Sendable {
    /// Gives the request once more, now that the person agreed; nil when it cannot any more.
    func release() async -> RawRequest?
    /// Takes the encrypted response.
    ///
    /// - Returns: whether it was taken.
    func deliver(_ response: [UInt8]) async -> Bool
}
