import Glibc
import TextEncodings
import VerificationSessions

/// A store's file before SQLite opens it.
enum StoreFile {
    /// Makes an empty file that its owner alone can read, where there is none: SQLite gives the files beside it the same rights. Why it
    /// cannot be made, SQLite says.
    static func prepare(_ path: String) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Whether there is a file, which this user may read and write, or else a folder in which one can be made. Either way the folder has to be
    /// writable, since SQLite puts files beside it.
    static func isUsable(_ path: String) throws(StoreFailure) -> Bool {
        guard isFolderWritable(of: path) else { throw .unavailable("its folder cannot be written: \(reason)") }
        if access(path, F_OK) != 0, errno == ENOENT { return false }
        guard access(path, R_OK | W_OK) == 0 else { throw .unavailable("the file cannot be read and written: \(reason)") }
        return true
    }

    /// Whether this user can put files beside it.
    static func isFolderWritable(of path: String) -> Bool {
        access(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", W_OK | X_OK) == 0
    }

    private static var reason: String { String(cString: strerror(errno)).lowercased() }

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
