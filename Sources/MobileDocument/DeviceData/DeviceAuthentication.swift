package import CBOR
import COSE

/// What a device authenticates (ISO/IEC 18013-5, 9.1.3.4): `24(["DeviceAuthentication", SessionTranscript, DocType, 24(DeviceNameSpaces)])`.
package struct DeviceAuthentication: AuthenticatedContent {
    /// Our own transcript, never one taken from the message.
    private let transcript: SessionTranscript
    private let docType: DocType
    /// The received bytes of `24(DeviceNameSpaces)`.
    private let nameSpaces: EmbeddedCBOR

    /// What the device of a document authenticates in a session.
    package init(transcript: SessionTranscript, docType: DocType, nameSpaces: EmbeddedCBOR) {
        self.transcript = transcript
        self.docType = docType
        self.nameSpaces = nameSpaces
    }

    private static var context: StaticString { "DeviceAuthentication" }

    private var heads: (tag: CBORHead, content: CBORHead, array: CBORHead, context: CBORHead, docType: CBORHead) {
        let docTypeBytes = docType.rawValue.utf8.count
        let (array, context, docType) = (CBORHead.array(4), CBORHead.text(Self.context.utf8CodeUnitCount), CBORHead.text(docTypeBytes))
        let content =
            array.byteCount + context.byteCount + Self.context.utf8CodeUnitCount + transcript.encoded.count + docType.byteCount + docTypeBytes
            + nameSpaces.encoded.count
        return (.tag(24), .byteString(content), array, context, docType)
    }

    package var byteCount: Int {
        let heads = heads
        return heads.tag.byteCount + heads.content.byteCount + heads.array.byteCount + heads.context.byteCount + Self.context.utf8CodeUnitCount
            + transcript.encoded.count + heads.docType.byteCount + docType.rawValue.utf8.count + nameSpaces.encoded.count
    }

    package func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        let heads = heads
        heads.tag.withBytes(body)
        heads.content.withBytes(body)
        heads.array.withBytes(body)
        heads.context.withBytes(body)
        Self.context.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        transcript.encoded.withUnsafeBytes(body)
        heads.docType.withBytes(body)
        var text = docType.rawValue
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
        nameSpaces.encoded.bytes.withUnsafeBytes(body)
    }
}
