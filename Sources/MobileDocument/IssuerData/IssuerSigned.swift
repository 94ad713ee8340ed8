public import CBOR
public import COSE

/// The issuer-signed half of a document, not yet verified (ISO/IEC 18013-5, 8.3.2.1.2.2).
public struct IssuerSigned: Sendable, Hashable {
    /// The items of one namespace, in their order.
    public struct Group: Sendable, Hashable {
        /// The namespace under which the items came; it selects the digests they are checked against.
        public let nameSpace: NameSpace
        /// The items.
        public let items: [IssuerSignedItem]
    }

    /// Items by namespace, in their order; empty when the wallet released nothing.
    public let nameSpaces: [Group]
    /// The full names of all items in a row: the order everything about a document's elements follows.
    package let references: [ElementReference]
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
        var groups: [Group] = []
        var issuerAuth: COSESign1?
        var encodedAuth: ByteSlice?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "nameSpaces": groups = try Self.readNameSpaces(&reader)
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
        references = Self.references(groups)
        nameSpaces = groups
    }

    private static func references(_ groups: [Group]) -> [ElementReference] {
        var references: [ElementReference] = []
        references.reserveCapacity(groups.reduce(0) { $0 + $1.items.count })
        for group in groups {
            // By position, so that no item is copied to look at its name.
            for index in group.items.indices { references.append(ElementReference(group.nameSpace, group.items[index].elementIdentifier)) }
        }
        return references
    }

    /// Room is made for so many at once; a document may have more.
    private static let usualItems = 32

    private static func readNameSpaces(_ reader: inout CBORReader) throws(CBORError) -> [Group] {
        var groups: [Group] = []
        try reader.readTextMap { (reader, key) throws(CBORError) in
            let start = reader.offset
            var items: [IssuerSignedItem] = []
            items.reserveCapacity(min(reader.peekEntries(), Self.usualItems))
            try reader.readArray { (reader, _) throws(CBORError) in items.append(try IssuerSignedItem(from: &reader)) }
            guard !items.isEmpty else { throw CBORError(.invalidValue, at: start, "a namespace holds no items") }
            groups.append(Group(nameSpace: NameSpace(rawValue: try identifier(reader.bytes(of: key), at: start)), items: items))
        }
        return groups
    }

    /// Writes `nameSpaces, issuerAuth` with the given items, all in their original bytes.
    package func write(_ selection: [Group], to writer: inout CBORWriter) {
        writer.map(selection.isEmpty ? 1 : 2)
        if !selection.isEmpty {
            writer.text("nameSpaces")
            writer.map(selection.count)
            for group in selection {
                writer.text(group.nameSpace.rawValue)
                writer.array(group.items.count)
                for item in group.items { writer.encoded(item.encoded.encoded) }
            }
        }
        writer.text("issuerAuth")
        writer.encoded(issuerAuthEncoded)
    }
}

// Of the arrays, since a whole document would be copied to be asked.

extension [ElementReference] {
    /// Position of an element; of one that is repeated, the first.
    package func position(of reference: ElementReference) -> Int? {
        // Where they lie, so that no name is copied to be compared.
        withUnsafeBufferPointer { references in references.indices.first { references[$0] == reference } }
    }
}

extension [IssuerSigned.Group] {
    /// The value of the element at a position among all of a document, not yet verified.
    package func elementValue(at position: Int) -> CBORItem {
        withUnsafeBufferPointer { groups in
            var position = position
            var group = groups.startIndex
            while position >= groups[group].items.count {
                position -= groups[group].items.count
                group += 1
                precondition(group < groups.endIndex, "a position beyond the elements")
            }
            return groups[group].items[position].elementValue
        }
    }
}

extension IssuerSigned.Group {
    /// Groups items for a response.
    package init(_ nameSpace: NameSpace, _ items: [IssuerSignedItem]) {
        self.init(nameSpace: nameSpace, items: items)
    }
}
