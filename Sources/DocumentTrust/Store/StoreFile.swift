#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files of a store, read whole and replaced whole: a crash leaves the old content or the new one, never a part.
package enum StoreFile {
    /// Attempts at a lock, and microseconds between two of them: some fifteen seconds.
    private static let lockAttempts = 1500
    private static let lockPause: UInt32 = 10_000

    /// Reads a file that is no larger than `limit` bytes; nil if there is none.
    static func read(_ path: String, limit: Int) throws(TrustStoreError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path)
        }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = systemRead(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw failure(path)
            }
            bytes.append(contentsOf: buffer[..<count])
            guard bytes.count <= limit else {
                throw TrustStoreError(.damaged, at: path, "the file is larger than \(limit) bytes", mend: "restore it from a backup")
            }
        }
    }

    /// Why it cannot be told whether there is a file; nil where that can be told.
    static func barred(_ path: String) -> TrustStoreError? { access(path, F_OK) == 0 || errno == ENOENT ? nil : failure(path) }

    /// Puts a file in place in one step: written beside it, brought to the disk, renamed. Its owner stays, whoever writes it; a new one is its
    /// folder's owner's.
    ///
    /// - Parameter isShared: whether who may read it stays, too, and those may read a new one who may read the folder; otherwise nobody but its owner
    ///   may, not even for a moment.
    package static func replace(_ path: String, with bytes: [UInt8], isShared: Bool = true) throws(TrustStoreError) {
        let temporary = path + ".new"
        // What a crash left there, or what leads elsewhere: only a file made here is written, and given away.
        _ = unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isShared ? 0o644 : 0o600)
        guard descriptor >= 0 else { throw failure(temporary) }
        do throws(TrustStoreError) {
            defer { _ = close(descriptor) }
            guard let owner = FileOwner(of: path), owner.apply(to: descriptor, withRights: isShared) else { throw failure(path) }
            try write(bytes, to: descriptor, temporary)
            guard fsync(descriptor) == 0 else { throw failure(temporary) }
            guard rename(temporary, path) == 0 else { throw failure(path) }
        } catch {
            _ = unlink(temporary)
            throw error
        }
        // The new name is on the disk only when its folder is.
        let folder = open(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(path) }
        defer { _ = close(folder) }
        guard fsync(folder) == 0 else { throw failure(path) }
    }

    /// Deletes a file that nothing refers to any more; one that stays does no harm.
    static func discard(_ path: String) { _ = unlink(path) }

    /// Runs `body` while no other process or thread reads or changes the store. It waits a few seconds for those to end, and no
    /// longer: a program that was stopped while it held the store must not stop everybody else.
    static func locked<Value>(_ path: String, _ body: () throws(TrustStoreError) -> Value) throws(TrustStoreError) -> Value {
        let descriptor = openLock(path, O_RDWR, isShared: true)
        guard descriptor >= 0 else { throw failure(path) }
        return try holding(descriptor, LOCK_EX, path, body)
    }

    /// Opens a lock, and makes it where there is none, for its folder's owner; -1 where that fails (`errno`).
    ///
    /// - Parameter isShared: whether those may open it, too, who may read the folder's files.
    package static func openLock(_ path: String, _ access: Int32, isShared: Bool) -> Int32 {
        let descriptor = open(path, access | O_CLOEXEC)
        guard descriptor < 0, errno == ENOENT else { return descriptor }
        let made = open(path, access | O_CREAT | O_EXCL | O_CLOEXEC, isShared ? 0o644 : 0o600)
        // Another program may have made it meanwhile.
        guard made >= 0 else { return errno == EEXIST ? open(path, access | O_CLOEXEC) : made }
        _ = FileOwner(ofFolderOf: path)?.apply(to: made, withRights: isShared)
        return made
    }

    /// Runs `body` while no other process or thread has locked a folder. It waits no longer either. No file is left in it that another user could
    /// not open.
    package static func lockedFolder<Value>(_ path: String, _ body: () throws(TrustStoreError) -> Value) throws(TrustStoreError) -> Value {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        return try holding(descriptor, LOCK_EX, path, body)
    }

    /// Runs `body` while no other process or thread changes the store; any number may read it beside. It waits no longer either.
    static func lockedForReading<Value>(_ path: String, _ body: () throws(TrustStoreError) -> Value) throws(TrustStoreError) -> Value {
        let descriptor = openLock(path, O_RDONLY, isShared: true)
        // A store unpacked without its lock where nothing can be written: who cannot make the lock cannot change it either.
        if descriptor < 0, errno == EACCES || errno == EROFS, access(path, F_OK) != 0 { return try body() }
        guard descriptor >= 0 else { throw failure(path) }
        return try holding(descriptor, LOCK_SH, path, body)
    }

    private static func holding<Value>(
        _ descriptor: Int32, _ operation: Int32, _ path: String, _ body: () throws(TrustStoreError) -> Value
    ) throws(TrustStoreError) -> Value {
        defer { _ = close(descriptor) }
        var attempts = 1
        while flock(descriptor, operation | LOCK_NB) != 0 {
            guard errno == EINTR || errno == EWOULDBLOCK else { throw failure(path) }
            guard attempts < lockAttempts else {
                throw TrustStoreError(
                    .inaccessible, at: path, "another program has held the store for several seconds",
                    mend: "try again when it is done, or end it if it hangs")
            }
            attempts += 1
            usleep(lockPause)
        }
        return try body()
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(TrustStoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw failure(path)
            }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ path: String) -> TrustStoreError {
        TrustStoreError(.inaccessible, at: path, String(cString: strerror(errno)).lowercased(), mend: "check the path, its permissions and the space left")
    }
}

// The methods above hide the functions of the same name.
private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int { read(number, buffer, count) }
private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { write(number, buffer, count) }
