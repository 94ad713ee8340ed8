#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Files that are written beside their places, brought to the disk, and only then put there: what fails before that leaves every file that
/// was there as it was.
struct FileReplacement {
    /// Where a file is to be, and the file that is there.
    private struct Place {
        let path: String
        let former: stat?
    }

    private var drafts: [(draft: String, place: String)] = []

    /// Begins without files.
    init() {}

    /// Writes a file that will take its place. Where a link leads to a file, that file is replaced and the link stays.
    ///
    /// What is no plain file, such as a pipe, is written to at once, and so is what is being printed to.
    ///
    /// - Parameter isSecret: only the owner may read it, also where it existed before with wider permissions. Others keep those they had.
    mutating func write(_ bytes: [UInt8], for path: String, isSecret: Bool) throws(FileDescriptor.Failure) {
        do throws(FileDescriptor.Failure) {
            if let place = try Self.place(of: path) {
                try write(bytes, for: place, isSecret: isSecret)
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
        for (draft, place) in drafts {
            guard rename(draft, place) == 0 else {
                let failure = FileDescriptor.Failure()
                discard()
                throw failure
            }
        }
        // The new names are on the disk only when their folders are.
        for path in Set(drafts.map { Self.folder(of: $0.place) }) {
            let folder = try FileDescriptor(reading: path)
            defer { folder.close() }
            try folder.synchronize()
        }
    }

    private mutating func write(_ bytes: [UInt8], for place: Place, isSecret: Bool) throws(FileDescriptor.Failure) {
        let draft = "\(place.path).\(UInt64.random(in: .min ... .max)).draft"
        let file = try FileDescriptor(writing: draft, isSecret: isSecret || place.former != nil, mayReplace: false)
        defer { file.close() }
        drafts.append((draft, place.path))
        if let former = place.former {
            try file.set(isSecret ? 0o600 : former.st_mode & 0o7777, owner: former.st_uid, group: former.st_gid)
        }
        try file.write(bytes)
        try file.synchronize()
    }

    private func discard() {
        for (draft, _) in drafts { _ = unlink(draft) }
    }

    /// Nil for what is written to as it is, and for a link to a file that is not there yet.
    private static func place(of path: String) throws(FileDescriptor.Failure) -> Place? {
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

    /// Whether standard output or standard error leads to a file: what is printed later would be lost with it.
    private static func isPrintedTo(_ file: stat) -> Bool {
        for number: Int32 in [1, 2] {
            var status = stat()
            if fstat(number, &status) == 0, status.st_dev == file.st_dev, status.st_ino == file.st_ino { return true }
        }
        return false
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }
}
