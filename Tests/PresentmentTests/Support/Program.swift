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

    /// How many parsers long tests start; `MDOC_PARSERS` asks for more.
    static let parsers = ProcessInfo.processInfo.environment["MDOC_PARSERS"].flatMap(Int.init) ?? 100

    /// The package's folder.
    static let packageFolder = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
}
