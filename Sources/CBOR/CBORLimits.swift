/// Bounds on untrusted input, checked before anything is allocated.
///
/// Every bound can be set, none can be switched off: a value above the ceiling is lowered to it.
public struct CBORLimits: Sendable, Hashable {
    /// Longest input in bytes; ceiling 64 MiB.
    public let totalBytes: Int
    /// Deepest nesting of arrays, maps and tags, embedded items (tag 24) included; ceiling 128.
    public let depth: Int
    /// Most items (heads) in one input; ceiling 4 million.
    public let items: Int
    /// Longest text or byte string in bytes; ceiling 64 MiB.
    public let stringBytes: Int

    /// Sets the bounds. The defaults fit a response of several documents with large portraits.
    public init(totalBytes: Int = 8 << 20, depth: Int = 32, items: Int = 200_000, stringBytes: Int = 8 << 20) {
        self.totalBytes = min(max(totalBytes, 1), 64 << 20)
        self.depth = min(max(depth, 1), 128)
        self.items = min(max(items, 1), 4_000_000)
        self.stringBytes = min(max(stringBytes, 0), 64 << 20)
    }

    /// The bounds used where a caller names none.
    public static let standard = CBORLimits()
}
