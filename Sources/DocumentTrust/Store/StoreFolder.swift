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

    /// Gives a folder that this process has just made to whoever owns the one it is in: root, who adds to what a service of another user keeps, must
    /// not shut that service out. One that cannot be given away does not stay.
    package static func giveToOwner(_ path: String) throws(TrustStoreError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        defer { if descriptor >= 0 { _ = close(descriptor) } }
        guard descriptor >= 0, let owner = FileOwner(ofFolderOf: path), owner.apply(to: descriptor, withRights: false) else {
            let reason = String(cString: strerror(errno)).lowercased()
            _ = rmdir(path)
            throw TrustStoreError(
                .inaccessible, at: path, "the folder cannot be given to its owner, \(reason)", mend: "check the path and its permissions")
        }
    }
}
