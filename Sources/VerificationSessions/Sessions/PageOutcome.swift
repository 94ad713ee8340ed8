/// What a page says became of a request that led to no answer. It informs the website's server and decides nothing.
public enum PageOutcome: String, Sendable, Hashable, Codable, CaseIterable {
    /// The person declined or closed the wallet.
    case cancelled
    /// The browser offers no way to ask.
    case unavailable
    /// Something went wrong.
    case failed
}
