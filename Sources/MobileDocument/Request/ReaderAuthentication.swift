package import CBOR

/// The bytes a reader signs (ISO/IEC 18013-5, 9.1.4; second edition 12.5).
public enum ReaderAuthentication {
    /// `24(["ReaderAuthentication", SessionTranscript, 24(ItemsRequest)])`, for one document request.
    package static func bytes(transcript: SessionTranscript, items: EmbeddedCBOR) -> [UInt8] {
        var inner = CBORWriter()
        inner.array(3)
        inner.text("ReaderAuthentication")
        inner.encoded(transcript.encoded)
        inner.encoded(items.encoded)
        return EmbeddedCBOR(wrapping: inner.bytes).encoded.array
    }

    /// `24(["ReaderAuthenticationAll", SessionTranscript, [* 24(ItemsRequest)], 24(DeviceRequestInfo) / null])`.
    package static func allBytes(transcript: SessionTranscript, items: [EmbeddedCBOR], info: EmbeddedCBOR?) -> [UInt8] {
        var inner = CBORWriter()
        inner.array(4)
        inner.text("ReaderAuthenticationAll")
        inner.encoded(transcript.encoded)
        inner.array(items.count)
        for item in items { inner.encoded(item.encoded) }
        if let info { inner.encoded(info.encoded) } else { inner.null() }
        return EmbeddedCBOR(wrapping: inner.bytes).encoded.array
    }
}
