import CBOR
import Crypto
import MobileDocument

extension PendingSession {
    /// Reads what `BuiltRequest.storedSession(for:)` gave.
    ///
    /// - Parameter request: the request as it was handed out; another than the one the session was stored with is refused. Sessions of
    ///   the first releases hold its texts themselves.
    package init(cbor bytes: [UInt8], request: [UInt8]) throws {
        var reader = try CBORReader(bytes)
        let fields = try reader.readTuple(5) { reader throws(CBORError) in
            (
                origin: try reader.readText(), texts: try Self.readTexts(from: &reader, request), key: try reader.readBytes(),
                expiresAt: try reader.readOptional { reader throws(CBORError) in try reader.readInteger() }
            )
        }
        try reader.finish()
        self.init(
            origin: try Origin(fields.origin), encryptionInfo: fields.texts.encryptionInfo, deviceRequest: fields.texts.deviceRequest,
            recipient: try RecipientKey(x963: fields.key.bytes), expiresAt: fields.expiresAt.map(Instant.init(secondsSinceEpoch:)))
    }

    private static func readTexts(
        from reader: inout CBORReader, _ request: [UInt8]
    ) throws(CBORError) -> (encryptionInfo: String, deviceRequest: String?) {
        guard try reader.peekKind() == .bytes else {
            let encryptionInfo = try reader.readText()
            return (encryptionInfo, try reader.readOptional { reader throws(CBORError) in try reader.readText() })
        }
        let start = reader.offset
        let digest = try reader.readBytes().bytes
        try reader.readNull()
        guard digest.elementsEqual(SHA256.hash(data: request)), let sent = PresentationRequest(json: request) else {
            throw CBORError(.invalidValue, at: start, "the request beside the session is not the one that was handed out")
        }
        return (sent.data.encryptionInfo, sent.data.deviceRequest)
    }
}
