public import CBOR

/// A second reading of what was signed, on the plain tree: what a verifier says must be found there, too.
extension CBORValue {
    /// The value of a map's entry.
    public subscript(key: CBORValue) -> CBORValue? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The value of a map's entry with a text for its key.
    public subscript(key: String) -> CBORValue? { self[.text(key)] }

    /// The entries of a map, none for anything else.
    public var entries: [Entry] {
        guard case .map(let entries) = self else { return [] }
        return entries
    }

    /// The elements of an array, none for anything else.
    public var elements: [CBORValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The text, if it is one.
    public var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The bytes, if it is a byte string.
    public var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The bytes of an embedded item (tag 24).
    public var embedded: [UInt8]? {
        guard case .tagged(24, let inner) = self else { return nil }
        return inner.bytes
    }

    /// A map with another value for a text key, which is put at its end where it has none.
    public func setting(_ key: String, to value: CBORValue) -> CBORValue {
        guard self[key] != nil else { return .map(entries + [Entry(key: .text(key), value: value)]) }
        return .map(entries.map { $0.key == .text(key) ? Entry(key: $0.key, value: value) : $0 })
    }

    /// The tree of one item; nil for bytes that are none.
    public static func tree(_ bytes: [UInt8]) -> CBORValue? { try? CBORItem(bytes[...]).value() }
}
