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

extension CBORKey {
    /// By value; texts byte for byte, without Unicode normalisation.
    public static func == (lhs: CBORKey, rhs: CBORKey) -> Bool {
        switch (lhs, rhs) {
        case (.integer(let left), .integer(let right)): left == right
        case (.largeInteger(let leftSign, let left), .largeInteger(let rightSign, let right)): leftSign == rightSign && left == right
        case (.text(let left), .text(let right)): ExactText.isSame(left, right)
        case (.bytes(let left), .bytes(let right)): left == right
        default: false
        }
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let value): hasher.combine(value)
        case .largeInteger(let negative, let argument):
            hasher.combine(negative)
            hasher.combine(argument)
        case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        case .bytes(let bytes): hasher.combine(bytes)
        }
    }
}

extension CBORKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type, and the length of a string: keys may name what a document holds.
    public var description: String {
        switch self {
        case .integer, .largeInteger: "integer key"
        case .text(let text): "text key of \(text.utf8.count) bytes"
        case .bytes(let bytes): "byte string key of \(bytes.count) bytes"
        }
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// No children, so nothing prints the key by accident.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
