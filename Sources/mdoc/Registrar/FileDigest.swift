import Crypto
import MobileDocument

/// SHA-256 of a file, such as an executable, which may be larger than what is read into memory elsewhere.
struct FileDigest {
    let bytes: [UInt8]

    /// Reads a file piece by piece.
    init(of path: String, for option: String) throws {
        var hash = SHA256()
        do throws(FileDescriptor.Failure) {
            let file = try FileDescriptor(reading: path)
            defer { file.close() }
            try file.readEach { hash.update(data: $0) }
        } catch {
            throw CommandFailure("cannot read the file, \(error.reason)", at: path, mend: "check the path given to \(option)")
        }
        bytes = Array(hash.finalize())
    }

    /// In hexadecimal.
    var text: String { Hexadecimal.text(bytes) }
}
