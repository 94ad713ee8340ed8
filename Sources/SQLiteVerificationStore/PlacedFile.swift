import Glibc
import VerificationSessions

/// A path, and which file it led to before that was opened.
///
/// SQLite goes on with a file that was replaced or removed meanwhile. What is written to it then is gone once the last process closes it.
struct PlacedFile: Sendable {
    private let path: String
    /// Nil where nothing lay there.
    private let identity: Identity?

    private struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    init(_ path: String) {
        self.path = path
        identity = Self.found(at: path)
    }

    /// Whether the path still leads to it.
    var isInPlace: Bool { identity != nil && Self.found(at: path) == identity }

    /// - Throws: where the path leads to another file now, or to none.
    func check() throws(StoreFailure) {
        guard isInPlace else {
            throw .unavailable(
                "its file was replaced or removed while it was open; stop every process that uses it, see docs/production.md, and start again")
        }
    }

    private static func found(at path: String) -> Identity? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Identity(device: status.st_dev, node: status.st_ino)
    }
}
