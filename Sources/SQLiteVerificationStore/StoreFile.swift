import GRDB
import Glibc
import TextEncodings
import VerificationSessions

/// A store's file before SQLite opens it.
enum StoreFile {
    /// Makes an empty file that its owner alone can read, where there is none: SQLite gives the files beside it the same rights. Why it
    /// cannot be made, `failure` says.
    static func prepare(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether there is a file, which this user may read and write, or else a folder in which one can be made. Either way the folder has to be
    /// writable, since SQLite puts files beside it.
    static func isUsable(_ path: String) throws(StoreFailure) -> Bool {
        guard isFolderWritable(of: path) else {
            let fault = errno
            throw .unavailable("its folder cannot be written: \(reason(fault)); \(fault == ENOENT ? "make it" : granting), or name another file")
        }
        if access(path, F_OK) != 0, errno == ENOENT { return false }
        try check(path, isWritten: true)
        return true
    }

    /// Throws where this user cannot read what lies there, or is to write it and cannot, and where it is a folder.
    static func check(_ path: String, isWritten: Bool) throws(StoreFailure) {
        guard access(path, isWritten ? R_OK | W_OK : R_OK) == 0 else {
            let fault = errno
            let mending = fault == ENOENT ? "name another one" : "\(granting), or name another one"
            throw .unavailable("the file cannot be \(isWritten ? "read and written" : "read"): \(reason(fault)); \(mending)")
        }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { throw .unavailable("it is a folder; name a file in it") }
    }

    /// Why a file could not be opened. SQLite has one number for many causes; where the system names one, that is told.
    ///
    /// - Parameter check: asks the system.
    static func failure(_ error: any Error, _ check: () throws(StoreFailure) -> Void) -> StoreFailure {
        if let error = error as? DatabaseError, [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR].contains(error.resultCode) {
            do { try check() } catch { return error }
        }
        return StoreFailure(error)
    }

    /// Whether this user can put files beside it.
    static func isFolderWritable(of path: String) -> Bool {
        access(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", W_OK | X_OK) == 0
    }

    private static let granting = "let the user who runs this program do that"

    private static func reason(_ fault: Int32) -> String { String(cString: strerror(fault)).lowercased() }

    /// Whether a log lies beside a file: somebody has it open, or had.
    static func hasLog(_ path: String) -> Bool { access(path + "-wal", F_OK) == 0 }

    /// How SQLite is told that a file does not change while it is open (https://www.sqlite.org/uri.html).
    static func unchangingName(of path: String) -> String {
        let escaped = path.utf8.map { byte in
            isPlain(byte) ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        return (path.hasPrefix("/") ? "file://" : "file:") + escaped + "?immutable=1"
    }

    private static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIILetterOrDigit || "/.-_".utf8.contains(byte) }
}
