import Glibc

/// A file that nobody but its owner can read or write.
package enum OwnerOnlyFile {
    /// Makes an empty file where there is none, and refuses one that others could reach. SQLite gives its further files the same
    /// rights.
    ///
    /// One that is there is looked at and not opened: a process that closes a file loses all record locks that it has on it (fcntl(2)), those of a
    /// database among them that it has open already.
    package static func prepare(_ path: String) throws(OwnerOnlyFileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            defer { close(descriptor) }
            return try check(descriptor)
        }
        guard errno == EEXIST else { throw .unavailable(errno: errno) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .unavailable(errno: errno) }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw .exposed("a plain file, not a symbolic link") }
        try check(status)
        guard access(path, R_OK | W_OK) == 0 else { throw .unavailable(errno: errno) }
    }

    /// Refuses an open file that others could reach.
    static func check(_ descriptor: Int32) throws(OwnerOnlyFileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unavailable(errno: errno) }
        try check(status)
    }

    private static func check(_ status: stat) throws(OwnerOnlyFileError) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw .exposed("a plain file") }
        guard status.st_uid == geteuid() else { throw .exposed("of the user who runs this program") }
        guard status.st_mode & 0o077 == 0 else { throw .exposed("closed to group and others (mode 600)") }
    }
}
