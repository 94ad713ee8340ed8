import Foundation
import Glibc

/// Files of a provider's folder: nobody but this user or the machine's administrator can have written them.
enum InstalledFile {
    /// Most bytes of a manifest, an icon or roots.
    static let maximumBytes = 1 << 18
    /// Most bytes of a revocation list.
    static let maximumListBytes = 1 << 22

    /// Tells a file from what stood in its place before.
    struct Version: Sendable, Hashable {
        let file: UInt64
        let bytes: Int
        let seconds: Int
        let nanoseconds: Int
    }

    /// The version of a file; nil where there is none.
    static func version(_ file: String) -> Version? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        return Version(
            file: UInt64(status.st_ino), bytes: Int(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    /// Reads a file.
    static func read(_ file: String, upTo limit: Int = maximumBytes) throws(ProviderManifestError) -> [UInt8] {
        let descriptor = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unusable(file: file, reason: "it cannot be read") }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            throw .unusable(file: file, reason: "it is no file of at most \(limit) bytes")
        }
        guard [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0 else {
            throw .unusable(file: file, reason: "others can write it")
        }
        guard let data = try? handle.read(upToCount: limit) else { throw .unusable(file: file, reason: "it cannot be read") }
        return Array(data)
    }
}
