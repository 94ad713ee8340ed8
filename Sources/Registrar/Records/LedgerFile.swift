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
        try StoreFolder.giveToOwner(path)
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

    /// Puts a file in place in one step: a crash leaves the old content or the new one.
    static func replace(_ path: String, with bytes: [UInt8]) throws { try StoreFile.replace(path, with: bytes, isShared: false) }

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
}

// The method above hides the function of the same name.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(number, buffer, count) }
