#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What a path leads to, through whatever links: two paths may lead to one file.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let node: ino_t
    /// Whether it is a plain file, and no pipe or device.
    let isPlain: Bool
    /// Whether it is a pipe or a device, which is read once.
    let isStream: Bool
    /// Whether it is a plain file with something in it.
    let hasContent: Bool

    /// Nil where there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        node = status.st_ino
        isPlain = status.st_mode & S_IFMT == S_IFREG
        isStream = !isPlain && status.st_mode & S_IFMT != S_IFDIR
        hasContent = isPlain && status.st_size > 0
    }
}
