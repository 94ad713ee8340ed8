package import CBOR

/// A data element named together with its namespace.
public struct ElementReference: Hashable, Sendable, CustomStringConvertible {
    /// The namespace.
    public let nameSpace: NameSpace
    /// The element's name in it.
    public let identifier: ElementIdentifier
    /// Tells nearly all elements apart without a look at their names, which costs more.
    @usableFromInline package let mark: UInt64
    /// Whether the element's name has characters beyond ASCII, which is the first bit of the mark.
    package var isBeyondASCII: Bool { mark >> 63 == 1 }

    /// Longest document type, namespace or element name in bytes. Real ones have some 40; each is hashed and printed many times.
    package static let maximumIdentifierBytes = 256

    /// Names an element.
    public init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier) {
        self.nameSpace = nameSpace
        self.identifier = identifier
        var name = identifier.rawValue
        mark = name.withUTF8 { bytes in
            var mark: UInt64 = 0
            var all: UInt8 = 0
            for byte in bytes {
                mark = mark &* 31 &+ UInt64(byte)
                all |= byte
            }
            return mark & UInt64(Int64.max) | UInt64(all & 0x80) << 56
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
        return try identifier(at: try readPlaceOfText(), start: start)
    }

    /// The same of a map's key.
    mutating func identifier(_ key: CBORTextKey) throws(CBORError) -> String { try identifier(at: key.place, start: offset) }

    /// - Parameter start: the offset that errors name.
    private mutating func identifier(at place: Range<Int>, start: Int) throws(CBORError) -> String {
        try Self.checkIdentifier(place, start: start)
        return withBytes(at: place) { KnownIdentifiers.text(of: $0) }
    }

    /// Checks that a document type, namespace or element name is not empty, and not long.
    ///
    /// - Parameters:
    ///   - place: where its text lies.
    ///   - start: the offset that errors name.
    static func checkIdentifier(_ place: Range<Int>, start: Int) throws(CBORError) {
        guard !place.isEmpty else { throw CBORError(.invalidValue, at: start, "an identifier is empty") }
        guard place.count <= ElementReference.maximumIdentifierBytes else {
            throw CBORError(.invalidValue, at: start, "an identifier is longer than \(ElementReference.maximumIdentifierBytes) bytes")
        }
    }
}

/// Unwraps a mandatory member. Large ones are taken out of their variable (`take()`), so that they are moved and not copied.
@inline(__always)
func required<Value>(_ value: consuming Value?, _ name: StaticString, of structure: StaticString, at offset: Int) throws(CBORError) -> Value {
    guard let value else { throw CBORError(.missingMember, at: offset, "\(structure) has no \(name)") }
    return value
}
