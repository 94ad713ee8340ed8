public import CBOR
public import Crypto

/// `COSE_Mac0` with HMAC 256/256, untagged as `deviceMac` carries it (RFC 9052, 6.2).
public struct COSEMac0: Sendable, Hashable {
    /// Both headers.
    public let headers: COSEHeaders
    /// The carried payload; nil when it is detached.
    public let payload: ByteSlice?
    /// The authentication tag.
    public let tag: ByteSlice

    /// Reads `[protected, unprotected, payload / null, tag]`.
    public init(from reader: inout CBORReader) throws(CBORError) {
        (headers, payload, tag) = try reader.readTuple(4) { (reader) throws(CBORError) in
            let headers = try COSEHeaders(from: &reader)
            var payload: ByteSlice?
            if try reader.peekKind() == .null { try reader.readNull() } else { payload = try reader.readBytes() }
            return (headers, payload, try reader.readBytes())
        }
    }

    /// Verifies the tag over the carried payload, in constant time.
    public func verify(with key: SymmetricKey) throws(COSEFault) {
        guard let payload else { throw .payloadMissing }
        try verify(payload.bytes, with: key)
    }

    /// Verifies the tag over a payload we made ourselves, in constant time. If one is carried too, it must be the very same.
    public func verify(detached content: [UInt8], with key: SymmetricKey) throws(COSEFault) {
        try verify(detached: content[...], with: key)
    }

    /// The same of a payload in pieces.
    package func verify(detached content: some AuthenticatedContent, with key: SymmetricKey) throws(COSEFault) {
        guard payload.map({ content.isSame(as: $0) }) ?? true else { throw .payloadDiffers }
        try verify(content, with: key)
    }

    private func verify(_ content: some AuthenticatedContent, with key: SymmetricKey) throws(COSEFault) {
        let algorithm = try headers.allowedAlgorithm()
        guard algorithm == .hmac256 else { throw .algorithmKeyMismatch(algorithm: algorithm.name, key: "a MAC key") }
        guard tag.count == 32 else { throw .signatureLength(tag.count, expected: 32) }
        let message = AuthenticatedStructure(Self.context, protected: headers.signedProtected, payload: content).bytes
        guard HMAC<SHA256>.isValidAuthenticationCode(tag.bytes, authenticating: message, using: key) else {
            throw .signatureInvalid
        }
    }

    /// `MAC_structure`: the bytes a tag covers.
    package static func authenticatedStructure(
        protected: ArraySlice<UInt8>, externalData: [UInt8] = [], payload: ArraySlice<UInt8>
    ) -> [UInt8] {
        AuthenticatedStructure(context, protected: protected, externalData: externalData, payload: payload).bytes
    }

    private static var context: StaticString { "MAC0" }

    /// Authenticates a detached payload and encodes.
    public static func encode(authenticating payload: [UInt8], with key: SymmetricKey) -> [UInt8] {
        let protected: [UInt8] = [0xa1, 0x01, 0x05]
        let message = authenticatedStructure(protected: protected[...], payload: payload[...])
        var writer = CBORWriter()
        writer.array(4)
        writer.byteString(protected)
        writer.map(0)
        writer.null()
        writer.byteString([UInt8](HMAC<SHA256>.authenticationCode(for: message, using: key)))
        return writer.bytes
    }
}
