import CBOR

/// What is asked of one document: type, elements, and whether each will be kept (ISO/IEC 18013-5, 8.3.2.1.2.1).
public struct ItemsRequest: Sendable, Hashable {
    /// One requested element.
    public struct Element: Sendable, Hashable {
        /// Which element.
        public let reference: ElementReference
        /// Whether the requester means to keep it after the transaction.
        public let intentToRetain: Bool

        /// Asks for an element.
        public init(_ reference: ElementReference, intentToRetain: Bool) {
            self.reference = reference
            self.intentToRetain = intentToRetain
        }
    }

    /// The document type.
    public let docType: DocType
    /// The elements, in the order of the request.
    public let elements: [Element]
    /// Further wishes.
    public let requestInfo: DocRequestInfo?

    /// Describes a request for one document.
    public init(docType: DocType, elements: [Element], requestInfo: DocRequestInfo? = nil) {
        self.docType = docType
        self.elements = elements
        self.requestInfo = requestInfo
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var docType: DocType?
        var elements: [Element]?
        var requestInfo: DocRequestInfo?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "docType": docType = DocType(rawValue: try reader.readIdentifier())
            case "nameSpaces": elements = try Self.readElements(&reader)
            case "requestInfo": requestInfo = try DocRequestInfo(from: &reader)
            default: break
            }
        }
        self.docType = try required(docType, "docType", of: "ItemsRequest", at: start)
        self.elements = try required(elements, "nameSpaces", of: "ItemsRequest", at: start)
        self.requestInfo = requestInfo
    }

    private static func readElements(_ reader: inout CBORReader) throws(CBORError) -> [Element] {
        let start = reader.offset
        var elements: [Element] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let nameSpace = NameSpace(rawValue: try reader.identifier(key))
            let inNameSpace = reader.offset
            let count = try reader.readTextMap { (reader, key) throws(CBORError) in
                let name = ElementIdentifier(rawValue: try reader.identifier(key))
                elements.append(Element(ElementReference(nameSpace, name), intentToRetain: try reader.readBoolean()))
            }
            guard count > 0 else { throw CBORError(.invalidValue, at: inNameSpace, "a namespace asks for no elements") }
        }
        guard !elements.isEmpty else { throw CBORError(.invalidValue, at: start, "the request asks for no elements") }
        return elements
    }

    /// Encodes `docType, nameSpaces, requestInfo`, map keys in deterministic order (RFC 8949, 4.2.1).
    func encode() -> [UInt8] {
        var writer = CBORWriter()
        writer.map(requestInfo == nil ? 2 : 3)
        writer.text("docType")
        writer.text(docType.rawValue)
        writer.text("nameSpaces")
        let groups = Dictionary(grouping: elements, by: \.reference.nameSpace)
            .sorted { DeterministicOrder.precedes($0.key.rawValue, $1.key.rawValue) }
        writer.map(groups.count)
        for (nameSpace, members) in groups {
            writer.text(nameSpace.rawValue)
            writer.map(members.count)
            let sorted = members.sorted {
                DeterministicOrder.precedes($0.reference.identifier.rawValue, $1.reference.identifier.rawValue)
            }
            for member in sorted {
                writer.text(member.reference.identifier.rawValue)
                writer.boolean(member.intentToRetain)
            }
        }
        if let requestInfo {
            writer.text("requestInfo")
            requestInfo.write(to: &writer)
        }
        return writer.bytes
    }
}
