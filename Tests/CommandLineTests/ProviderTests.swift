import Foundation
import Testing

@Suite("The command line: a new provider")
struct ProviderTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("A new provider has everything it needs, and its manifest says what it is")
    func files() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("swift-mdoc"), withIntermediateDirectories: true)
        try folder.write("swift-mdoc/Package.swift", Data())
        let run = try folder.mdoc("provider", "new", "city-library", "--swift-mdoc", "swift-mdoc", "--doc-type", "org.example.card.1", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        let package = String(decoding: try folder.read("city-library/Package.swift"), as: UTF8.self)
        #expect(package.contains(#/path: "/.+/swift-mdoc"/#))
        let names = ["Package.swift", "Sources/CityLibrary/CityLibrary.swift", "Sources/CityLibraryProvider/CityLibraryProvider.swift", "Sources/CityLibraryProvider/HelloView.swift", "provider.json", "card.json", "README.md"]
        #expect(try run.json()["files"] as? [String] == names.map { "city-library/" + $0 })
        let manifest = try folder.json("city-library/provider.json")
        #expect(manifest["name"] as? String == "city-library")
        #expect(manifest["displayName"] as? String == "City Library")
        #expect(manifest["documentTypes"] as? [String] == ["org.example.card.1"])
        let program = try #require(manifest["program"] as? String)
        #expect(program.hasPrefix("/") && program.hasSuffix("/city-library/.build/release/CityLibraryProvider"))
        // A second time nothing is replaced.
        expectUnusable(try folder.mdoc("provider", "new", "city-library", "--swift-mdoc", "swift-mdoc"), "city-library/", "already")
        expectUnusable(try folder.mdoc("provider", "new", "library", "--swift-mdoc", "elsewhere"), "elsewhere", "no package")
        #expect(!folder.exists("library"))
    }

    @Test("What could not be a name or would end a text is refused", arguments: [
        ["City"], ["-city"], ["../city"], ["c\"y"], [""], ["city", "--doc-type", "a\"b"], ["city", "--swift-mdoc", "a\\b"],
    ])
    func names(arguments: [String]) throws {
        let folder = try Folder()
        let place = arguments.contains("--swift-mdoc") ? [] : ["--swift-mdoc", "x"]
        #expect(try Tool.run(["provider", "new"] + place + arguments, in: folder).exitCode == 2)
        #expect(!folder.exists("city/Package.swift"))
    }

    /// Where the modules lie that the tests were built with.
    private static let modules: URL? = {
        let modules = root.appendingPathComponent(".build/debug/Modules")
        return FileManager.default.fileExists(atPath: modules.appendingPathComponent("ProviderViews.swiftmodule").path) ? modules : nil
    }()

    @Test(
        "The new app's and its provider's sources compile as they are", .enabled(if: modules != nil, "needs the modules of .build/debug"),
        arguments: ["Hello", "HelloProvider"])
    func compiles(target: String) throws {
        let folder = try Folder()
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        let sources = folder.url.appendingPathComponent("hello/Sources/" + target)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = sources
        process.arguments =
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I", try #require(Self.modules).path]
            + (try Self.moduleMaps()).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + (try Self.headerFolders()).flatMap { ["-Xcc", $0] }
            + (try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted())
        try folder.write("errors", Data())
        process.standardError = try FileHandle(forWritingTo: folder.url.appendingPathComponent("errors"))
        try process.run()
        process.waitUntilExit()
        let errors = String(decoding: try folder.read("errors"), as: UTF8.self)
        #expect(process.terminationStatus == 0, "\(errors)")
    }

    /// Where the headers of cryptographic tokens lie, as the package's manifest asks for it.
    private static func headerFolders() throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags-only-I", "p11-kit-1"]
        process.standardOutput = output
        try process.run()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The maps of C modules that Swift modules here mention: those SwiftPM wrote, and those of packages that bring their own.
    private static func moduleMaps() throws -> [String] {
        let generated = try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(".build/debug").path)
            .filter { $0.hasSuffix(".build") }.map { root.path + "/.build/debug/\($0)/module.modulemap" }
        let brought = try FileManager.default.contentsOfDirectory(atPath: root.path + "/.build/checkouts").flatMap { package in
            let sources = "\(root.path)/.build/checkouts/\(package)/Sources"
            return ((try? FileManager.default.contentsOfDirectory(atPath: sources)) ?? []).map { "\(sources)/\($0)/include/module.modulemap" }
        }
        let ours = try FileManager.default.contentsOfDirectory(atPath: root.path + "/Sources").map { "\(root.path)/Sources/\($0)/module.modulemap" }
        return (generated + brought + ours).filter { FileManager.default.fileExists(atPath: $0) }
    }
}
