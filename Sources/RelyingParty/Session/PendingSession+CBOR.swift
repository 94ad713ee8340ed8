import CBOR
import Crypto
import MobileDocument

/// A session as a server keeps it beside its request: `[origin, SHA-256 of the request, null, key, expiresAt]`, secret.
///
/// Read with every answer, so without what the form for people costs: the key is in X9.63 form, no PEM and no JSON around it.
extension PendingSession {
    /// Writes a session.
    ///
    /// - Parameter request: the request as it is handed out.
    static func cbor(origin: Origin, request: [UInt8], recipient: RecipientKey, expiresAt: Instant?) -> [UInt8] {
        var writer = CBORWriter(capacity: 256)
        writer.array(5)
        writer.text(origin.serialized)
        writer.byteString(Array(SHA256.hash(data: request)))
        writer.null()
        writer.byteString(recipient.x963)
        writer.optional(expiresAt) { $0.integer($1.secondsSinceEpoch) }
        return writer.bytes
    }

    /// Reads what `cbor(origin:request:recipient:expiresAt:)` wrote.
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
