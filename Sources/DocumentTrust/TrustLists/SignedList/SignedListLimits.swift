import CBOR

/// Bounds of a whole list.
enum SignedListLimits {
    /// The most entries. There are some 200 states and provinces that issue documents.
    static let entries = 20_000
    /// 64 MiB, and as many items as 20,000 full entries have.
    static let reading = CBORLimits(totalBytes: 64 << 20, items: 4_000_000, stringBytes: 64 << 20)
}
