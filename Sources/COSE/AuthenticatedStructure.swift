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

    func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        CBORHead.array(4).withBytes(body)
        CBORHead.text(context.utf8CodeUnitCount).withBytes(body)
        context.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        CBORHead.byteString(protected.count).withBytes(body)
        protected.withUnsafeBytes(body)
        CBORHead.byteString(externalData.count).withBytes(body)
        externalData.withUnsafeBytes(body)
        CBORHead.byteString(payload.byteCount).withBytes(body)
        payload.withPieces(body)
    }
}
