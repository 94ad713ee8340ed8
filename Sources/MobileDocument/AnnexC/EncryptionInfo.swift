public import CBOR
public import COSE
package import Crypto

/// What a wallet needs to encrypt its answer: `["dcapi", {nonce, recipientPublicKey}]` (ISO/IEC TS 18013-7, C.2).
public struct EncryptionInfo: Sendable, Hashable {
    /// Protocol name of the exchange in the Digital Credentials API.
    public static let protocolName = "org-iso-mdoc"

    /// First element of the array, here and in the response.
    static let marker = "dcapi"

    /// The transaction's nonce, at least 16 bytes.
    public let nonce: ByteSlice
    /// The website's ephemeral key as sent.
    public let recipientKey: COSEKey

    /// Reads encryption information from its base64url text, exactly as the request carried it.
    public init(text: String) throws(CBORError) {
        guard let bytes = Base64URL.decode(text) else {
            throw CBORError(.invalidValue, at: 0, "encryptionInfo is not base64url without padding")
        }
        try self.init(bytes)
    }

    /// Reads encoded encryption information.
    public init(_ bytes: [UInt8]) throws(CBORError) {
        var reader = try CBORReader(bytes)
        (nonce, recipientKey) = try reader.readTuple(2) { (reader) throws(CBORError) in
            try readMarker(&reader)
            let start = reader.offset
            var nonce: ByteSlice?
            var key: COSEKey?
            try reader.readTextMap { (reader, name) throws(CBORError) in
                switch name {
                case "nonce": nonce = try reader.readBytes()
                case "recipientPublicKey": key = try COSEKey(from: &reader)
                default: break
                }
            }
            return (
                try required(nonce, "nonce", of: "EncryptionInfo", at: start),
                try required(key, "recipientPublicKey", of: "EncryptionInfo", at: start)
            )
        }
        try reader.finish()
        guard nonce.count >= 16 else {
            throw CBORError(.invalidValue, at: nonce.offset, "the nonce has \(nonce.count) bytes, at least 16 are needed")
        }
    }

    /// Encodes encryption information.
    package static func encode(nonce: [UInt8], recipientKey: P256.KeyAgreement.PublicKey) -> [UInt8] {
        encode(nonce: nonce, recipientKey: COSEKey(recipientKey))
    }

    /// The same with a key that is written out already.
    package static func encode(nonce: [UInt8], recipientKey: COSEKey) -> [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.text(marker)
        writer.map(2)
        writer.text("nonce")
        writer.byteString(nonce)
        writer.text("recipientPublicKey")
        recipientKey.write(to: &writer)
        return writer.bytes
    }
}

/// The text `dcapi`, which begins both structures of Annex C.
func readMarker(_ reader: inout CBORReader) throws(CBORError) {
    let start = reader.offset
    guard try reader.readText() == EncryptionInfo.marker else {
        throw CBORError(.invalidValue, at: start, "expected the text \"dcapi\"")
    }
}
