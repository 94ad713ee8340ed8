import CBOR
import Crypto
import MobileDocument

/// A session as a server keeps it beside its request: `[origin, SHA-256 of the request, key, expiresAt]`, secret.
///
/// Read with every answer, so without what the form for people costs: the key is in X9.63 form, no PEM and no JSON around it.
extension PendingSession {
    /// Writes a session.
    ///
    /// - Parameter request: the request as it is handed out.
    static func cbor(origin: Origin, request: [UInt8], recipient: RecipientKey, expiresAt: Instant?) -> [UInt8] {
        var writer = CBORWriter(capacity: 256)
        writer.array(4)
        writer.text(origin.serialized)
        writer.byteString(Array(SHA256.hash(data: request)))
        writer.byteString(recipient.x963)
        writer.optional(expiresAt) { $0.integer($1.secondsSinceEpoch) }
        return writer.bytes
    }

    /// Reads what `cbor(origin:request:recipient:expiresAt:)` wrote.
    ///
    /// - Parameter request: the request as it was handed out; another than the one the session was stored with is refused.
    package init(cbor bytes: [UInt8], request: [UInt8]) throws {
        var reader = try CBORReader(bytes)
        let fields = try reader.readTuple(4) { reader throws(CBORError) in
            (
                origin: try reader.readText(), digest: try reader.readBytes(), key: try reader.readBytes(),
                expiresAt: try reader.readOptional { reader throws(CBORError) in try reader.readInteger() }
            )
        }
        try reader.finish()
        guard fields.digest.bytes.elementsEqual(SHA256.hash(data: request)), let sent = PresentationRequest(json: request) else {
            throw CBORError(.invalidValue, at: 0, "the request beside the session is not the one that was handed out")
        }
        self.init(
            origin: try Origin(fields.origin), encryptionInfo: sent.data.encryptionInfo, deviceRequest: sent.data.deviceRequest,
            recipient: try RecipientKey(x963: fields.key.bytes), expiresAt: fields.expiresAt.map(Instant.init(secondsSinceEpoch:)))
    }
}
