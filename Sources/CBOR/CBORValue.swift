/// A CBOR item as a tree, for data whose structure is not known beforehand: element values, examples, diagnostics.
///
/// The verification path does not use it; there, structures are read in place.
public enum CBORValue: Sendable, Hashable {
    /// Major type 0.
    case unsigned(UInt64)
    /// Major type 1; the value is `-1 - argument`.
    case negative(UInt64)
    /// Major type 2.
    case bytes([UInt8])
    /// Major type 3.
    case text(String)
    /// Major type 4.
    case array([CBORValue])
    /// Major type 5, entries in their order.
    case map([Entry])
    /// Major type 6.
    indirect case tagged(UInt64, CBORValue)
    /// True or false.
    case boolean(Bool)
    /// Null.
    case null
    /// Undefined.
    case undefined
    /// Any other simple value: 0 to 19, or 32 to 255.
    case simple(UInt8)
    /// A floating-point number of any width.
    case float(Double)

    /// One entry of a map.
    public struct Entry: Sendable, Hashable {
        /// The key.
        public let key: CBORValue
        /// The value.
        public let value: CBORValue

        /// Makes an entry.
        public init(key: CBORValue, value: CBORValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value of a map key.
    init(_ key: CBORKey) {
        switch key {
        case .integer(let value): self = .integer(value)
        case .largeInteger(let negative, let argument): self = negative ? .negative(argument) : .unsigned(argument)
        case .text(let text): self = .text(text)
        case .bytes(let slice): self = .bytes(slice.array)
        }
    }

    /// An integer of either sign.
    public static func integer(_ value: Int64) -> CBORValue {
        value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
    }

    /// A map with text keys, in the given order.
    public static func textMap(_ entries: KeyValuePairs<String, CBORValue>) -> CBORValue {
        .map(entries.map { Entry(key: .text($0.key), value: $0.value) })
    }

    /// A calendar date, tag 1004 (RFC 8943), from text `YYYY-MM-DD`.
    public static func fullDate(_ text: String) -> CBORValue { .tagged(1004, .text(text)) }

    /// A date and time, tag 0, from RFC 3339 text.
    public static func dateTime(_ text: String) -> CBORValue { .tagged(0, .text(text)) }

    /// The tree in shortest form; map entries keep their order.
    public var encoded: [UInt8] {
        var writer = CBORWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Writes the tree to a writer.
    public func write(to writer: inout CBORWriter) {
        switch self {
        case .unsigned(let value): writer.unsigned(value)
        case .negative(let argument):
            // An argument above Int64.max has no signed form; the head is written from its parts.
            if let value = Int64(exactly: argument) { writer.integer(-1 - value) } else { writer.negative(argument: argument) }
        case .bytes(let bytes): writer.byteString(bytes)
        case .text(let text): writer.text(text)
        case .array(let elements):
            writer.array(elements.count)
            for element in elements { element.write(to: &writer) }
        case .map(let entries):
            writer.map(entries.count)
            for entry in entries {
                entry.key.write(to: &writer)
                entry.value.write(to: &writer)
            }
        case .tagged(let tag, let value):
            writer.tag(tag)
            value.write(to: &writer)
        case .boolean(let value): writer.boolean(value)
        case .null: writer.null()
        case .undefined: writer.undefined()
        case .simple(let value): writer.simple(value)
        case .float(let value): writer.float(value)
        }
    }
}

extension CBORValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type only: a tree may hold personal data. Use `CBORDiagnosticNotation` to print it on purpose.
    public var description: String { "<CBOR value>" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the content by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
