#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file descriptor of the operating system, closed by whoever opened it.
struct FileDescriptor {
    /// The system's own words for what went wrong.
    struct Failure: Error {
        let reason: String
        let fileExists: Bool
        /// Whether there is no room for the file, on the disk or by a limit.
        let lacksSpace: Bool
        /// Whether a file that is there may still be written, though another cannot take its place: its folder is read-only or closed to this
        /// user, or the file itself is mounted.
        let spares: Bool

        /// Of the call that has just failed, unless another number of the system's is given.
        init(_ code: Int32 = errno) {
            reason = String(cString: strerror(code)).lowercased()
            fileExists = code == EEXIST
            lacksSpace = [EDQUOT, EFBIG, ENOSPC].contains(code)
            spares = [EACCES, EBUSY, EPERM, EROFS, EXDEV].contains(code)
        }
    }

    static let standardInput = FileDescriptor(number: 0)
    static let standardOutput = FileDescriptor(number: 1)
    static let standardError = FileDescriptor(number: 2)

    private let number: Int32

    private init(number: Int32) { self.number = number }

    /// Opens a file for reading.
    init(reading path: String) throws(Failure) {
        number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw Failure() }
    }

    /// Creates a file, or empties it if it may be replaced. `FileReplacement` puts another one in its place instead.
    ///
    /// - Parameters:
    ///   - isSecret: only the owner may read it, also where it existed before with wider permissions.
    ///   - mayReplace: whether a file that is there already is replaced.
    init(writing path: String, isSecret: Bool, mayReplace: Bool) throws(Failure) {
        let mode: mode_t = isSecret ? 0o600 : 0o644
        number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (mayReplace ? 0 : O_EXCL), mode)
        guard number >= 0 else { throw Failure() }
        var information = stat()
        guard fstat(number, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return }
        // Emptied last: who cannot close it to others leaves what is in it.
        guard !isSecret || fchmod(number, mode) == 0, !mayReplace || ftruncate(number, 0) == 0 else {
            let failure = Failure()
            close()
            throw failure
        }
    }

    /// Whether it leads to a terminal.
    var isTerminal: Bool { isatty(number) == 1 }

    /// Reads to the end, but not much more than `limit` bytes.
    func read(limit: Int) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = systemRead(number, &buffer, buffer.count)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw Failure()
            }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// Reads to the end, piece by piece.
    func readEach(_ body: (ArraySlice<UInt8>) -> Void) throws(Failure) {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = systemRead(number, &buffer, buffer.count)
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure() }
            body(buffer[..<count])
        }
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(number, $0.baseAddress, $0.count) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw Failure()
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Brings what was written to it, or to a folder, to the disk.
    func synchronize() throws(Failure) {
        guard fsync(number) == 0 else { throw Failure() }
    }

    /// Gives it permissions, and an owner and a group where this user may do that.
    ///
    /// - Returns: whether it has that owner and that group now.
    func set(_ mode: mode_t, owner: uid_t, group: gid_t) throws(Failure) -> Bool {
        // First: giving a file away can take permissions off it. Who may not give it to another owner may give it to a group of their own.
        if fchown(number, owner, group) != 0 { _ = fchown(number, uid_t.max, group) }
        var information = stat()
        guard fchmod(number, mode) == 0, fstat(number, &information) == 0 else { throw Failure() }
        return information.st_uid == owner && information.st_gid == group
    }

    /// Closes it.
    func close() { systemClose(number) }
}

// The methods above hide the functions of the same name.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(number, buffer, count) }
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(number, buffer, count) }
private func systemClose(_ number: Int32) { _ = close(number) }
