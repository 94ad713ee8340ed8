/// A map key. mdoc structures use integers, text and, in lists, byte strings; other keys are refused.
public enum CBORKey: Hashable, Sendable {
    /// An integer key, as in COSE headers and keys.
    case integer(Int64)
    /// An integer outside the range of `Int64`; no structure uses one.
    case largeInteger(negative: Bool, UInt64)
    /// A text key.
    case text(String)
    /// A byte string key.
    case bytes(ByteSlice)
}
