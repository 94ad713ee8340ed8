import Foundation
import Testing
import VectorSupport

@Suite("The command line: a new provider")
struct ProviderTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The end of a manifest, behind its last target.
    private static let manifestEnd = ",\n    ]\n)\n"

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

    @Test("A new provider's view has what is wrong with its folder, and gives nobody for readers that cannot be read")
    func folderError() throws {
        let folder = try Folder()
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        let provider = String(decoding: try folder.read("hello/Sources/HelloProvider/HelloProvider.swift"), as: UTF8.self)
        #expect(provider.contains("HelloView(context: context, folder: folder)"))
        let view = String(decoding: try folder.read("hello/Sources/HelloProvider/HelloView.swift"), as: UTF8.self)
        #expect(view.contains("readers: try? folder.get().readers(), "))
        #expect(view.contains("let folder = try folder.get()") && !view.contains("DocumentStoreError."))
    }

    @Test("What could not be a name or would end a text is refused", arguments: [
        ["City"], ["-city"], ["../city"], ["c\"y"], [""], ["city", "--doc-type", "a\"b"], ["city", "--doc-type", "a\"\u{301}b"], ["city", "--swift-mdoc", "a\\b"],
    ])
    func names(arguments: [String]) throws {
        let folder = try Folder()
        let place = arguments.contains("--swift-mdoc") ? [] : ["--swift-mdoc", "x"]
        #expect(try Tool.run(["provider", "new"] + place + arguments, in: folder).exitCode == 2)
        #expect(!folder.exists("city/Package.swift"))
    }

    @Test(
        "A name that makes a target which could not be built is refused before anything is written",
        arguments: ["foundation", "wallet", "document", "crypto", "c-b-o-r", "data", "identity-document", "self"])
    func taken(name: String) throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("provider", "new", name, "--swift-mdoc", Self.root.path), "another name")
        #expect(!folder.exists(name))
    }

    @Test("Modules of swift-mdoc and of what it stands on, and types that the sources of a new package name, are names that are taken")
    func allTaken() throws {
        func text(_ path: String) throws -> String { try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8) }
        let modules = try text("Package.swift").matches(of: /(\.testTarget\(\s*)?name: "([A-Z]\w*)"/).filter { $0.1 == nil }.map { String($0.2) }
        let folder = try Folder()
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        func types(_ file: String) throws -> [String] {
            let source = String(decoding: try folder.read("hello/Sources/\(file).swift"), as: UTF8.self)
            let withoutTexts = source.replacing(/"""[\s\S]*?"""/, with: "").replacing(/"(\\.|[^"\\])*"/, with: "")
            return code(withoutTexts).flatMap { $0.matches(of: /\b[A-Z]\w*/) }.map { String($0.output) }
        }
        // Of what the provider names, its own name could only be a type with the same ending.
        let ofApp = try types("Hello/Hello").filter { $0 != "Hello" }
        let ofProvider = try types("HelloProvider/HelloProvider").filter { $0.hasSuffix("Provider") && $0 != "HelloProvider" }
        #expect(modules.count > 100 && ofApp.contains("Data") && ofProvider.contains("IdentityDocumentProvider"))
        let taken = Set(try text("Sources/mdoc/Provider/TakenNames.swift").split { !($0.isLetter || $0.isNumber) }.map(String.init))
        #expect(Set(modules + ofApp + ofProvider).subtracting(taken).sorted() == [])
    }

    @Test("A new app takes in a root by the word for readers or for issuers alone, once it has looked at it, and ends with 64 at any other word")
    func trust() throws {
        let folder = try Folder()
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        let app = String(decoding: try folder.read("hello/Sources/Hello/Hello.swift"), as: UTF8.self)
        for (word, role) in [("readers", "reader"), ("issuers", "issuer")] {
            #expect(app.contains("case (\"trust\", 3) where arguments[1] == \"\(word)\": try await trust(arguments[2], as: .\(role), in: folder)"))
        }
        #expect(app.contains(/default:\n[^\n]*standardError.write\(Data\(\(usage [^\n]*\n *exit\(64\)/))
        let steps = ["TrustAnchorFolder.load(file)", "folder.trusted(name, as: role), other != root", "folder.trust(root, named: name"]
        let places = steps.compactMap { app.range(of: $0)?.lowerBound }
        #expect(places.count == steps.count && places == places.sorted())
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
        try expectCompiling("hello/Sources/" + target, in: folder)
    }

    /// Makes a package of an app alone: a new one without its provider.
    ///
    /// - Returns: the manifest that it had with the provider.
    private func app(in folder: Folder) throws -> String {
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        let whole = String(decoding: try folder.read("hello/Package.swift"), as: UTF8.self)
        let target = try #require(whole.range(of: ",\n        .executableTarget(\n            name: \"HelloProvider\""))
        try folder.write("hello/Package.swift", String(whole[..<target.lowerBound]) + Self.manifestEnd)
        for name in ["Sources/HelloProvider", "provider.json", "card.json", "README.md"] { folder.remove("hello/" + name) }
        return whole
    }

    /// What somebody would have to write, so neither comments nor empty lines.
    private func code(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    @Test("An app gains a provider by one command, which with what its manifest says of it has at most 30 lines")
    func added() throws {
        let folder = try Folder()
        let whole = try app(in: folder)
        let manifest = try folder.read("hello/Package.swift")
        let run = try folder.mdoc(
            "provider", "add", "hello", "--package", "hello", "--swift-mdoc", Self.root.path, "--doc-type", "org.example.card.1", "--json")
        #expect(run.exitCode == 0, "\(run.errors)")
        let json = try run.json()
        #expect(json["files"] as? [String] == ["hello/Sources/HelloProvider/HelloProvider.swift", "hello/provider.json"])
        let source = String(decoding: try folder.read("hello/Sources/HelloProvider/HelloProvider.swift"), as: UTF8.self)
        #expect(source.split(separator: "\n", omittingEmptySubsequences: false).dropLast().count <= 30)
        let dependency = try #require(json["dependency"] as? String)
        let target = try #require(json["target"] as? String)
        #expect(code(source).count + code(dependency).count + code(target).count <= 30)
        // What is to be pasted is what stands in a new package, and the command pastes nothing itself.
        #expect(whole.contains("dependencies: [\(dependency)]"))
        #expect(whole.hasSuffix(",\n" + target + Self.manifestEnd))
        #expect(try folder.read("hello/Package.swift") == manifest)
        let installation = try folder.json("hello/provider.json")
        #expect(installation["name"] as? String == "hello")
        #expect(installation["documentTypes"] as? [String] == ["org.example.card.1"])
        #expect((installation["program"] as? String)?.hasSuffix("/hello/.build/release/HelloProvider") == true)
        #expect((installation["apps"] as? [String])?.first?.hasSuffix("/hello/.build/release/Hello") == true)
    }

    @Test("An added provider's source compiles as it is", .enabled(if: modules != nil, "needs the modules of .build/debug"))
    func addedCompiles() throws {
        let folder = try Folder()
        _ = try app(in: folder)
        // The app depends on swift-mdoc already.
        let run = try folder.mdoc("provider", "add", "hello", "--package", "hello")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("\n        .executableTarget(\n            name: \"HelloProvider\",\n"))
        #expect(!run.output.contains(".package("))
        try expectCompiling("hello/Sources/HelloProvider", in: folder)
    }

    @Test("A provider is named after itself, and its app as it is called")
    func addedToAnother() throws {
        let folder = try Folder()
        _ = try app(in: folder)
        expectUnusable(try folder.mdoc("provider", "add", "city-library", "--package", "hello"), "CityLibrary", "--app")
        expectUnusable(try folder.mdoc("provider", "add", "city-library", "--package", "hello", "--app", "Helo"), "Helo", "--app")
        #expect(!folder.exists("hello/provider.json") && !folder.exists("hello/Sources/CityLibraryProvider"))
        #expect(try folder.mdoc("provider", "add", "city-library", "--package", "./hello", "--app", "Hello").exitCode == 0)
        let installation = try folder.json("hello/provider.json")
        #expect((installation["program"] as? String)?.hasSuffix("/hello/.build/release/CityLibraryProvider") == true)
        #expect((installation["apps"] as? [String])?.first?.hasSuffix("/hello/.build/release/Hello") == true)
        #expect((installation["apps"] as? [String])?.first?.contains("/./") == false)
    }

    @Test("Nothing of a package is replaced, and what could not become a provider is refused before anything is written")
    func addedNowhere() throws {
        let folder = try Folder()
        let whole = try app(in: folder)
        let manifest = try folder.read("hello/Package.swift")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "nowhere"), "nowhere/Package.swift", "no such file", "--package")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello", "--swift-mdoc", "elsewhere"), "elsewhere", "no package")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello", "--app", "bin/hello"), "--app")
        expectUnusable(try folder.mdoc("provider", "add", "Hello", "--package", "hello"), "small letters")
        expectUnusable(try folder.mdoc("provider", "add", "wallet", "--package", "hello", "--app", "Hello"), "WalletProvider", "another name")
        try folder.write("hello/Package.swift", whole)
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello"), "HelloProvider", "another name")
        try folder.write("hello/Package.swift", "let package = Package(name: \"hello\", targets: [.executableTarget(name: \"Hello\")])\n")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello"), "swift-mdoc", "--swift-mdoc")
        #expect(!folder.exists("hello/provider.json") && !folder.exists("hello/Sources/HelloProvider"))
        try folder.write("hello/Package.swift", manifest)
        try folder.write("hello/provider.json", "mine")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello"), "hello/provider.json", "already")
        #expect(try folder.read("hello/provider.json") == Data("mine".utf8))
        #expect(!folder.exists("hello/Sources/HelloProvider"))
        folder.remove("hello/provider.json")
        #expect(try folder.mdoc("provider", "add", "hello", "--package", "hello").exitCode == 0)
        try folder.write("hello/Sources/HelloProvider/HelloProvider.swift", "// mine")
        folder.remove("hello/provider.json")
        expectUnusable(try folder.mdoc("provider", "add", "hello", "--package", "hello"), "hello/Sources/HelloProvider", "already")
        #expect(try folder.read("hello/Sources/HelloProvider/HelloProvider.swift") == Data("// mine".utf8))
        #expect(!folder.exists("hello/provider.json"))
    }

    @Test(
        "Without one of the two places to fill in, the new provider is an error of the compiler that names the protocol",
        .enabled(if: modules != nil, "needs the modules of .build/debug"), arguments: ["var body", "func performRegistrationUpdates"])
    func cutOut(member: String) throws {
        let folder = try Folder()
        #expect(try folder.mdoc("provider", "new", "hello", "--swift-mdoc", Self.root.path).exitCode == 0)
        let file = "hello/Sources/HelloProvider/HelloProvider.swift"
        let whole = String(decoding: try folder.read(file), as: UTF8.self)
        let start = try #require(whole.range(of: "    \(member)"))
        let end = try #require(whole.range(of: "\n    }\n", range: start.upperBound..<whole.endIndex))
        try folder.write(file, String(whole[..<start.lowerBound] + whole[end.upperBound...]))
        let (isClean, errors) = try typeCheck("hello/Sources/HelloProvider", in: folder)
        #expect(!isClean)
        #expect(errors.contains("error: type 'HelloProvider' does not conform to protocol 'IdentityDocumentProvider'"), "\(errors)")
    }

    /// Checks a provider that is installed in a folder of its own.
    private func check(_ program: String, _ arguments: [String] = [], _ more: String...) throws -> Tool.Run {
        let folder = try Folder()
        try folder.write("provider.json", json: ["name": "test-provider", "program": program, "arguments": arguments])
        return try Tool.run(["provider", "check", "."] + more, in: folder)
    }

    @Test("A provider that does all it must passes; of another the points it does not meet are named, with how to mend them")
    func checked() throws {
        let program = try Tool.built("test-provider").path
        let good = try check(program, ["--with-documents"])
        #expect(good.exitCode == 0, "\(good.output)\(good.errors)")
        #expect(good.output.hasSuffix("\n10 passed, 0 failed\n"), "\(good.output)")
        let bad = try check(program, ["--with-documents", "--flaw", "answersAnyOwner"], "--json")
        #expect(bad.exitCode == 1)
        #expect(try bad.json()["failed"] as? [String] == ["sameOwner"])
        #expect(try (bad.json()["passed"] as? [String])?.count == 9)
        let dead = try check("/bin/false")
        #expect(dead.exitCode == 1)
        #expect(dead.output.contains("✘ sameOwner") && dead.output.contains("to mend it: "))
        #expect(dead.output.hasSuffix("\n0 passed, 10 failed\n"), "\(dead.output)")
    }

    @Test("What is no provider cannot be checked")
    func uncheckable() throws {
        let folder = try Folder()
        expectUnusable(try folder.mdoc("provider", "check", "nowhere"), "nowhere/provider.json")
        expectUnusable(try check("/nowhere/provider"), "/nowhere/provider", "build it")
    }

    @Test("Neither the app's name nor an argument leads a provider out of the home that it is checked in")
    func checkedInside() throws {
        for name in ["../x", "..", ".", "a/b", ""] { expectUnusable(try check("/bin/false", [], "--app", name), "--app") }
        expectUnusable(try check("/bin/false", [], "--app=-x"), "--app")
        for argument in [
            "/tmp", "--folder=/tmp", "../wallet", "..", "--folder=..", "-f/home/me/wallet", "file:///home/me/wallet", "documents/licence",
        ] {
            expectUnusable(try check("/bin/false", [argument]), argument, "leave it out")
        }
    }

    @Test("A provider that is checked starts in that home, which is gone then")
    func checkedAtHome() throws {
        let folder = try Folder()
        let program = folder.url.path + "/provider"
        try folder.write("provider", "#!/bin/sh\npwd > '\(folder.url.path)/place'\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        try folder.write("provider.json", json: ["name": "test-provider", "program": program, "arguments": ["documents"]])
        let run = try folder.mdoc("provider", "check", ".")
        #expect(run.exitCode == 1, "\(run.output)\(run.errors)")
        let place = String(decoding: try folder.read("place"), as: UTF8.self).trimmingCharacters(in: .newlines)
        #expect(place.hasPrefix("/") && !FileManager.default.fileExists(atPath: place))
    }

    @Test("A provider under a user of its own is not checked, and how it can be is said")
    func checkedUser() throws {
        let folder = try Folder()
        try folder.write("provider.json", json: [
            "name": "local", "user": "local-authority", "program": "/usr/bin/sudo",
            "arguments": ["-n", "-u", "local-authority", "/usr/libexec/local/provider"],
        ])
        expectUnusable(try folder.mdoc("provider", "check", "."), "local-authority", "without \"user\"")
    }

    /// Expects a target's sources, by its folder, to be free of errors and warnings.
    private func expectCompiling(_ target: String, in folder: Folder) throws {
        let (isClean, errors) = try typeCheck(target, in: folder)
        #expect(isClean, "\(errors)")
    }

    /// Whether a target's sources, by its folder, are free of errors and warnings, and what the compiler prints.
    private func typeCheck(_ target: String, in folder: Folder) throws -> (isClean: Bool, errors: String) {
        let sources = folder.url.appendingPathComponent(target)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.currentDirectoryURL = sources
        process.arguments =
            ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors", "-I", try #require(Self.modules).path]
            + (try Self.moduleMaps()).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] } + (try Self.headerFolders()).flatMap { ["-Xcc", $0] }
            + (try FileManager.default.contentsOfDirectory(atPath: sources.path).sorted())
        try folder.write("errors", Data())
        process.standardError = try FileHandle(forWritingTo: folder.url.appendingPathComponent("errors"))
        try process.runBounded()
        process.waitUntilExit()
        return (process.terminationStatus == 0, String(decoding: try folder.read("errors"), as: UTF8.self))
    }

    /// Where the headers of cryptographic tokens lie, as the package's manifest asks for it.
    private static func headerFolders() throws -> [String] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pkg-config", "--cflags-only-I", "p11-kit-1"]
        process.standardOutput = output
        try process.runBounded()
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
