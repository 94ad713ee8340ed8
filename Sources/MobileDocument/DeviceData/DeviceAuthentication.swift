package import CBOR

/// The bytes a device authenticates (ISO/IEC 18013-5, 9.1.3.4).
public enum DeviceAuthentication {
    /// `24(["DeviceAuthentication", SessionTranscript, DocType, 24(DeviceNameSpaces)])`.
    ///
    /// - Parameters:
    ///   - transcript: our own transcript, never one taken from the message.
    ///   - docType: the document's type.
    ///   - nameSpaces: the received bytes of `24(DeviceNameSpaces)`.
    package static func bytes(transcript: SessionTranscript, docType: DocType, nameSpaces: EmbeddedCBOR) -> [UInt8] {
        // The length of what is embedded is known beforehand, so all of it is written where it stays.
        let docTypeBytes = docType.rawValue.utf8.count
        let content = 1 + 1 + context.utf8.count + transcript.encoded.count + CBORWriter.headBytes(UInt64(docTypeBytes)) + docTypeBytes + nameSpaces.encoded.count
        var writer = CBORWriter(capacity: content + 11)
        writer.tag(24)
        writer.byteStringHead(content)
        writer.array(4)
        writer.text(context)
        writer.encoded(transcript.encoded)
        writer.text(docType.rawValue)
        writer.encoded(nameSpaces.encoded)
        return writer.bytes
    }

    /// Its head takes one byte.
    private static let context = "DeviceAuthentication"
}
