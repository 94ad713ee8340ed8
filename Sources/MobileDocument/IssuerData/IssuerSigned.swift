public import CBOR
public import COSE

/// The issuer-signed half of a document, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
public struct IssuerSigned: Sendable, Hashable {
    /// The items of one namespace.
    public struct Group: Sendable, Hashable {
        /// The namespace under which the items came; it selects the digests they are checked against.
        public let nameSpace: NameSpace
        /// Where they stand among the items of the document.
        public let positions: Range<Int>
    }

    /// The items of all namespaces in a row: the order everything about a document's elements follows. Empty when the wallet released nothing.
    public let items: [IssuerSignedItem]
    /// The namespaces, in their order.
    public let nameSpaces: [Group]
    /// The issuer's signature over the mobile security object.
    public let issuerAuth: COSESign1
    /// `issuerAuth` as received; a wallet copies it into its responses.
    public let issuerAuthEncoded: ByteSlice

    /// Reads a stand-alone `IssuerSigned`, the form in which documents are issued.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        try self.init(from: &reader)
        try reader.finish()
    }

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var items: [IssuerSignedItem] = []
        var issuerAuth: COSESign1?
        var encodedAuth: ByteSlice?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "nameSpaces": items = try Self.readItems(&reader)
            case "issuerAuth":
                let start = reader.offset
                issuerAuth = try COSESign1(from: &reader)
                encodedAuth = reader.encoded(since: start)
            default: break
            }
        }
        let auth = try required(issuerAuth.take(), "issuerAuth", of: "IssuerSigned", at: start)
        issuerAuthEncoded = try required(encodedAuth.take(), "issuerAuth", of: "IssuerSigned", at: start)
        self.issuerAuth = auth
        nameSpaces = Self.groups(of: items)
        self.items = items
    }

    /// The namespaces of items, those of each in a row.
    private static func groups(of items: [IssuerSignedItem]) -> [Group] {
        var groups: [Group] = []
        var first = 0
        // By position, so that no item is copied to look at its name.
        for next in items.indices.dropFirst() where items[next].reference.nameSpace != items[first].reference.nameSpace {
            groups.append(Group(nameSpace: items[first].reference.nameSpace, positions: first..<next))
            first = next
        }
        if !items.isEmpty { groups.append(Group(nameSpace: items[first].reference.nameSpace, positions: first..<items.count)) }
        return groups
    }

    /// Room is made for so many at once; a document may have more.
    private static let usualItems = 32

    private static func readItems(_ reader: inout CBORReader) throws(CBORError) -> [IssuerSignedItem] {
        var items: [IssuerSignedItem] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let start = reader.offset
            let nameSpace = NameSpace(rawValue: try reader.identifier(key))
            // Once: what asks for room again and again, a little at a time, is moved each time.
            if items.isEmpty { items.reserveCapacity(min(reader.peekEntries(), Self.usualItems)) }
            let count = try reader.readArray { (reader, _) throws(CBORError) in items.append(try IssuerSignedItem(from: &reader, in: nameSpace)) }
            guard count > 0 else { throw CBORError(.invalidValue, at: start, "a namespace holds no items") }
        }
        return items
    }

    /// Writes `nameSpaces, issuerAuth` with the given items, all in their original bytes.
    ///
    /// - Parameter selection: items in the document's own order.
    package func write(_ selection: [IssuerSignedItem], to writer: inout CBORWriter) {
        writer.map(selection.isEmpty ? 1 : 2)
        if !selection.isEmpty {
            writer.text("nameSpaces")
            let groups = Self.groups(of: selection)
            writer.map(groups.count)
            for group in groups {
                writer.text(group.nameSpace.rawValue)
                writer.array(group.positions.count)
                for item in selection[group.positions] { writer.encoded(item.encoded.encoded) }
            }
        }
        writer.text("issuerAuth")
        writer.encoded(issuerAuthEncoded)
    }
}
