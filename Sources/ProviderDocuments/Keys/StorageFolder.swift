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

    /// Names of the files with an ending, sorted.
    func names(ending: String) throws(StorageFault) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
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
        let (file, draft) = ("\(path)/\(name)", "\(path)/.\(name)-\(UUID().uuidString)")
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unavailable(draft, errno: errno) }
        defer { unlink(draft) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: content)
            try handle.synchronize()
        } catch { throw .unavailable(draft, errno: EIO) }
        guard (replacing ? rename(draft, file) : link(draft, file)) == 0 else {
            if errno == EEXIST { throw .exists(file) }
            throw .unavailable(file, errno: errno)
        }
        try synchronize()
    }

    /// Removes a file; one that is not there is no error.
    func remove(_ name: String) throws(StorageFault) {
        let file = "\(path)/\(name)"
        guard unlink(file) == 0 || errno == ENOENT else { throw .unavailable(file, errno: errno) }
        try synchronize()
    }

    private func synchronize() throws(StorageFault) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unavailable(path, errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unavailable(path, errno: errno) }
    }
}
