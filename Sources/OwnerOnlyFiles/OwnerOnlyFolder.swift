import Glibc

/// A folder that nobody but its owner can enter, or at least change.
package enum OwnerOnlyFolder {
    /// How long one waits for a folder that somebody else holds: longer than anybody at work in one takes. A program that was stopped while it held
    /// one must not stop everybody else.
    package static let patience = Duration.seconds(15)
    /// Microseconds between two attempts at it.
    private static let lockPause: UInt32 = 10_000

    /// Makes the folder where there is none (its parent has to be there), and refuses one that others could enter.
    package static func prepare(_ path: String) throws(OwnerOnlyFileError) {
        guard try prepare(path, mode: 0o700) & 0o077 == 0 else { throw .exposed("closed to group and others (mode 700)") }
    }

    /// Makes a folder that others may enter, and refuses one that others could change.
    package static func prepareShared(_ path: String) throws(OwnerOnlyFileError) {
        guard try prepare(path, mode: 0o755) & 0o022 == 0 else { throw .exposed("writable by its owner alone (mode 755)") }
    }

    private static func prepare(_ path: String, mode: mode_t) throws(OwnerOnlyFileError) -> mode_t {
        // Whatever the mask of new files is.
        let isReady = mkdir(path, mode) == 0 ? chmod(path, mode) == 0 : errno == EEXIST
        guard isReady else { throw .unavailable(errno: errno) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .unavailable(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .exposed("a folder, not a link to one") }
        guard status.st_uid == geteuid() else { throw .exposed("of the user who runs this program") }
        return status.st_mode
    }

    /// Names of what is in it, sorted.
    package static func names(in path: String) throws(OwnerOnlyFileError) -> [String] {
        guard let folder = opendir(path) else { throw .unavailable(errno: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        while true {
            // What ends the list is told from a fault by this alone.
            errno = 0
            guard let entry = readdir(folder) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .unavailable(errno: errno) }
        return names.sorted()
    }

    /// Waits until nobody else, in any process, holds the folder, and holds it: for what looks at it first and changes it then.
    ///
    /// - Parameter patience: for how long; nil for as long as it takes.
    /// - Returns: what `unlock` lets go of. It is let go of when the process ends, too.
    package static func lock(_ path: String, patience: Duration? = OwnerOnlyFolder.patience) throws(OwnerOnlyFileError) -> Int32 {
        let end = patience.map { ContinuousClock.now + $0 }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unavailable(errno: errno) }
        while flock(descriptor, end == nil ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            let reason = errno
            if reason == EINTR { continue }
            guard reason == EWOULDBLOCK, let end, ContinuousClock.now < end else {
                close(descriptor)
                throw reason == EWOULDBLOCK ? .held : .unavailable(errno: reason)
            }
            usleep(lockPause)
        }
        return descriptor
    }

    /// Lets others hold the folder.
    package static func unlock(_ lock: Int32) { close(lock) }

    /// Brings the names in it to the disk.
    package static func synchronize(_ path: String) throws(OwnerOnlyFileError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unavailable(errno: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .unavailable(errno: errno) }
    }
}
