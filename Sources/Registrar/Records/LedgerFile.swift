import DocumentTrust

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file of a ledger: read whole, replaced whole, and never readable by others, not even for a moment. It stays its owner's, also where root
/// writes it; what is new belongs to the folder's owner.
enum LedgerFile {
    /// A system call that failed, or a file that is too large.
    struct Failure: Error {
        /// Whether this user may not have it.
        var isDenied = false
    }

    /// A lock that others did not give back in time.
    struct Busy: Error {}

    /// Microseconds between two tries to get the lock.
    private static let pause: UInt32 = 10_000

    /// Runs `body` while nobody else who asks for the same lock does, in this process or another.
    static func locked<Value>(_ path: String, within limit: Duration, _ body: () throws -> Value) throws -> Value {
        let descriptor = StoreFile.openLock(path, O_RDWR, isShared: false)
        guard descriptor >= 0 else { throw Failure() }
        // Closing gives the lock back.
        defer { _ = close(descriptor) }
        try lock(descriptor, within: limit)
        return try body()
    }

    /// Makes a folder that nobody but its owner can enter, where there is none. The folder it is in has to be there.
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 else {
            guard errno == EEXIST else { throw Failure() }
            return
        }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        defer { _ = close(descriptor) }
        guard let owner = FileOwner(ofFolderOf: path), owner.apply(to: descriptor, withRights: false) else { throw Failure() }
    }

    /// Asks again and again rather than once without an end: a process that hangs must not hang those that wait for it.
    private static func lock(_ descriptor: Int32, within limit: Duration) throws {
        let end = ContinuousClock.now + limit
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw Failure() }
            guard ContinuousClock.now < end else { throw Busy() }
            _ = usleep(pause)
        }
    }

    /// The content; nil if there is no file.
    static func read(_ path: String, limit: Int) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw Failure(isDenied: errno == EACCES) }
            return nil
        }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0, bytes.count + count <= limit else { throw Failure() }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    /// Puts a file in place in one step: written beside it, brought to the disk, renamed.
    static func replace(_ path: String, with bytes: [UInt8]) throws {
        let temporary = path + ".new"
        // What a crash left there, or what leads elsewhere: only a file made here is written, and given away.
        _ = unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure() }
        do {
            defer { _ = close(descriptor) }
            guard let owner = FileOwner(of: path), owner.apply(to: descriptor, withRights: false) else { throw Failure() }
            try write(bytes[...], to: descriptor)
            guard fsync(descriptor) == 0 else { throw Failure() }
            guard rename(temporary, path) == 0 else { throw Failure() }
        } catch {
            _ = unlink(temporary)
            throw error
        }
        // The new name is on the disk only when its folder is.
        let folder = open(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw Failure() }
        defer { _ = close(folder) }
        guard fsync(folder) == 0 else { throw Failure() }
    }

    /// What differs after every ``replace(_:with:)``; nil if there is no file.
    static func revision(_ path: String) throws -> LedgerRevision? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw Failure() }
            return nil
        }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return LedgerRevision("\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)")
    }

    /// Size in bytes.
    static func size(_ path: String) throws -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure() }
        return Int(status.st_size)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure() }
            rest = rest.dropFirst(count)
        }
    }
}

// The methods above hide the functions of the same name.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(number, buffer, count) }
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(number, buffer, count) }
