#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Folders in which others may read, and change nothing: what is in them decides who is trusted.
package enum StoreFolder {
    /// Makes a folder and those it is in, where they are not there. Nobody but their owner may change what was made, whatever the mask of new files
    /// leaves to others; it may close them further.
    ///
    /// - Returns: paths of those that were made, each behind the one it is in.
    @discardableResult
    package static func make(_ path: String) throws(TrustStoreError) -> [String] {
        var made: [String] = []
        for end in path.utf8.indices.dropFirst().filter({ path.utf8[$0] == UInt8(ascii: "/") }) + [path.endIndex] {
            let folder = String(path[..<end])
            if mkdir(folder, 0o755) == 0 {
                made.append(folder)
                continue
            }
            let reason = String(cString: strerror(errno)).lowercased()
            var status = stat()
            guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                for folder in made.reversed() { _ = rmdir(folder) }
                throw TrustStoreError(.inaccessible, at: folder, "the folder cannot be made, \(reason)", mend: "check the path and its permissions")
            }
        }
        return made
    }
}
