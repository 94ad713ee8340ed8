import COSE
import CPKCS11
public import Crypto
public import DocumentProvider
import Synchronization

/// Device keys in a token (PKCS#11): a smart card, a security module, or one in software such as SoftHSM.
///
/// Private keys are made in the token and marked so that it gives none of them out. Calls wait for each other.
public final class PKCS11DeviceKeys: DeviceKeyStore {
    /// `hardware` where the token says that it is a device.
    public let level: DeviceKeyLevel
    private let session: Mutex<PKCS11Session>

    /// The curve P-256 as an object identifier (RFC 5480).
    private static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    private static let storageKeyBytes = 32

    /// Logs in to a token.
    ///
    /// - Parameters:
    ///   - module: the token's driver, a shared library.
    ///   - token: the token's label.
    ///   - pin: its user's PIN.
    public init(module: String, token: String, pin: String) throws(DeviceKeyError) {
        let session = try PKCS11Session(module: module, token: token, pin: pin)
        level = session.isHardware ? .hardware : .pkcs11
        self.session = Mutex(session)
    }

    /// Makes a key in the token.
    public func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        try session.withLock { (session) throws(DeviceKeyError) in
            guard try session.find(CKO_PRIVATE_KEY, label) == nil else { throw .exists }
            func template() -> PKCS11Template { PKCS11Template().flag(CKA_TOKEN, true).bytes(CKA_LABEL, label.utf8).bytes(CKA_ID, label.utf8) }
            try session.generate(
                CKM_EC_KEY_PAIR_GEN, publicKey: template().bytes(CKA_EC_PARAMS, Self.p256).flag(CKA_VERIFY, true),
                privateKey: template().flag(CKA_PRIVATE, true).flag(CKA_SENSITIVE, true).flag(CKA_EXTRACTABLE, false).flag(CKA_SIGN, true))
        }
        return try key(label: label)
    }

    /// Finds a key of the token.
    public func key(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        let point = try session.withLock { (session) throws(DeviceKeyError) -> [UInt8] in
            guard try session.find(CKO_PRIVATE_KEY, label) != nil, let publicKey = try session.find(CKO_PUBLIC_KEY, label) else { throw .notFound }
            return try session.read(CKA_EC_POINT, of: publicKey)
        }
        // An octet string around an uncompressed point.
        guard point.starts(with: [0x04, 0x41]), let key = try? P256.Signing.PublicKey(x963Representation: point.dropFirst(2)) else {
            throw .damaged("the public key of \(label)")
        }
        return PKCS11DeviceKey(label: label, publicKey: VerificationKey.p256(key).coseKey, keys: self)
    }

    /// Destroys a key of the token.
    public func deleteKey(label: String) throws(DeviceKeyError) {
        try check(label: label)
        try session.withLock { (session) throws(DeviceKeyError) in
            for kind in [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY] { if let object = try session.find(kind, label) { try session.destroy(object) } }
        }
    }

    /// A secret that the token keeps and gives to its user.
    public func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey {
        try check(label: label)
        let bytes = try session.withLock { (session) throws(DeviceKeyError) -> [UInt8] in
            if let object = try session.find(CKO_DATA, label) { return try session.read(CKA_VALUE, of: object) }
            let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            try session.create(
                PKCS11Template().number(CKA_CLASS, CKO_DATA).flag(CKA_TOKEN, true).flag(CKA_PRIVATE, true).bytes(CKA_LABEL, label.utf8)
                    .bytes(CKA_VALUE, bytes))
            return bytes
        }
        guard bytes.count == Self.storageKeyBytes else { throw .damaged("the storage key \(label)") }
        return SymmetricKey(data: bytes)
    }

    func signature(over message: [UInt8], label: String) throws(DeviceKeyError) -> [UInt8] {
        let digest = Array(SHA256.hash(data: message))
        return try session.withLock { (session) throws(DeviceKeyError) in
            guard let key = try session.find(CKO_PRIVATE_KEY, label) else { throw .notFound }
            return try session.sign(digest, with: key)
        }
    }
}
