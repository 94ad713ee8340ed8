import Glibc

extension OwnerOnlyFile {
    /// A file's content; nil where there is no such file. Refuses one that others could reach, or that is longer.
    package static func read(_ path: String, atMost limit: Int) throws(OwnerOnlyFileError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .exposed("a plain file, not a symbolic link") : .unavailable(errno: errno)
        }
        defer { close(descriptor) }
        try check(descriptor)
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16) + 1)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw .unavailable(errno: errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else { throw .unavailable(errno: EFBIG) }
        }
    }

    /// How the name of a file ends that is not written whole yet. Where the one that writes it is killed it stays.
    package static let draftEnding = ".draft"

    /// Writes a file, whole or not at all; when this returns it is on the disk.
    ///
    /// - Parameter replacing: whether one of that name may be there; otherwise that is the error `EEXIST`.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool = true) throws(OwnerOnlyFileError) {
        let draft = "\(path).\(UInt64.random(in: .min ... .max))\(draftEnding)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unavailable(errno: errno) }
        defer { unlink(draft) }
        try write(bytes, toAndClose: descriptor)
        guard (replacing ? rename(draft, path) : link(draft, path)) == 0 else { throw .unavailable(errno: errno) }
        // Before the folder is brought to the disk, so that no second name of it can come back.
        if !replacing { unlink(draft) }
        try OwnerOnlyFolder.synchronize(folder(of: path))
    }

    private static func write(_ bytes: [UInt8], toAndClose descriptor: Int32) throws(OwnerOnlyFileError) {
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { throw .unavailable(errno: errno) }
            rest = rest.dropFirst(max(count, 0))
        }
        guard fsync(descriptor) == 0 else { throw .unavailable(errno: errno) }
    }

    /// Removes a file; whether there was one.
    package static func remove(_ path: String) throws(OwnerOnlyFileError) -> Bool {
        guard unlink(path) == 0 else {
            if errno == ENOENT { return false }
            throw .unavailable(errno: errno)
        }
        try OwnerOnlyFolder.synchronize(folder(of: path))
        return true
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
}
