package import CBOR

/// A data element named together with its namespace.
public struct ElementReference: Hashable, Sendable, CustomStringConvertible {
    /// The namespace.
    public let nameSpace: NameSpace
    /// The element's name in it.
    public let identifier: ElementIdentifier
    /// Tells nearly all elements apart without a look at their names, which costs more.
    @usableFromInline let mark: UInt64

    /// Names an element.
    public init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier) {
        self.nameSpace = nameSpace
        self.identifier = identifier
        var name = identifier.rawValue
        mark = name.withUTF8 { bytes in
            var mark: UInt64 = 0
            for byte in bytes { mark = mark &* 31 &+ UInt64(byte) }
            return mark
        }
    }

    /// By both names; the element's own is compared first, since most elements of a document share one namespace.
    @inlinable
    public static func == (lhs: ElementReference, rhs: ElementReference) -> Bool {
        lhs.mark == rhs.mark && lhs.identifier == rhs.identifier && lhs.nameSpace == rhs.nameSpace
    }

    /// In agreement with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(nameSpace)
        hasher.combine(identifier)
    }

    /// `namespace/identifier`.
    public var description: String { "\(nameSpace)/\(identifier)" }

    /// Reads `[namespace, identifier]`.
    package init(from reader: inout CBORReader) throws(CBORError) {
        self = try reader.readTuple(2) { (reader) throws(CBORError) in
            ElementReference(NameSpace(rawValue: try reader.readIdentifier()), ElementIdentifier(rawValue: try reader.readIdentifier()))
        }
    }

    /// Writes `[namespace, identifier]`.
    package func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.text(nameSpace.rawValue)
        writer.text(identifier.rawValue)
    }
}

extension CBORReader {
    /// A document type, namespace or element name: text that is not empty.
    mutating func readIdentifier() throws(CBORError) -> String {
        let start = offset
        return try identifier(try readTextBytes(), at: start)
    }
}

/// Longest identifier in bytes. Real ones have some 40; each is hashed and printed many times.
private let maximumIdentifierBytes = 256

/// A document type, namespace or element name: not empty, and not long.
func identifier(_ text: ByteSlice, at offset: Int) throws(CBORError) -> String {
    KnownIdentifiers.text(of: try checkedIdentifier(text, at: offset))
}

/// The same, of which no text is made.
func checkedIdentifier(_ text: ByteSlice, at offset: Int) throws(CBORError) -> ByteSlice {
    guard !text.isEmpty else { throw CBORError(.invalidValue, at: offset, "an identifier is empty") }
    guard text.count <= maximumIdentifierBytes else {
        throw CBORError(.invalidValue, at: offset, "an identifier is longer than \(maximumIdentifierBytes) bytes")
    }
    return text
}

/// Unwraps a mandatory member. Large ones are taken out of their variable (`take()`), so that they are moved and not copied.
@inline(__always)
func required<Value>(_ value: consuming Value?, _ name: StaticString, of structure: StaticString, at offset: Int) throws(CBORError) -> Value {
    guard let value else { throw CBORError(.missingMember, at: offset, "\(structure) has no \(name)") }
    return value
}
