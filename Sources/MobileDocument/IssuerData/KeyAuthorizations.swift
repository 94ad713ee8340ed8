public import CBOR

/// Which elements the device key may sign on its own authority.
public struct KeyAuthorizations: Sendable, Hashable {
    /// Namespaces that are authorised as a whole.
    public let nameSpaces: Set<NameSpace>
    /// Single authorised elements.
    public let elements: Set<ElementReference>

    /// Authorises namespaces and single elements.
    public init(nameSpaces: Set<NameSpace> = [], elements: Set<ElementReference> = []) {
        self.nameSpaces = nameSpaces
        self.elements = elements
    }

    /// Whether the device may sign this element.
    public func allows(_ element: ElementReference) -> Bool {
        nameSpaces.contains(element.nameSpace) || elements.contains(element)
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        var nameSpaces: Set<NameSpace> = []
        var elements: Set<ElementReference> = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "nameSpaces":
                try reader.readArray { (reader, _) throws(CBORError) in
                    nameSpaces.insert(NameSpace(rawValue: try reader.readIdentifier()))
                }
            case "dataElements":
                try reader.readTextMap { (reader, key) throws(CBORError) in
                    let nameSpace = NameSpace(rawValue: try reader.identifier(key))
                    try reader.readArray { (reader, _) throws(CBORError) in
                        let identifier = ElementIdentifier(rawValue: try reader.readIdentifier())
                        elements.insert(ElementReference(nameSpace, identifier))
                    }
                }
            default: break
            }
        }
        self.nameSpaces = nameSpaces
        self.elements = elements
    }

    /// Writes `nameSpaces, dataElements`, leaving out what is empty; both are sorted.
    public func write(to writer: inout CBORWriter) {
        writer.map((nameSpaces.isEmpty ? 0 : 1) + (elements.isEmpty ? 0 : 1))
        if !nameSpaces.isEmpty {
            writer.text("nameSpaces")
            writer.array(nameSpaces.count)
            for nameSpace in nameSpaces.sorted(by: { $0.rawValue < $1.rawValue }) { writer.text(nameSpace.rawValue) }
        }
        if !elements.isEmpty {
            let groups = Dictionary(grouping: elements, by: \.nameSpace).sorted { $0.key.rawValue < $1.key.rawValue }
            writer.text("dataElements")
            writer.map(groups.count)
            for (nameSpace, members) in groups {
                writer.text(nameSpace.rawValue)
                writer.array(members.count)
                for member in members.sorted(by: { $0.identifier.rawValue < $1.identifier.rawValue }) {
                    writer.text(member.identifier.rawValue)
                }
            }
        }
    }
}
