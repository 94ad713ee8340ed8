package import CBOR

/// One element as the issuer prepared it: what the digests in the mobile security object cover.
///
/// The value is not public: an item is only data until the issuer's signature and its digest are checked. Verified
/// elements come out of a verification, never out of here.
public struct IssuerSignedItem: Sendable, Hashable {
    /// `24(IssuerSignedItem)` as received, which is what is hashed.
    package let encoded: EmbeddedCBOR
    /// Names the digest inside the namespace; below 2^31.
    public let digestID: UInt32
    /// Number of random bytes; ISO/IEC 18013-5 asks for at least 16.
    public let randomBytes: Int
    /// The element: its name, and the namespace under which it came.
    public let reference: ElementReference
    /// Where in `encoded` the element's value lies: an item of its own would be counted wherever this one is copied.
    private let valuePlace: Range<Int>

    /// The element's value, not yet verified.
    package var elementValue: CBORItem { encoded.item(at: valuePlace) }

    /// The element's name.
    public var elementIdentifier: ElementIdentifier { reference.identifier }

    /// Reads an embedded item.
    init(from reader: inout CBORReader, in nameSpace: NameSpace) throws(CBORError) {
        let start = reader.offset
        let encoded = try reader.readEmbedded()
        // Apart, so that nothing of what is kept is held by what reads it.
        let first = encoded.encoded.offset
        var inner = try encoded.reader()
        var digestID: UInt32?
        var random: Int?
        var elementIdentifier: ElementIdentifier?
        var valuePlace: Range<Int>?
        try inner.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "digestID":
                let value = try reader.readUnsigned()
                guard value < 1 << 31 else {
                    throw CBORError(.invalidValue, at: reader.offset, "digestID must be below 2^31")
                }
                digestID = UInt32(value)
            case "random": random = try reader.readPlaceOfBytes().count
            case "elementIdentifier": elementIdentifier = ElementIdentifier(rawValue: try reader.readIdentifier())
            case "elementValue":
                let start = reader.offset - first
                try reader.skip()
                valuePlace = start..<(reader.offset - first)
            default: break
            }
        }
        try inner.finish()
        // All of them before the first is kept: what is half made and may yet be thrown away is copied in the end.
        let digest = try required(digestID, "digestID", of: "IssuerSignedItem", at: start)
        let randomBytes = try required(random, "random", of: "IssuerSignedItem", at: start)
        let identifier = try required(elementIdentifier.take(), "elementIdentifier", of: "IssuerSignedItem", at: start)
        let place = try required(valuePlace, "elementValue", of: "IssuerSignedItem", at: start)
        self.encoded = encoded
        self.digestID = digest
        self.randomBytes = randomBytes
        self.reference = ElementReference(nameSpace, identifier)
        self.valuePlace = place
    }
}

extension [IssuerSignedItem] {
    /// Position of an element; of one that is repeated, the first.
    package func position(of reference: ElementReference) -> Int? {
        // Where they lie, so that no name is copied to be compared.
        withUnsafeBufferPointer { items in items.indices.first { items[$0].reference == reference } }
    }

    /// The value of one of them, not yet verified; none is copied to be asked.
    package func elementValue(at index: Int) -> CBORItem { self[index].elementValue }
}
