import CBOR

/// A data element named together with its namespace.
public struct ElementReference: Hashable, Sendable, CustomStringConvertible {
    /// The namespace.
    public let nameSpace: NameSpace
    /// The element's name in it.
    public let identifier: ElementIdentifier

    /// Names an element.
    public init(_ nameSpace: NameSpace, _ identifier: ElementIdentifier) {
        self.nameSpace = nameSpace
        self.identifier = identifier
    }

    /// `namespace/identifier`.
    public var description: String { "\(nameSpace)/\(identifier)" }

    init(from reader: inout CBORReader) throws(CBORError) {
        self = try reader.readTuple(2) { (reader) throws(CBORError) in
            ElementReference(NameSpace(rawValue: try reader.readIdentifier()), ElementIdentifier(rawValue: try reader.readIdentifier()))
        }
    }

    func write(to writer: inout CBORWriter) {
        writer.array(2)
        writer.text(nameSpace.rawValue)
        writer.text(identifier.rawValue)
    }
}

extension CBORReader {
    /// A document type, namespace or element name: text that is not empty.
    mutating func readIdentifier() throws(CBORError) -> String {
        let start = offset
        let text = try readText()
        guard !text.isEmpty else { throw CBORError(.invalidValue, at: start, "an identifier is empty") }
        return text
    }
}

/// The key of a namespace or element map, which must be text and not empty.
func identifier(_ key: String, at offset: Int) throws(CBORError) -> String {
    guard !key.isEmpty else { throw CBORError(.invalidValue, at: offset, "an identifier is empty") }
    return key
}

/// Unwraps a mandatory member.
func required<Value>(_ value: Value?, _ name: StaticString, of structure: StaticString, at offset: Int) throws(CBORError) -> Value {
    guard let value else { throw CBORError(.missingMember, at: offset, "\(structure) has no \(name)") }
    return value
}
