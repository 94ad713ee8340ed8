public import CBOR
package import Crypto

/// The sealed answer of Apple's in-app path, `APPLE-HPKE-v1`.
public struct InAppEnvelope: Sendable, Hashable {
    /// The wallet's ephemeral public key, 65 bytes.
    public let encapsulatedKey: ByteSlice
    /// SHA-256 of the recipient's 65-byte public key; chooses the key.
    public let recipientKeyHash: ByteSlice
    /// SHA-256 of the session transcript; tells a wrong transcript from a wrong key before decrypting.
    public let infoHash: ByteSlice
    /// Ciphertext with its 16-byte tag.
    public let cipherText: ByteSlice

    /// Reads an envelope.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        var algorithm: String?
        var parameters: (key: ByteSlice, keyHash: ByteSlice, infoHash: ByteSlice)?
        var data: ByteSlice?
        try reader.readTextMap { (reader, name) throws(CBORError) in
            switch name {
            case "algorithm": algorithm = try reader.readText()
            case "params": parameters = try Self.readParameters(&reader)
            case "data": data = try reader.readBytes()
            default: break
            }
        }
        try reader.finish()
        guard ExactText.isSame(try required(algorithm, "algorithm", of: "envelope", at: 0), Self.algorithm) else {
            throw CBORError(.invalidValue, at: 0, "the envelope's algorithm is not \(Self.algorithm)")
        }
        (encapsulatedKey, recipientKeyHash, infoHash) = try required(parameters, "params", of: "envelope", at: 0)
        cipherText = try required(data, "data", of: "envelope", at: 0)
    }

    /// Seals a response, `{"identity": DeviceResponse}`, to the key of a merchant's encryption certificate.
    package static func seal(
        deviceResponse: [UInt8], to merchantKey: P256.KeyAgreement.PublicKey, transcript: SessionTranscript
    ) throws -> InAppEnvelope {
        var plaintext = CBORWriter(capacity: deviceResponse.count + 16)
        plaintext.map(1)
        plaintext.text("identity")
        plaintext.encoded(deviceResponse)
        let sealed = try ResponseEncryption.seal(plaintext.bytes, to: merchantKey, transcript: transcript)
        return InAppEnvelope(
            encapsulatedKey: ByteSlice(sealed.encapsulatedKey), recipientKeyHash: keyHash(of: merchantKey), infoHash: ByteSlice(transcript.hash),
            cipherText: ByteSlice(sealed.cipherText))
    }

    /// SHA-256 of a key as the 65 bytes of an uncompressed point, by which envelopes and transcripts name it.
    package static func keyHash(of key: P256.KeyAgreement.PublicKey) -> ByteSlice {
        ByteSlice([UInt8](SHA256.hash(data: [UInt8](key.x963Representation))))
    }

    private init(encapsulatedKey: ByteSlice, recipientKeyHash: ByteSlice, infoHash: ByteSlice, cipherText: ByteSlice) {
        self.encapsulatedKey = encapsulatedKey
        self.recipientKeyHash = recipientKeyHash
        self.infoHash = infoHash
        self.cipherText = cipherText
    }

    /// The encoded envelope.
    public var encoded: [UInt8] {
        var writer = CBORWriter(capacity: cipherText.count + 256)
        writer.map(3)
        writer.text("data")
        writer.byteString(cipherText.bytes)
        writer.text("params")
        writer.map(4)
        writer.text("mode")
        writer.unsigned(0)
        writer.text("pkEm")
        writer.byteString(encapsulatedKey.bytes)
        writer.text("pkRHash")
        writer.byteString(recipientKeyHash.bytes)
        writer.text("infoHash")
        writer.byteString(infoHash.bytes)
        writer.text("algorithm")
        writer.text(Self.algorithm)
        return writer.bytes
    }

    private static let algorithm = "APPLE-HPKE-v1"

    private static func readParameters(
        _ reader: inout CBORReader
    ) throws(CBORError) -> (key: ByteSlice, keyHash: ByteSlice, infoHash: ByteSlice) {
        let start = reader.offset
        var mode: UInt64?
        var key: ByteSlice?
        var keyHash: ByteSlice?
        var infoHash: ByteSlice?
        try reader.readTextMap { (reader, name) throws(CBORError) in
            switch name {
            case "mode": mode = try reader.readUnsigned()
            case "pkEm": key = try reader.readBytes()
            case "pkRHash": keyHash = try reader.readBytes()
            case "infoHash": infoHash = try reader.readBytes()
            default: break
            }
        }
        guard try required(mode, "mode", of: "params", at: start) == 0 else {
            throw CBORError(.invalidValue, at: start, "only HPKE base mode (0) is defined")
        }
        let point = try required(key, "pkEm", of: "params", at: start)
        guard point.count == 65, point.bytes.first == 0x04 else {
            throw CBORError(.invalidValue, at: point.offset, "pkEm must be an uncompressed P-256 point of 65 bytes")
        }
        return (
            point, try digest(required(keyHash, "pkRHash", of: "params", at: start), "pkRHash"),
            try digest(required(infoHash, "infoHash", of: "params", at: start), "infoHash")
        )
    }

    private static func digest(_ bytes: ByteSlice, _ name: String) throws(CBORError) -> ByteSlice {
        guard bytes.count == 32 else { throw CBORError(.invalidValue, at: bytes.offset, "\(name) must be a SHA-256 of 32 bytes") }
        return bytes
    }

    /// Reads the decrypted content, `{"identity": DeviceResponse, ...}`, and gives the response's bytes.
    package static func deviceResponse(inPlaintext plaintext: [UInt8]) throws(CBORError) -> ByteSlice {
        var reader = try CBORReader(plaintext)
        var identity: CBORItem?
        try reader.readTextMap { (reader, name) throws(CBORError) in
            if name == "identity" { identity = try reader.readItem() }
        }
        try reader.finish()
        return try required(identity, "identity", of: "decrypted envelope", at: 0).encoded
    }
}
