import CBOR
import COSE

extension COSESign1 {
    /// Signs and encodes with a thumbprint (x5t) in the protected header, right or wrong.
    static func encode(
        signing payload: [UInt8], isDetached: Bool, certificate: [UInt8], thumbprint: [UInt8], hash: Int64 = -16, with key: SigningKey
    ) throws -> [UInt8] {
        var protected = CBORWriter()
        protected.map(2)
        protected.integer(1)
        protected.integer(key.algorithm.rawValue)
        protected.integer(34)
        protected.array(2)
        protected.integer(hash)
        protected.byteString(thumbprint)
        let signature = try key.signature(over: signedStructure(protected: protected.bytes[...], payload: payload[...]))
        var writer = CBORWriter()
        writer.array(4)
        writer.byteString(protected.bytes)
        writer.map(1)
        writer.integer(33)
        writer.byteString(certificate)
        if isDetached { writer.null() } else { writer.byteString(payload) }
        writer.byteString(signature)
        return writer.bytes
    }
}
