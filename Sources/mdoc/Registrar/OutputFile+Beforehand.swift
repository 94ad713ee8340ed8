#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension OutputFile {
    /// Makes sure that the file can be written, as far as that shows without opening it, for what is done only once: what is there stays as it is.
    func checkBeforehand() throws {
        guard !isStandardOutput, let code = obstacle else { return }
        let reason = String(cString: strerror(code)).lowercased()
        throw CommandFailure("cannot write the file, \(reason)", at: path, mend: "check the path given to --out and its permissions")
    }

    /// The system's number for why it could not be written; nil where it could.
    private var obstacle: Int32? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let code = errno
            return code == ENOENT ? Self.obstacle(besides: path) : code
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { return EISDIR }
        guard access(path, W_OK) == 0 else { return errno }
        // Another file will take the place of a plain one, and is written beside it.
        guard status.st_mode & S_IFMT == S_IFREG, let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return Self.obstacle(besides: String(cString: resolved))
    }

    /// Why no file could be made in the folder of another.
    private static func obstacle(besides path: String) -> Int32? {
        access(FileReplacement.folder(of: path), W_OK | X_OK) == 0 ? nil : errno
    }
}
