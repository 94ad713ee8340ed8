import CBOR
import MobileDocument

extension PendingSession {
    /// Reads what `cbor` gave.
    package init(cbor bytes: [UInt8]) throws {
        var reader = try CBORReader(bytes)
        let fields = try reader.readTuple(5) { reader throws(CBORError) in
            (
                origin: try reader.readText(), encryptionInfo: try reader.readText(),
                deviceRequest: try reader.readOptional { reader throws(CBORError) in try reader.readText() },
                key: try reader.readBytes(), expiresAt: try reader.readOptional { reader throws(CBORError) in try reader.readInteger() }
            )
        }
        try reader.finish()
        self.init(
            origin: try Origin(fields.origin), encryptionInfo: fields.encryptionInfo, deviceRequest: fields.deviceRequest,
            recipient: try RecipientKey(x963: fields.key.bytes), expiresAt: fields.expiresAt.map(Instant.init(secondsSinceEpoch:)))
    }

    /// The session as a server keeps it between request and answer: `[origin, encryptionInfo, deviceRequest, key, expiresAt]`. It is secret.
    ///
    /// Read with every answer, so without what the form for people costs: the key is in X9.63 form, no PEM and no JSON around it.
    package var cbor: [UInt8] {
        var writer = CBORWriter(capacity: 256 + encryptionInfo.utf8.count + (deviceRequest?.utf8.count ?? 0))
        writer.array(5)
        writer.text(origin.serialized)
        writer.text(encryptionInfo)
        writer.optional(deviceRequest) { $0.text($1) }
        writer.byteString(recipient.x963)
        writer.optional(expiresAt) { $0.integer($1.secondsSinceEpoch) }
        return writer.bytes
    }
}
