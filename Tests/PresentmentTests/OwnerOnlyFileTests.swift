import Foundation
import OwnerOnlyFiles
import Testing

@Suite("Files of one owner")
struct OwnerOnlyFileTests {
    /// `F_OFD_GETLK` (fcntl(2)), which the C library hides from Swift: unlike `F_GETLK` it tells of the asking process's own locks, too.
    private static let findLock: CInt = 36

    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("owner-only-" + UUID().uuidString).path

    @Test("A file that is there is prepared once more without a lock being lost that this process has on it, as a database in a transaction has")
    func locks() throws {
        defer { unlink(file) }
        try OwnerOnlyFile.prepare(file)
        let holder = open(file, O_RDWR)
        defer { close(holder) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        #expect(fcntl(holder, F_SETLK, &lock) == 0)
        try OwnerOnlyFile.prepare(file)
        let asker = open(file, O_RDWR)
        let isTold = fcntl(asker, Self.findLock, &lock) == 0
        // This loses the lock, so it comes last.
        close(asker)
        #expect(isTold && lock.l_type == Int16(F_WRLCK))
    }

    @Test("What others could reach, or is no plain file, is refused, and stays as it is")
    func refused() throws {
        defer { unlink(file) }
        try Data([1]).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o640)
        #expect(throws: OwnerOnlyFileError.exposed("closed to group and others (mode 600)")) { try OwnerOnlyFile.prepare(file) }
        chmod(file, 0o600)
        try OwnerOnlyFile.prepare(file)
        #expect(FileManager.default.contents(atPath: file) == Data([1]))
        let link = file + ".link"
        defer { unlink(link) }
        // Whether it leads to something or not.
        for target in [file, file + ".none"] {
            unlink(link)
            #expect(symlink(target, link) == 0)
            #expect(throws: OwnerOnlyFileError.exposed("a plain file, not a symbolic link")) { try OwnerOnlyFile.prepare(link) }
        }
        #expect(!FileManager.default.fileExists(atPath: file + ".none"))
        let folder = FileManager.default.temporaryDirectory.path
        #expect(throws: OwnerOnlyFileError.exposed("a plain file")) { try OwnerOnlyFile.prepare(folder) }
    }
}
