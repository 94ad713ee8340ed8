public import CBOR
public import COSE

/// One document request with its original bytes and an optional signature of its own.
public struct DocRequest: Sendable, Hashable {
    /// `24(ItemsRequest)` as received: what reader signatures cover.
    public let encodedItemsRequest: EmbeddedCBOR
    /// The decoded request.
    public let itemsRequest: ItemsRequest
    /// Signature over this request alone.
    public let readerAuth: COSESign1?

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
        var inner = try encodedItemsRequest.reader()
        itemsRequest = try ItemsRequest(from: &inner)
        try inner.finish()
        self.readerAuth = readerAuth
    }
}
