/// A SHA-256 digest of a part of a request, by which two copies of it are told apart.
public struct RequestDigest: Sendable, Hashable {
    /// Its 32 bytes.
    public let bytes: [UInt8]

    /// Bytes of a digest.
    static let count = 32

    /// Takes a digest's 32 bytes.
    public init(_ bytes: some Sequence<UInt8>) throws(PartialRequestFault) {
        self.bytes = Array(bytes)
        try Bounds.check(self.bytes.count, within: Self.count...Self.count, "bytes of a digest")
    }
}
