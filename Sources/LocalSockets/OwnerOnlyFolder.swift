import Glibc

/// A folder that nobody but its owner can enter.
package enum OwnerOnlyFolder {
    /// Makes the folder where there is none (its parent has to be there), and refuses one that others could enter.
    package static func prepare(_ path: String) throws(SocketFault) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .system(errno) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .exposedFolder("a folder, not a link to one") }
        guard status.st_uid == geteuid() else { throw .exposedFolder("of the user who runs the broker") }
        guard status.st_mode & 0o077 == 0 else { throw .exposedFolder("closed to group and others (mode 700)") }
    }
}
