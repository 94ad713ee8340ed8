/// Which well-formed CBOR a reader accepts.
public enum CBORDialect: Sendable, Hashable {
    /// What mdoc structures are made of: definite lengths only (ISO/IEC 18013-5 forbids the other kind to senders).
    case mdoc
    /// All of RFC 8949, indefinite lengths included. For inspection tools only.
    case complete
}
