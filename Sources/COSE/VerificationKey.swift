public import CBOR
public import Crypto

/// A public key that checks signatures, parsed and known to be on its curve.
public enum VerificationKey: Sendable {
    /// ECDSA on P-256.
    case p256(P256.Signing.PublicKey)
    /// ECDSA on P-384.
    case p384(P384.Signing.PublicKey)
    /// ECDSA on P-521.
    case p521(P521.Signing.PublicKey)
    /// Ed25519.
    case ed25519(Curve25519.Signing.PublicKey)

    /// Reads a key from PEM, `PUBLIC KEY` (SubjectPublicKeyInfo).
    public init(pemRepresentation: String) throws(COSEFault) {
        if let key = try? P256.Signing.PublicKey(pemRepresentation: pemRepresentation) {
            self = .p256(key)
        } else if let key = try? P384.Signing.PublicKey(pemRepresentation: pemRepresentation) {
            self = .p384(key)
        } else if let key = try? P521.Signing.PublicKey(pemRepresentation: pemRepresentation) {
            self = .p521(key)
        } else if let raw = Ed25519PEM.key(in: pemRepresentation, label: "PUBLIC KEY", after: Self.ed25519Prologue),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: raw)
        {
            self = .ed25519(key)
        } else {
            throw .keyUnsupported("other than P-256, P-384, P-521 or Ed25519 in PEM")
        }
    }

    /// `SEQUENCE { SEQUENCE { id-Ed25519 }, BIT STRING of 32 bytes` : everything before an Ed25519 key in SubjectPublicKeyInfo (RFC 8410).
    private static let ed25519Prologue: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]

    /// The key's curve.
    public var curve: EllipticCurve {
        switch self {
        case .p256: .p256
        case .p384: .p384
        case .p521: .p521
        case .ed25519: .ed25519
        }
    }

    /// The key as a `COSE_Key`.
    public var coseKey: COSEKey {
        switch self {
        case .p256(let key): COSEKey(curve: .p256, rawCoordinates: [UInt8](key.rawRepresentation))
        case .p384(let key): COSEKey(curve: .p384, rawCoordinates: [UInt8](key.rawRepresentation))
        case .p521(let key): COSEKey(curve: .p521, rawCoordinates: [UInt8](key.rawRepresentation))
        case .ed25519(let key): COSEKey(curve: .ed25519, rawCoordinates: [UInt8](key.rawRepresentation))
        }
    }

    /// Checks a raw signature (`r ‖ s`, never DER) over `message`.
    ///
    /// The algorithm must belong to this key's curve and the length must be exact; both are checked before any mathematics.
    public func verify(_ signature: ByteSlice, over message: [UInt8], algorithm: COSEAlgorithm) throws(COSEFault) {
        try verify(signature, over: message[...], algorithm: algorithm)
    }

    /// The same of a message in pieces, each of which is hashed where it lies.
    func verify(_ signature: ByteSlice, over message: some AuthenticatedContent, algorithm: COSEAlgorithm) throws(COSEFault) {
        guard algorithm.curve == curve else {
            throw .algorithmKeyMismatch(algorithm: algorithm.name, key: curve.name)
        }
        guard signature.count == curve.signatureBytes else {
            throw .signatureLength(signature.count, expected: curve.signatureBytes)
        }
        let isValid: Bool
        // A signature is handed on as plain memory: to look into a slice the library would box it.
        switch self {
        case .p256(let key):
            guard let ecdsa = Self.p256Signature(signature) else { throw .signatureInvalid }
            isValid = key.isValidSignature(ecdsa, for: Self.sha256(message))
        case .p384(let key):
            guard let ecdsa = try? signature.bytes.withUnsafeBytes({ try P384.Signing.ECDSASignature(rawRepresentation: $0) }) else { throw .signatureInvalid }
            isValid = key.isValidSignature(ecdsa, for: Self.sha384(message))
        case .p521(let key):
            guard let ecdsa = try? signature.bytes.withUnsafeBytes({ try P521.Signing.ECDSASignature(rawRepresentation: $0) }) else { throw .signatureInvalid }
            isValid = key.isValidSignature(ecdsa, for: Self.sha512(message))
        case .ed25519(let key):
            // It signs the message itself, which is read twice.
            isValid = key.isValidSignature(signature.bytes, for: message.bytes)
        }
        guard isValid else { throw .signatureInvalid }
    }

    private static let blankP256Signature = try? P256.Signing.ECDSASignature(
        rawRepresentation: [UInt8](repeating: 0, count: EllipticCurve.p256.signatureBytes))

    /// A signature with these bytes, of which there are as many as it has. The library asks at run time what it is to make one of, and copies it
    /// twice; on the curve that nearly all use, a blank one is filled in instead.
    private static func p256Signature(_ signature: ByteSlice) -> P256.Signing.ECDSASignature? {
        guard var ecdsa = blankP256Signature else { return nil }
        signature.bytes.withUnsafeBytes { bytes in ecdsa.rawRepresentation.withUnsafeMutableBytes { $0.copyMemory(from: bytes) } }
        return ecdsa
    }

    // One for each hash: a function for all of them would look each step up at run time, since contents are of other modules.

    private static func sha256(_ message: some AuthenticatedContent) -> SHA256.Digest {
        var hash = SHA256()
        message.withJoinedPieces { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }

    private static func sha384(_ message: some AuthenticatedContent) -> SHA384.Digest {
        var hash = SHA384()
        message.withJoinedPieces { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }

    private static func sha512(_ message: some AuthenticatedContent) -> SHA512.Digest {
        var hash = SHA512()
        message.withJoinedPieces { hash.update(bufferPointer: $0) }
        return hash.finalize()
    }
}
