package import CBOR
package import COSE

/// A document request whose items are not read yet, with an optional signature of its own.
package struct DocRequestEnvelope: Sendable, Hashable {
    /// `24(ItemsRequest)` as received.
    package let encodedItemsRequest: EmbeddedCBOR
    /// Signature over this request alone.
    package let readerAuth: COSESign1?

    init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var encoded: EmbeddedCBOR?
        var readerAuth: COSESign1?
        try reader.readTextMap { (reader, key) throws(CBORError) in
            switch key {
            case "itemsRequest": encoded = try reader.readEmbedded()
            case "readerAuth": readerAuth = try COSESign1(from: &reader)
            default: break
            }
        }
        encodedItemsRequest = try required(encoded, "itemsRequest", of: "DocRequest", at: start)
        self.readerAuth = readerAuth
    }
}
