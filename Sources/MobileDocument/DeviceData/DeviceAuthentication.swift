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

    package func withPieces(_ body: (UnsafeRawBufferPointer) -> Void) {
        var contentBytes = 0
        withContent { contentBytes += $0.count }
        CBORHead.tag(24).withBytes(body)
        CBORHead.byteString(contentBytes).withBytes(body)
        withContent(body)
    }

    /// What stands in the tagged byte string.
    private func withContent(_ body: (UnsafeRawBufferPointer) -> Void) {
        CBORHead.array(4).withBytes(body)
        CBORHead.text(Self.context.utf8CodeUnitCount).withBytes(body)
        Self.context.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        transcript.encoded.withUnsafeBytes(body)
        var text = docType.rawValue
        text.withUTF8 { text in
            CBORHead.text(text.count).withBytes(body)
            body(UnsafeRawBufferPointer(text))
        }
        nameSpaces.encoded.bytes.withUnsafeBytes(body)
    }
}
