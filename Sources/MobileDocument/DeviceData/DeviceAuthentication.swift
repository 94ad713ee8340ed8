package import CBOR
import COSE

/// What a device authenticates (ISO/IEC 18013-5, 9.1.3.4): `24(["DeviceAuthentication", SessionTranscript, DocType, 24(DeviceNameSpaces)])`.
package struct DeviceAuthentication: AuthenticatedContent {
    /// Our own transcript, never one taken from the message.
    private let transcript: [UInt8]
    private let docType: DocType
    /// The received bytes of `24(DeviceNameSpaces)`.
    private let nameSpaces: EmbeddedCBOR

    /// What the device of a document authenticates in a session.
    package init(transcript: SessionTranscript, docType: DocType, nameSpaces: EmbeddedCBOR) {
        self.transcript = transcript.encoded
        self.docType = docType
        self.nameSpaces = nameSpaces
    }

    private static var context: StaticString { "DeviceAuthentication" }

    package func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        CBORHead.tag(24).withBytes(body)
        CBORHead.byteString(contentBytes).withBytes(body)
        CBORHead.array(4).withBytes(body)
        CBORHead.text(Self.context.utf8CodeUnitCount).withBytes(body)
        Self.context.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        transcript.withUnsafeBytes(body)
        var text = docType.rawValue
        text.withUTF8 { text in
            CBORHead.text(text.count).withBytes(body)
            body(UnsafeRawBufferPointer(text))
        }
        nameSpaces.encoded.bytes.withUnsafeBytes(body)
    }

    package var byteCount: Int { CBORHead.tag(24).byteCount + CBORHead.byteString(contentBytes).byteCount + contentBytes }

    /// Bytes of what stands in the tagged byte string.
    private var contentBytes: Int {
        let (context, docType) = (Self.context.utf8CodeUnitCount, docType.rawValue.utf8.count)
        let heads = CBORHead.array(4).byteCount + CBORHead.text(context).byteCount + CBORHead.text(docType).byteCount
        return heads + context + transcript.count + docType + nameSpaces.encoded.count
    }
}
