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
        var inner = CBORWriter(capacity: transcript.encoded.count + nameSpaces.encoded.count + 64)
        inner.array(4)
        inner.text("DeviceAuthentication")
        inner.encoded(transcript.encoded)
        inner.text(docType.rawValue)
        inner.encoded(nameSpaces.encoded)
        var writer = CBORWriter(capacity: inner.bytes.count + 8)
        writer.embedded(inner.bytes)
        return writer.bytes
    }
}
