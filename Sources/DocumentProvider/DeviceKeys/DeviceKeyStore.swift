public import Crypto

/// Where device keys are kept. Keys are on P-256; each has a label, of 1 to 64 letters, digits, `-` and `_`.
public protocol DeviceKeyStore: Sendable {
    /// What protects the keys.
    var level: DeviceKeyLevel { get }

    /// Makes a key.
    func makeKey(label: String) throws(DeviceKeyError) -> any DeviceKey
    /// Finds a key.
    func key(label: String) throws(DeviceKeyError) -> any DeviceKey
    /// Destroys a key; one that is not there is no error.
    func deleteKey(label: String) throws(DeviceKeyError)
    /// A secret under which an app keeps its files, made when it is first asked for. Without this store files under it are unreadable.
    func storageKey(label: String) throws(DeviceKeyError) -> SymmetricKey
}

extension DeviceKeyStore {
    /// Refuses a label that a store could not keep as it is.
    public func check(label: String) throws(DeviceKeyError) {
        let isPlain = label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        guard isPlain, (1...64).contains(label.utf8.count) else { throw .label }
    }
}
