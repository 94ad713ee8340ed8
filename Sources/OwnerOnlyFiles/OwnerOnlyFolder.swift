import Glibc

/// A folder that nobody but its owner can enter.
package enum OwnerOnlyFolder {
    /// Makes the folder where there is none (its parent has to be there), and refuses one that others could enter.
    package static func prepare(_ path: String) throws(OwnerOnlyFileError) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .unavailable(errno: errno) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .unavailable(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .exposed("a folder, not a link to one") }
        guard status.st_uid == geteuid() else { throw .exposed("of the user who runs this program") }
        guard status.st_mode & 0o077 == 0 else { throw .exposed("closed to group and others (mode 700)") }
    }
}
