#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files that are written beside their places, brought to the disk, and only then put there: what fails before that leaves every file that
/// was there as it was.
///
/// Where that cannot be, since the folder takes no other file or the owner and the group would change, the file that is there is written
/// itself, once all others could be written.
struct FileReplacement {
    /// Where a file is to be, and the file that is there.
    private struct Place {
        let path: String
        let former: stat?
    }

    /// A file to come.
    private struct Change {
        let bytes: [UInt8]
        let place: Place
        let isSecret: Bool
        /// What takes its place; nil where the file that is there is written itself.
        let draft: String?
    }

    private var changes: [Change] = []

    /// Begins without files.
    init() {}

    /// Writes a file that will take its place. Where a link leads to a file, that file is replaced and the link stays.
    ///
    /// What is no plain file, such as a pipe, is written to at once, and so are what is being printed to and what a process has opened.
    ///
    /// - Parameter isSecret: only the owner may read it, also where it existed before with wider permissions. Others keep those they had.
    mutating func write(_ bytes: [UInt8], for path: String, isSecret: Bool) throws(FileDescriptor.Failure) {
        do throws(FileDescriptor.Failure) {
            if let place = try Self.place(of: path) {
                let draft = try Self.draft(bytes, for: place, isSecret: isSecret)
                changes.append(Change(bytes: bytes, place: place, isSecret: isSecret, draft: draft))
            } else {
                let file = try FileDescriptor(writing: path, isSecret: isSecret, mayReplace: true)
                defer { file.close() }
                try file.write(bytes)
            }
        } catch {
            discard()
            throw error
        }
    }

    /// Puts the files in their places, in the order in which they were written.
    func finish() throws(FileDescriptor.Failure) {
        for change in changes {
            do throws(FileDescriptor.Failure) { try Self.put(change) } catch {
                discard()
                throw error
            }
        }
        for path in Set(changes.map { Self.folder(of: $0.place.path) }) { Self.synchronize(path) }
    }

    /// Writes a file where there is none, whole or not at all. One that is there stays as it is, and is the failure.
    static func create(_ bytes: [UInt8], at path: String, isSecret: Bool) throws(FileDescriptor.Failure) {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw FileDescriptor.Failure(EEXIST) }
        let draft = Self.draft(beside: path)
        let file = try FileDescriptor(writing: draft, isSecret: isSecret, mayReplace: false)
        defer { _ = unlink(draft) }
        do {
            defer { file.close() }
            try file.write(bytes)
            try file.synchronize()
        }
        // Unlike a new name of the draft, a second one takes no file's place.
        guard link(draft, path) != 0 else {
            // Before the folder is brought to the disk, so that the draft cannot come back.
            _ = unlink(draft)
            return synchronize(folder(of: path))
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw FileDescriptor.Failure() }
        // The file system knows no second names.
        let place = try FileDescriptor(writing: path, isSecret: isSecret, mayReplace: false)
        defer { place.close() }
        do throws(FileDescriptor.Failure) {
            try place.write(bytes)
            try place.synchronize()
        } catch {
            _ = unlink(path)
            throw error
        }
        _ = unlink(draft)
        synchronize(folder(of: path))
    }

    /// Brings the new names in a folder to the disk. The files are in their places by now, so a folder that this user may not read, or a file system
    /// that does not do this for folders, is no failure.
    private static func synchronize(_ path: String) {
        guard let folder = try? FileDescriptor(reading: path) else { return }
        defer { folder.close() }
        try? folder.synchronize()
    }

    private static func draft(beside path: String) -> String { "\(path).\(UInt64.random(in: .min ... .max)).draft" }

    /// Why nothing could be written to a path, as far as that shows without opening it; nil where it could.
    static func obstacle(at path: String) -> FileDescriptor.Failure? {
        do throws(FileDescriptor.Failure) {
            guard let place = try Self.place(of: path) else { return obstacle(atItself: path) }
            // A file that is there is written itself where its folder takes no other.
            return place.former == nil ? obstacle(inFolderOf: path) : nil
        } catch { return error }
    }

    /// Why what is written to as it is could not be opened, nor made where a link leads.
    private static func obstacle(atItself path: String) -> FileDescriptor.Failure? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let failure = FileDescriptor.Failure()
            guard !isDescriptor(path), let target = Self.target(of: path) else { return failure }
            return lstat(target, &status) == 0 ? obstacle(atItself: target) : obstacle(inFolderOf: target)
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { return FileDescriptor.Failure(EISDIR) }
        return access(path, W_OK) == 0 ? nil : FileDescriptor.Failure()
    }

    private static func obstacle(inFolderOf path: String) -> FileDescriptor.Failure? {
        access(folder(of: path), W_OK | X_OK) == 0 ? nil : FileDescriptor.Failure()
    }

    /// Where a link leads.
    private static func target(of link: String) -> String? {
        var text = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &text, text.count)
        guard count > 0, count < text.count, let target = String(validating: text[..<count], as: UTF8.self) else { return nil }
        return target.hasPrefix("/") ? target : "\(folder(of: link))/\(target)"
    }

    /// Writes a draft.
    ///
    /// - Returns: its path; nil where it cannot take the place of the file that is there.
    private static func draft(_ bytes: [UInt8], for place: Place, isSecret: Bool) throws(FileDescriptor.Failure) -> String? {
        let draft = Self.draft(beside: place.path)
        let file: FileDescriptor
        do throws(FileDescriptor.Failure) {
            file = try FileDescriptor(writing: draft, isSecret: isSecret || place.former != nil, mayReplace: false)
        } catch {
            guard place.former != nil, error.spares else { throw error }
            return nil
        }
        defer { file.close() }
        do throws(FileDescriptor.Failure) {
            if let former = place.former,
                try !file.set(isSecret ? 0o600 : former.st_mode & 0o7777, owner: former.st_uid, group: former.st_gid)
            {
                // Others may have access as its owner or by its group, and keep it.
                _ = unlink(draft)
                return nil
            }
            try file.write(bytes)
            try file.synchronize()
        } catch {
            _ = unlink(draft)
            throw error
        }
        return draft
    }

    private static func put(_ change: Change) throws(FileDescriptor.Failure) {
        if let draft = change.draft {
            guard rename(draft, change.place.path) != 0 else { return }
            let failure = FileDescriptor.Failure()
            guard change.place.former != nil, failure.spares else { throw failure }
            _ = unlink(draft)
        }
        let file = try FileDescriptor(writing: change.place.path, isSecret: change.isSecret, mayReplace: true)
        defer { file.close() }
        try file.write(change.bytes)
        try file.synchronize()
    }

    private func discard() {
        for change in changes {
            if let draft = change.draft { _ = unlink(draft) }
        }
    }

    /// Nil for what is written to as it is, and for a link to a file that is not there yet.
    private static func place(of path: String) throws(FileDescriptor.Failure) -> Place? {
        guard !isDescriptor(path) else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw FileDescriptor.Failure() }
            return lstat(path, &status) == 0 ? nil : Place(path: path, former: nil)
        }
        guard status.st_mode & S_IFMT == S_IFREG, !isPrintedTo(status) else { return nil }
        // Who may not write it may not replace it either, whatever the folder allows.
        guard access(path, W_OK) == 0, let resolved = realpath(path, nil) else { throw FileDescriptor.Failure() }
        defer { free(resolved) }
        return Place(path: String(cString: resolved), former: status)
    }

    /// Whether a path names what a process has opened: it would go on with the file from before.
    private static func isDescriptor(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard path.first == "/" else { return false }
        return parts.count == 3 && parts[0] == "dev" && parts[1] == "fd" || parts.count == 4 && parts[0] == "proc" && parts[2] == "fd"
    }

    /// Whether standard output or standard error leads to a file: what is printed later would be lost with it.
    private static func isPrintedTo(_ file: stat) -> Bool {
        for number: Int32 in [1, 2] {
            var status = stat()
            if fstat(number, &status) == 0, status.st_dev == file.st_dev, status.st_ino == file.st_ino { return true }
        }
        return false
    }

    /// What a path leads to, or would once something is written to it: a link to what is not there yet makes that.
    static func end(of path: String) -> String {
        var path = path
        // No more links than the system itself follows.
        for _ in 0..<40 where FileIdentity(path) == nil {
            guard let target = Self.target(of: path) else { break }
            path = target
        }
        return path
    }

    /// The folder in which a path names something.
    static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }
}
