import COSE
import CPKCS11
public import Crypto
public import DocumentProvider
import OwnerOnlyFiles
import Synchronization

/// Device keys in a token (PKCS#11): a smart card, a security module, or one in software such as SoftHSM.
///
/// Private keys are made in the token and marked so that it gives none of them out. Calls wait for each other.
public final class PKCS11DeviceKeys: DeviceKeyStore {
    /// `hardware` where the token says that it is a device.
    public let level: DeviceKeyLevel
    private let session: Mutex<PKCS11Session>
    private let folder: String

    private static let storageKeyBytes = 32
    private static let idBytes = 16

    /// Logs in to a token. One whose PIN is locked, or would be by one more wrong one, is left alone.
    ///
    /// - Parameters:
    ///   - module: the token's driver, a shared library.
    ///   - token: the token's label.
    ///   - serial: its serial number, where several tokens have that label.
    ///   - pin: its user's PIN.
    ///   - folder: a folder of this user's alone, which is made where there is none: of all processes that were given the same one, one at a
    ///     time makes or deletes something in the token.
    public init(module: String, token: String, serial: String? = nil, pin: String, folder: String) throws(DeviceKeyError) {
        do { try OwnerOnlyFolder.prepare(folder) } catch { throw .unavailable("\(folder) \(error)") }
        let session = try PKCS11Session(module: PKCS11Module(path: module), token: token, serial: serial, pin: pin)
        level = session.isHardware ? .hardware : .pkcs11
        self.folder = folder
        self.session = Mutex(session)
    }

    /// Makes a key in the token.
    public func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        let lock = try lockFolder()
        defer { OwnerOnlyFolder.unlock(lock) }
        let point = try session.withLock { (session) throws(DeviceKeyError) -> [UInt8] in
            guard try session.findAll(CKO_PRIVATE_KEY, label).isEmpty else { throw .exists }
            let id = (0..<Self.idBytes).map { _ in UInt8.random(in: .min ... .max) }
            return try session.read(CKA_EC_POINT, of: session.makePair(label: label, id: id))
        }
        return try key(label: label, point: point)
    }

    /// Finds a key of the token.
    public func key(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        let point = try session.withLock { (session) throws(DeviceKeyError) -> [UInt8] in
            guard let privateKey = try session.find(CKO_PRIVATE_KEY, label) else { throw .notFound }
            // The halves of a pair have one ID. In pairs that were made by earlier versions it is the label.
            let id = try session.read(CKA_ID, of: privateKey)
            guard let publicKey = try session.find(CKO_PUBLIC_KEY, label, id: id) else { throw .notFound }
            return try session.read(CKA_EC_POINT, of: publicKey)
        }
        return try key(label: label, point: point)
    }

    private func key(label: String, point: [UInt8]) throws(DeviceKeyError) -> PKCS11DeviceKey {
        // An octet string around an uncompressed point.
        guard point.starts(with: [0x04, 0x41]), let key = try? P256.Signing.PublicKey(x963Representation: point.dropFirst(2)) else {
            throw .damaged("the public key of \(label)")
        }
        return PKCS11DeviceKey(label: label, publicKey: VerificationKey.p256(key).coseKey, keys: self)
    }

    /// Destroys a key of the token, and whatever else has its label.
    public func deleteKey(label: String) throws(DeviceKeyError) {
        try check(label: label)
        let lock = try lockFolder()
        defer { OwnerOnlyFolder.unlock(lock) }
        try session.withLock { (session) throws(DeviceKeyError) in
            for kind in [CKO_PRIVATE_KEY, CKO_PUBLIC_KEY] { for object in try session.findAll(kind, label) { try session.destroy(object) } }
        }
    }

    /// A secret that the token keeps and gives to its user.
    public func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey {
        try check(label: label)
        // One that is there is had beside whoever holds the folder.
        let kept = try session.withLock { (session) throws(DeviceKeyError) -> [UInt8]? in try Self.storedSecret(label, in: session) }
        let bytes: [UInt8]
        if let kept { bytes = kept } else { bytes = try makeSecret(label) }
        guard bytes.count == Self.storageKeyBytes else { throw .damaged("the storage key \(label)") }
        return SymmetricKey(data: bytes)
    }

    /// Makes a secret, unless another process has made it meanwhile.
    private func makeSecret(_ label: String) throws(DeviceKeyError) -> [UInt8] {
        let lock = try lockFolder()
        defer { OwnerOnlyFolder.unlock(lock) }
        return try session.withLock { (session) throws(DeviceKeyError) -> [UInt8] in
            if let bytes = try Self.storedSecret(label, in: session) { return bytes }
            let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
            try session.create(
                PKCS11Template().number(CKA_CLASS, CKO_DATA).flag(CKA_TOKEN, true).flag(CKA_PRIVATE, true).bytes(CKA_LABEL, label.utf8)
                    .bytes(CKA_VALUE, bytes))
            return bytes
        }
    }

    private static func storedSecret(_ label: String, in session: PKCS11Session) throws(DeviceKeyError) -> [UInt8]? {
        let found = try session.findAll(CKO_DATA, label)
        guard found.count < 2 else {
            throw .unavailable("the token has \(found.count) data objects \(label); leave the one with which the documents were sealed")
        }
        guard let object = found.first else { return nil }
        return try session.read(CKA_VALUE, of: object)
    }

    /// Waits until no other process looks for something in the token to make it, and not for one that never ends.
    private func lockFolder() throws(DeviceKeyError) -> Int32 {
        do { return try OwnerOnlyFolder.lock(folder) } catch { throw .unavailable("\(folder) \(error)") }
    }

    func signature(over message: [UInt8], label: String) throws(DeviceKeyError) -> [UInt8] {
        let digest = Array(SHA256.hash(data: message))
        return try session.withLock { (session) throws(DeviceKeyError) in
            guard let key = try session.find(CKO_PRIVATE_KEY, label) else { throw .notFound }
            return try session.sign(digest, with: key)
        }
    }
}
