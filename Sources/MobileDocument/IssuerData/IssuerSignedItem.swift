public import CBOR

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
    /// The element's name.
    public let elementIdentifier: ElementIdentifier
    /// Where in `encoded` the element's value lies: an item of its own would be counted wherever this one is copied.
    private let valuePlace: Range<Int>

    /// The element's value, not yet verified.
    package var elementValue: CBORItem { encoded.item(at: valuePlace) }

    /// Reads an embedded item.
    public init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        let encoded = try reader.readEmbedded()
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
                let start = reader.offset - encoded.encoded.offset
                try reader.skip()
                valuePlace = start..<(reader.offset - encoded.encoded.offset)
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
        self.elementIdentifier = identifier
        self.valuePlace = place
    }
}

extension [IssuerSignedItem] {
    /// The value of one of them, not yet verified; none is copied to be asked.
    package func elementValue(at index: Int) -> CBORItem { self[index].elementValue }
}
