#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Whose a file is, and who may reach it. What takes its place, or is new beside it, is made the same: root, who changes what a service of another
/// user keeps, must not shut that service out.
package struct FileOwner {
    private let user: uid_t
    private let group: gid_t
    private let rights: mode_t
    private let isFolder: Bool

    /// Of the plain file at a path, or of its folder where there is none; nil where neither can be looked at (`errno`).
    package init?(of path: String) {
        var status = stat()
        // A link is replaced itself; where it leads says nothing.
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self.init(ofFolderOf: path)
            return
        }
        self.init(user: status.st_uid, group: status.st_gid, rights: status.st_mode & 0o777, isFolder: false)
    }

    /// Of the folder that a path is in; nil where it cannot be looked at (`errno`).
    package init?(ofFolderOf path: String) {
        var status = stat()
        guard stat(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".", &status) == 0 else { return nil }
        self.init(user: status.st_uid, group: status.st_gid, rights: status.st_mode & 0o644, isFolder: true)
    }

    private init(user: uid_t, group: gid_t, rights: mode_t, isFolder: Bool) {
        self.user = user
        self.group = group
        self.rights = rights
        self.isFolder = isFolder
    }

    /// Gives an open file that this process has just made the owner and the group. Another owner takes root; another group takes root, or an owner
    /// who is in it, and else is not kept.
    ///
    /// - Parameter withRights: the rights, too, whatever the mask of new files is: those of the file before, or at least the folder's to read.
    /// - Returns: false where that failed (`errno`). A group that its owner may not keep is no failure, nor is an owner that root may not give.
    package func apply(to descriptor: Int32, withRights: Bool) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let isOwners = status.st_uid == user
        var isSame = isOwners && status.st_gid == group
        if !isSame, isOwners || geteuid() == 0 {
            isSame = fchown(descriptor, user, group) == 0
            // Root may lack the right to give files away, or be of a namespace that does not know the owner: then it is as any other user.
            guard isSame || geteuid() != 0 || errno == EPERM || errno == EINVAL else { return false }
        }
        // The rights of another owner would shut out whoever reads it by those of all.
        guard withRights, isSame || isOwners else { return true }
        // In another group, nobody gains by its rights: it and all others get what both had.
        let shared = rights & (rights >> 3) & 0o7
        let kept = isSame ? rights : rights & 0o700 | shared << 3 | shared
        let given = status.st_mode & 0o777
        let wanted = isFolder ? given | kept : kept
        return given == wanted || fchmod(descriptor, wanted) == 0
    }
}
