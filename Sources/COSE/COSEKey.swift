public import CBOR
public import Crypto

/// A public `COSE_Key` (RFC 9052, section 7) of the kinds an mdoc uses: EC2 and OKP.
///
/// Reading checks shape and lengths; whether the point is on the curve is checked when a key is made of it.
public struct COSEKey: Sendable, Hashable {
    /// The second coordinate of an EC2 key.
    public enum Y: Sendable, Hashable {
        /// Uncompressed form.
        case coordinate(ByteSlice)
        /// Compressed form: the sign bit.
        case sign(Bool)
    }

    /// COSE key type: 1 is OKP, 2 is EC2.
    public let keyType: Int64
    /// COSE number of the curve.
    public let curveIdentifier: Int64
    /// The x coordinate, or the whole public key of an OKP key.
    public let x: ByteSlice
    /// The y coordinate of an EC2 key.
    public let y: Y?

    /// The curve, where it is one this library computes with.
    public var curve: EllipticCurve? {
        guard let curve = EllipticCurve(rawValue: curveIdentifier), curve.keyType == keyType else { return nil }
        return curve
    }

    /// Makes a key of raw coordinates, `x ‖ y` or the Ed25519 key.
    package init(curve: EllipticCurve, rawCoordinates: [UInt8]) {
        keyType = curve.keyType
        curveIdentifier = curve.rawValue
        x = ByteSlice(rawCoordinates[..<curve.coordinateBytes])
        y = curve == .ed25519 ? nil : .coordinate(ByteSlice(rawCoordinates[curve.coordinateBytes...]))
    }

    /// The key of an ECDH key on P-256, as `EncryptionInfo` and session establishment carry it.
    public init(_ key: P256.KeyAgreement.PublicKey) {
        self.init(curve: .p256, rawCoordinates: [UInt8](key.rawRepresentation))
    }

    /// Reads a key; labels other than -3 to 1 are ignored, as some wallets send `kid` or `alg`.
    public init(from reader: inout CBORReader) throws(CBORError) {
        let start = reader.offset
        var keyType: Int64?
        var curve: Int64?
        var x: ByteSlice?
        var y: Y?
        try reader.readMap { (reader, key) throws(CBORError) in
            guard case .integer(let label) = key else {
                throw CBORError(.unexpectedType, at: reader.offset, "a COSE_Key has integer labels")
            }
            switch label {
            case 1: keyType = try reader.readInteger()
            case -1: curve = try reader.readInteger()
            case -2: x = try reader.readBytes()
            case -3: y = try reader.peekKind() == .boolean ? .sign(try reader.readBoolean()) : .coordinate(try reader.readBytes())
            default: break
            }
        }
        guard let keyType, let curve, let x else {
            throw CBORError(.missingMember, at: start, "a COSE_Key needs 1 (kty), -1 (crv) and -2 (x)")
        }
        guard keyType == 1 || keyType == 2 else {
            throw CBORError(.invalidValue, at: start, "COSE_Key type \(keyType) is neither EC2 nor OKP")
        }
        guard keyType == 1 || y != nil else {
            throw CBORError(.missingMember, at: start, "an EC2 COSE_Key needs -3 (y)")
        }
        self.keyType = keyType
        curveIdentifier = curve
        self.x = x
        self.y = keyType == 1 ? nil : y
    }

    /// Writes `1, -1, -2, -3` in this order.
    public func write(to writer: inout CBORWriter) {
        writer.map(y == nil ? 3 : 4)
        writer.integer(1)
        writer.integer(keyType)
        writer.integer(-1)
        writer.integer(curveIdentifier)
        writer.integer(-2)
        writer.byteString(x.bytes)
        switch y {
        case .coordinate(let slice):
            writer.integer(-3)
            writer.byteString(slice.bytes)
        case .sign(let sign):
            writer.integer(-3)
            writer.boolean(sign)
        case nil: break
        }
    }

    /// The key for checking signatures.
    public func verificationKey() throws(COSEFault) -> VerificationKey {
        switch try supportedCurve() {
        case .p256:
            return .p256(
                try point { point in
                    isCompressed
                        ? try? P256.Signing.PublicKey(compressedRepresentation: point) : try? P256.Signing.PublicKey(x963Representation: point)
                })
        case .p384:
            return .p384(
                try point { point in
                    isCompressed
                        ? try? P384.Signing.PublicKey(compressedRepresentation: point) : try? P384.Signing.PublicKey(x963Representation: point)
                })
        case .p521:
            return .p521(
                try point { point in
                    isCompressed
                        ? try? P521.Signing.PublicKey(compressedRepresentation: point) : try? P521.Signing.PublicKey(x963Representation: point)
                })
        case .ed25519:
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x.bytes) else { throw .keyInvalid }
            return .ed25519(key)
        }
    }

    /// The key for ECDH on P-256 of a recipient or a session, which must be uncompressed.
    public func keyAgreementKey() throws(COSEFault) -> P256.KeyAgreement.PublicKey {
        let key = try deviceAgreementKey()
        guard !isCompressed else { throw .keyInvalid }
        return key
    }

    /// The key for ECDH on P-256 of a device, in either form.
    public func deviceAgreementKey() throws(COSEFault) -> P256.KeyAgreement.PublicKey {
        guard try supportedCurve() == .p256 else { throw .keyUnsupported("other than P-256 for key agreement") }
        return try point { point in
            isCompressed
                ? try? P256.KeyAgreement.PublicKey(compressedRepresentation: point) : try? P256.KeyAgreement.PublicKey(x963Representation: point)
        }
    }

    private var isCompressed: Bool {
        if case .sign = y { true } else { false }
    }

    private func supportedCurve() throws(COSEFault) -> EllipticCurve {
        guard let curve else { throw .keyUnsupported(Self.name(type: keyType, curve: curveIdentifier)) }
        guard x.count == curve.coordinateBytes else { throw .keyInvalid }
        if case .coordinate(let y) = y, y.count != curve.coordinateBytes { throw .keyInvalid }
        return curve
    }

    /// What is made of the X9.63 form, uncompressed or compressed; swift-crypto checks that the point is on the curve. The longest, of P-521, has
    /// 133 bytes.
    private func point<Key>(_ make: (UnsafeRawBufferPointer) -> Key?) throws(COSEFault) -> Key {
        // Put together on the stack: every document's key goes through here.
        var point = InlineArray<133, UInt8>(repeating: 0)
        var count = 0
        func append(_ byte: UInt8) {
            point[count] = byte
            count += 1
        }
        switch y {
        case .coordinate: append(0x04)
        case .sign(let sign): append(sign ? 0x03 : 0x02)
        case nil: break
        }
        for byte in x.bytes { append(byte) }
        if case .coordinate(let y) = y { for byte in y.bytes { append(byte) } }
        let key = withUnsafeBytes(of: point) { make(UnsafeRawBufferPointer(rebasing: $0.prefix(count))) }
        guard let key else { throw .keyInvalid }
        return key
    }

    private static func name(type: Int64, curve: Int64) -> String {
        switch (type, curve) {
        case (2, 256): "brainpoolP256r1"
        case (2, 257): "brainpoolP320r1"
        case (2, 258): "brainpoolP384r1"
        case (2, 259): "brainpoolP512r1"
        case (1, 7): "Ed448"
        default: "kty \(type), crv \(curve)"
        }
    }
}
