import CBOR

/// `Sig_structure` and `MAC_structure`: what a signature or a tag covers (RFC 9052, 4.4 and 6.3).
struct AuthenticatedStructure<Payload: AuthenticatedContent>: AuthenticatedContent {
    /// "Signature1" or "MAC0".
    let context: StaticString
    /// The protected header's content.
    let protected: ArraySlice<UInt8>
    /// What both sides know and nobody sends; mdoc has none.
    let externalData: [UInt8]
    let payload: Payload

    /// `[context, protected, external_aad, payload]`.
    init(_ context: StaticString, protected: ArraySlice<UInt8>, externalData: [UInt8] = [], payload: Payload) {
        self.context = context
        self.protected = protected
        self.externalData = externalData
        self.payload = payload
    }

    private var heads: (array: CBORHead, context: CBORHead, protected: CBORHead, externalData: CBORHead, payload: CBORHead) {
        (
            .array(4), .text(context.utf8CodeUnitCount), .byteString(protected.count), .byteString(externalData.count),
            .byteString(payload.byteCount)
        )
    }

    var byteCount: Int {
        let heads = heads
        return heads.array.byteCount + heads.context.byteCount + context.utf8CodeUnitCount + heads.protected.byteCount + protected.count
            + heads.externalData.byteCount + externalData.count + heads.payload.byteCount + payload.byteCount
    }

    func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        let heads = heads
        heads.array.withBytes(body)
        heads.context.withBytes(body)
        context.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        heads.protected.withBytes(body)
        protected.withUnsafeBytes(body)
        heads.externalData.withBytes(body)
        externalData.withUnsafeBytes(body)
        heads.payload.withBytes(body)
        payload.withPieces(body)
    }
}
