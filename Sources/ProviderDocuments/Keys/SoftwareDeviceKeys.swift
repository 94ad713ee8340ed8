public import Crypto
public import DocumentProvider
import Foundation

/// Device keys in files, sealed under a secret that lies beside them, for a machine without a token. The level is `software`: whoever can
/// copy the folder has the keys.
public struct SoftwareDeviceKeys: DeviceKeyStore {
    /// `software`.
    public let level = DeviceKeyLevel.software
    private static let secretName = "secret"
    private static let secretBytes = 32

    private let files: SealedFolder
    private let secret: SymmetricKey

    /// Opens a folder of keys, and makes it where there is none.
    public init(folder path: String) throws(DeviceKeyError) {
        do {
            let folder = try StorageFolder(path)
            secret = try Self.secret(in: folder)
            files = SealedFolder(folder, key: Self.derived(from: secret, for: "device keys"))
        } catch { throw DeviceKeyError(error) }
    }

    /// Makes a key.
    public func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        let key = P256.Signing.PrivateKey()
        do { try files.write(Self.file(label), key.rawRepresentation, replacing: false) } catch { throw DeviceKeyError(error) }
        return SoftwareDeviceKey(key)
    }

    /// Finds a key.
    public func key(label: String) throws(DeviceKeyError) -> any DeviceKey {
        try check(label: label)
        let content: Data?
        do { content = try files.read(Self.file(label)) } catch { throw DeviceKeyError(error) }
        guard let content else { throw .notFound }
        guard let key = try? P256.Signing.PrivateKey(rawRepresentation: content) else { throw .damaged(Self.file(label)) }
        return SoftwareDeviceKey(key)
    }

    /// Deletes a key's file, and before it what a write left that was ended half way: that may hold the key, too.
    public func deleteKey(label: String) throws(DeviceKeyError) {
        try check(label: label)
        let file = Self.file(label)
        do throws(StorageFault) {
            for draft in try files.folder.names(beginning: file + ".") { try files.folder.remove(draft) }
            try files.folder.remove(file)
        } catch { throw DeviceKeyError(error) }
    }

    /// A secret derived from the one beside the keys.
    public func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey {
        try check(label: label)
        return Self.derived(from: secret, for: "storage \(label)")
    }

    private static func file(_ label: String) -> String { label + ".key" }

    private static func derived(from secret: SymmetricKey, for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(purpose.utf8), outputByteCount: 32)
    }

    private static func secret(in folder: StorageFolder) throws(StorageFault) -> SymmetricKey {
        if try folder.read(secretName) == nil {
            let fresh = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
            // Another process may have made it meanwhile; then that one holds.
            do { try folder.write(secretName, fresh, replacing: false) } catch .exists {}
        }
        guard let bytes = try folder.read(secretName), bytes.count == secretBytes else { throw .damaged("\(folder.path)/\(secretName)") }
        return SymmetricKey(data: bytes)
    }
}

extension DeviceKeyError {
    fileprivate init(_ fault: StorageFault) {
        switch fault {
        case .exists: self = .exists
        case .damaged: self = .damaged(fault.sentence)
        case .exposed, .unavailable, .held: self = .unavailable(fault.sentence)
        }
    }
}
