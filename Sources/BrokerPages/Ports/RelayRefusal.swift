/// A request that is refused before anybody is asked.
public struct RelayRefusal: Error, Sendable, Hashable {
    /// Stable code, for the person and not for the website.
    public let code: String

    /// Names the reason.
    public init(code: String) { self.code = code }
}
