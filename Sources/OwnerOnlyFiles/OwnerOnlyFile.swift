import Glibc

/// A file that nobody but its owner can read or write.
package enum OwnerOnlyFile {
    /// Makes an empty file where there is none, and refuses one that others could reach. SQLite gives its further files the same
    /// rights.
    package static func prepare(_ path: String) throws(OwnerOnlyFileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == ELOOP { throw .exposed("a plain file, not a symbolic link") }
            throw .unavailable(errno: errno)
        }
        defer { close(descriptor) }
        try check(descriptor)
    }

    /// Refuses an open file that others could reach.
    static func check(_ descriptor: Int32) throws(OwnerOnlyFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unavailable(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .exposed("a plain file") }
        guard status.st_uid == geteuid() else { throw .exposed("of the user who runs this program") }
        guard status.st_mode & 0o077 == 0 else { throw .exposed("closed to group and others (mode 600)") }
    }
}
