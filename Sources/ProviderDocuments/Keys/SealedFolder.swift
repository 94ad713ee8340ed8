import Crypto
import Foundation

/// A folder of files that only its owner can reach, each sealed (AES-GCM) under one key and to its own name, so that none can be put in
/// another's place.
struct SealedFolder: Sendable {
    let folder: StorageFolder
    private let key: SymmetricKey

    /// Takes a folder.
    init(_ folder: StorageFolder, key: SymmetricKey) {
        self.folder = folder
        self.key = key
    }

    /// The file's content; nil where there is no such file.
    ///
    /// - Parameter other: the name it has now, where it is another than it was sealed to.
    func read(_ name: String, renamed other: String? = nil) throws(StorageFault) -> Data? {
        let file = other ?? name
        guard let sealed = try folder.read(file) else { return nil }
        guard let box = try? AES.GCM.SealedBox(combined: sealed), let content = try? AES.GCM.open(box, using: key, authenticating: Data(name.utf8))
        else { throw .damaged("\(folder.path)/\(file)") }
        return content
    }

    /// Writes a file, whole or not at all.
    func write(_ name: String, _ content: Data, replacing: Bool = true) throws(StorageFault) {
        guard let sealed = try? AES.GCM.seal(content, using: key, authenticating: Data(name.utf8)).combined else {
            throw .unavailable("\(folder.path)/\(name)", errno: 0)
        }
        try folder.write(name, sealed, replacing: replacing)
    }
}
