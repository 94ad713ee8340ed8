import Foundation
import Glibc
import OwnerOnlyFiles

/// A folder that only its owner can enter. What is written to it is on the disk when the call returns.
struct StorageFolder: Sendable {
    private static let maximumBytes = 16 << 20

    let path: String

    /// Opens a folder, and makes it where there is none; refuses one that others could enter.
    init(_ path: String) throws(StorageFault) {
        self.path = path
        do { try OwnerOnlyFolder.prepare(path) } catch { throw StorageFault(error, at: path) }
    }

    /// Names of the files with a beginning and an ending, sorted.
    func names(beginning: String = "", ending: String = "") throws(StorageFault) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix(beginning) && $0.hasSuffix(ending) }.sorted()
        } catch { throw .unavailable(path, errno: EIO) }
    }

    /// A file's content; nil where there is no such file.
    func read(_ name: String) throws(StorageFault) -> Data? {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .unavailable(file, errno: errno)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { return try handle.read(upToCount: Self.maximumBytes) ?? Data() } catch { throw .unavailable(file, errno: EIO) }
    }

    /// Writes a file, whole or not at all.
    ///
    /// - Parameter replacing: whether one of that name may be there.
    func write(_ name: String, _ content: Data, replacing: Bool) throws(StorageFault) {
        let file = "\(path)/\(name)"
        do throws(OwnerOnlyFileError) { try OwnerOnlyFile.write(Array(content), to: file, replacing: replacing) } catch {
            if case .unavailable(EEXIST) = error { throw .exists(file) }
            throw StorageFault(error, at: file)
        }
    }

    /// Gives a file another name, in place of one of that name. A full disk does not keep it from that.
    func rename(_ name: String, to other: String) throws(StorageFault) {
        let file = "\(path)/\(name)"
        guard Glibc.rename(file, "\(path)/\(other)") == 0 else { throw .unavailable(file, errno: errno) }
        do { try OwnerOnlyFolder.synchronize(path) } catch { throw StorageFault(error, at: path) }
    }

    /// Waits until nobody else, in any process, holds the folder, and holds it: for what takes several steps.
    ///
    /// - Parameter patience: for how long.
    /// - Returns: what `unlock` lets go of.
    func lock(patience: Duration = OwnerOnlyFolder.patience) throws(StorageFault) -> Int32 {
        do { return try OwnerOnlyFolder.lock(path, patience: patience) } catch { throw StorageFault(error, at: path) }
    }

    /// Lets others hold the folder.
    static func unlock(_ lock: Int32) { OwnerOnlyFolder.unlock(lock) }

    /// Removes a file; one that is not there is no error.
    func remove(_ name: String) throws(StorageFault) {
        let file = "\(path)/\(name)"
        do throws(OwnerOnlyFileError) { _ = try OwnerOnlyFile.remove(file) } catch { throw StorageFault(error, at: file) }
    }
}
