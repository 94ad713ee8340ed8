/// What a server gave to ask later whether something has changed (RFC 9110, 8.8).
public struct ResourceValidators: Sendable, Hashable, Codable {
    /// The entity tag, as sent.
    public let entityTag: String?
    /// The time of the last change, as sent.
    public let lastModified: String?

    private static let maximumLength = 256

    /// Keeps what can be sent back: visible ASCII of moderate length. Nil where neither is there.
    public init?(entityTag: String?, lastModified: String?) {
        self.entityTag = entityTag.flatMap(Self.usable)
        self.lastModified = lastModified.flatMap(Self.usable)
        if self.entityTag == nil, self.lastModified == nil { return nil }
    }

    private static func usable(_ text: String) -> String? {
        (1...maximumLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
    }
}
