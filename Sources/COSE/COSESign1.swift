public import CBOR

/// `COSE_Sign1`, untagged as mdoc structures carry it (RFC 9052, 4.2).
public struct COSESign1: Sendable, Hashable {
    /// Both headers.
    public let headers: COSEHeaders
    /// The carried payload; nil when it is detached.
    public let payload: ByteSlice?
    /// The raw signature.
    public let signature: ByteSlice

    /// Reads `[protected, unprotected, payload / null, signature]`.
    public init(from reader: inout CBORReader) throws(CBORError) {
        (headers, payload, signature) = try reader.readTuple(4) { (reader) throws(CBORError) in
            let headers = try COSEHeaders(from: &reader)
            var payload: ByteSlice?
            if try reader.peekKind() == .null { try reader.readNull() } else { payload = try reader.readBytes() }
            return (headers, payload, try reader.readBytes())
        }
    }

    /// Verifies the signature over the carried payload.
    public func verify(with key: VerificationKey) throws(COSEFault) {
        guard let payload else { throw .payloadMissing }
        try verify(payload.bytes, with: key)
    }

    /// Verifies the signature over a payload we made ourselves. Some wallets carry it too; then it must be the very same.
    public func verify(detached content: [UInt8], with key: VerificationKey) throws(COSEFault) {
        try verify(detached: content[...], with: key)
    }

    /// The same of a payload in pieces.
    package func verify(detached content: some AuthenticatedContent, with key: VerificationKey) throws(COSEFault) {
        guard payload.map({ content.isSame(as: $0) }) ?? true else { throw .payloadDiffers }
        try verify(content, with: key)
    }

    private func verify(_ content: some AuthenticatedContent, with key: VerificationKey) throws(COSEFault) {
        let algorithm = try headers.allowedAlgorithm()
        let signed = AuthenticatedStructure(Self.context, protected: headers.signedProtected, payload: content)
        try key.verify(signature, over: signed, algorithm: algorithm)
    }

    /// `Sig_structure`: the bytes a signature covers.
    package static func signedStructure(
        protected: ArraySlice<UInt8>, externalData: [UInt8] = [], payload: ArraySlice<UInt8>
    ) -> [UInt8] {
        AuthenticatedStructure(context, protected: protected, externalData: externalData, payload: payload).bytes
    }

    private static var context: StaticString { "Signature1" }

    /// Signs and encodes.
    ///
    /// - Parameters:
    ///   - payload: the bytes that are signed.
    ///   - isDetached: leave the payload out of the structure.
    ///   - chain: certificates for `x5chain` in the unprotected header, end entity first, DER; empty for none.
    /// - Returns: the encoded structure.
    public static func encode(
        signing payload: [UInt8], isDetached: Bool, chain: [[UInt8]] = [], with signer: some COSESigner
    ) throws -> [UInt8] {
        var protected = CBORWriter()
        protected.map(1)
        protected.integer(1)
        protected.integer(signer.algorithm.rawValue)
        return try encode(signing: payload, isDetached: isDetached, protected: protected.bytes, unprotectedChain: chain, with: signer)
    }

    /// Signs and encodes a token whose type and certificates stand in the protected header.
    ///
    /// - Parameters:
    ///   - payload: the bytes that are signed; they are carried.
    ///   - type: the type (label 16, RFC 9596); nil for none.
    ///   - chain: certificates for `x5chain`, end entity first, DER; empty for none.
    /// - Returns: the encoded structure, untagged.
    public static func encode(
        signing payload: [UInt8], type: String?, protectedChain chain: [[UInt8]], with signer: some COSESigner
    ) throws -> [UInt8] {
        var protected = CBORWriter()
        protected.map([true, type != nil, !chain.isEmpty].count { $0 })
        protected.integer(1)
        protected.integer(signer.algorithm.rawValue)
        if let type {
            protected.integer(16)
            protected.text(type)
        }
        if !chain.isEmpty { write(chain, to: &protected) }
        return try encode(signing: payload, isDetached: false, protected: protected.bytes, unprotectedChain: [], with: signer)
    }

    private static func encode(
        signing payload: [UInt8], isDetached: Bool, protected: [UInt8], unprotectedChain: [[UInt8]], with signer: some COSESigner
    ) throws -> [UInt8] {
        let signature = try signer.signature(over: signedStructure(protected: protected[...], payload: payload[...]))
        var writer = CBORWriter(capacity: payload.count + protected.count + 256)
        writer.array(4)
        writer.byteString(protected)
        writer.map(unprotectedChain.isEmpty ? 0 : 1)
        if !unprotectedChain.isEmpty { write(unprotectedChain, to: &writer) }
        if isDetached { writer.null() } else { writer.byteString(payload) }
        writer.byteString(signature)
        return writer.bytes
    }

    /// RFC 9360: one certificate is a byte string, several are an array.
    private static func write(_ chain: [[UInt8]], to writer: inout CBORWriter) {
        writer.integer(33)
        if chain.count > 1 { writer.array(chain.count) }
        for certificate in chain { writer.byteString(certificate) }
    }
}
