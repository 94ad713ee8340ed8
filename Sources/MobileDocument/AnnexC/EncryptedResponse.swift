public import CBOR

/// A sealed answer: `["dcapi", {enc, cipherText}]` (ISO/IEC TS 18013-7, C.3).
public struct EncryptedResponse: Sendable, Hashable {
    /// The wallet's ephemeral public key, 65 bytes, X9.63 uncompressed.
    public let encapsulatedKey: ByteSlice
    /// AES-128-GCM ciphertext with its 16-byte tag.
    public let cipherText: ByteSlice

    /// Reads an encoded answer. Exactly the two members are accepted.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        (encapsulatedKey, cipherText) = try reader.readTuple(2) { (reader) throws(CBORError) in
            try readMarker(&reader)
            let start = reader.offset
            var key: ByteSlice?
            var cipherText: ByteSlice?
            try reader.readTextMap { (reader, name) throws(CBORError) in
                switch name {
                case "enc": key = try reader.readBytes()
                case "cipherText": cipherText = try reader.readBytes()
                default: throw CBORError(.unexpectedMember, at: reader.offset, "EncryptedResponse has an unknown member")
                }
            }
            return (
                try required(key, "enc", of: "EncryptedResponse", at: start),
                try required(cipherText, "cipherText", of: "EncryptedResponse", at: start)
            )
        }
        try reader.finish()
        guard encapsulatedKey.count == 65, encapsulatedKey.bytes.first == 0x04 else {
            throw CBORError(.invalidValue, at: encapsulatedKey.offset, "enc must be an uncompressed P-256 point of 65 bytes")
        }
        guard cipherText.count >= 16 else {
            throw CBORError(.invalidValue, at: cipherText.offset, "cipherText is shorter than its 16-byte tag")
        }
    }

    /// Makes an answer from its parts.
    package init(encapsulatedKey: [UInt8], cipherText: [UInt8]) {
        self.encapsulatedKey = ByteSlice(encapsulatedKey)
        self.cipherText = ByteSlice(cipherText)
    }

    /// The encoded answer.
    public var encoded: [UInt8] {
        var writer = CBORWriter(capacity: cipherText.count + 100)
        writer.array(2)
        writer.text(EncryptionInfo.marker)
        writer.map(2)
        writer.text("enc")
        writer.byteString(encapsulatedKey.bytes)
        writer.text("cipherText")
        writer.byteString(cipherText.bytes)
        return writer.bytes
    }
}
