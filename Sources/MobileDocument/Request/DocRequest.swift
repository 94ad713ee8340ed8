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

    init(_ envelope: DocRequestEnvelope) throws(CBORError) {
        encodedItemsRequest = envelope.encodedItemsRequest
        readerAuth = envelope.readerAuth
        var inner = try encodedItemsRequest.reader()
        itemsRequest = try ItemsRequest(from: &inner)
        try inner.finish()
    }
}
