import Foundation

/// Programs the tests start.
enum Program {
    /// Path of a program that was built with the tests; nil where it is not.
    static func path(_ name: String) -> String? {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path != "/" {
            let candidate = folder.appendingPathComponent(name)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
            folder.deleteLastPathComponent()
        }
        return plain(name)
    }

    /// Whether the tests, and the programs beside them, are built with a sanitizer.
    static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(nil, name) != nil }

    /// Path of a program that confines itself; nil where it is not built. A sanitizer's own memory and system calls are more than such a
    /// process is allowed, so it is the one that was built without.
    static func confined(_ name: String) -> String? { isSanitized ? plain(name) : path(name) }

    private static func plain(_ name: String) -> String? {
        let built = packageFolder.appendingPathComponent(".build/debug/\(name)").path
        return FileManager.default.isExecutableFile(atPath: built) ? built : nil
    }

    /// Whether every user of the machine may start a program: passes through each folder above it.
    static func isOpenToAll(_ name: String) -> Bool {
        guard var folder = path(name).map({ URL(fileURLWithPath: $0).resolvingSymlinksInPath() }) else { return false }
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            var status = stat()
            guard stat(folder.path, &status) == 0, status.st_mode & S_IXOTH != 0 else { return false }
        }
        return true
    }

    /// Copies a program to where it is started from.
    static func copy(_ program: String, to path: String) throws {
        try FileManager.default.copyItem(atPath: program, toPath: path)
        waitUntilStartable(path)
    }

    /// Waits until nobody has a program's file open for writing, since it cannot be started before (ETXTBSY). What another test starts in the
    /// moment in which the file is written has it, too, until it has become another program.
    static func waitUntilStartable(_ path: String) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // A lease to read is given when nobody writes; F_SETLEASE is hidden from Swift.
        let setLease: CInt = 1024
        for _ in 0..<10_000 {
            guard fcntl(file, setLease, CInt(F_RDLCK)) != 0, errno == EAGAIN else { break }
            usleep(1000)
        }
        _ = fcntl(file, setLease, CInt(F_UNLCK))
    }

    /// How many parsers long tests start; `MDOC_PARSERS` asks for more.
    static let parsers = ProcessInfo.processInfo.environment["MDOC_PARSERS"].flatMap(Int.init) ?? 100

    /// The package's folder.
    static let packageFolder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
}
