import BrokerMessages
import Foundation
import LocalSockets
import MobileDocument
import RelyingParty
import Subprocess
import SystemPackage
import Testing
import VectorSupport
import WalletBroker

@Suite(
    "The broker's own process",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil, "the broker and its parser are not built"))
struct BrokerProcessTests {
    private static let local = BrokerFolder.Provider(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])

    /// So long that it is in no file by chance: numbers of files and times are in some.
    private static let pin = "274951608837"

    /// A folder with an enrolled PIN, and the PIN in a file.
    private static func folder() async throws -> BrokerFolder {
        let folder = try BrokerFolder([local])
        try await ServedBroker.enrolByProgram(folder, pin: pin)
        return folder
    }

    private static func agent(_ folder: BrokerFolder) throws -> TestAgent { try TestAgent(folder.configuration.runtime + "/agents.sock") }

    @Test("A request is answered, and no sheet, request or answer is in any file or output of the broker; the rule is announced")
    func answered() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, "accept:Local")
        #expect(try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]]).last == "kept one")
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        // The broker closes when it has written down the request.
        #expect(try await agent.notice() == nil)
        let exported = try await folder.run(try #require(Program.path("mdoc-broker")), ["history", "--export", "--state", folder.configuration.state])
        #expect(exported.count == 1 && exported[0].contains(#""outcome":"answered""#) && exported[0].contains(#""identifier":"family_name","isRetaining":true"#))
        let output = try broker.printed()
        #expect(output.contains("WARNING: requests are decided by a rule (accept:Local)"))
        let written = try folder.writtenBytes() + Data(output.utf8)
        for secret in [Data("CANARY".utf8), Data(Self.pin.utf8), Data(data.suffix(64)), Data(data.reversed().prefix(64))] {
            #expect(written.range(of: secret) == nil)
        }
        #expect(written.range(of: Data("family_name".utf8)) != nil)
        _ = try await folder.run(try #require(Program.path("mdoc-broker")), ["history", "--delete-all", "--state", folder.configuration.state])
        #expect(try folder.writtenBytes().range(of: Data("family_name".utf8)) == nil)
    }

    @Test("Where somebody has nothing yet, the broker makes the folder of its state, with those above it, for its owner alone")
    func fresh() async throws {
        let folder = try BrokerFolder([Self.local])
        let state = folder.path + "/new/state/mdoc"
        let broker = try await ServedBroker(folder, nil, state: state)
        #expect(try FileManager.default.attributesOfItem(atPath: state)[.posixPermissions] as? Int == 0o700)
        broker.kill()
    }

    /// How a command of the history ended, with its output where this leads, and what it said.
    private static func history(
        _ arguments: [String], state: String, to output: String = "/dev/null"
    ) async throws -> (isSuccess: Bool, words: String) {
        let program = try #require(Program.path("mdoc-broker"))
        let result = try await Subprocess.run(
            .path("/bin/sh"),
            arguments: Arguments(["-c", "exec \"$@\" >\(output)", "sh", program, "history"] + arguments + ["--state", state]),
            output: .discarded, error: .string(limit: 4096))
        return (result.terminationStatus.isSuccess, result.standardError)
    }

    @Test("Where there is no history none is made, whatever is asked of it", arguments: [[], ["--export"], ["--delete", "1"], ["--delete-all"]])
    func noHistory(_ arguments: [String]) async throws {
        let folder = try BrokerFolder([])
        for name in ["typo", "empty"] {
            let state = folder.path + "/" + name
            if name == "empty" {
                try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            }
            let run = try await Self.history(arguments, state: state)
            #expect(!run.isSuccess)
            let mend = "name the broker's folder with --state, or begin one with 'mdoc-broker serve'"
            #expect(run.words == "Error: there is no history at \(state)/history.sqlite; \(mend)\n", "\(run.words)")
            let made = try? FileManager.default.contentsOfDirectory(atPath: state)
            #expect(name == "empty" ? made == [] : made == nil)
        }
    }

    @Test("An export that cannot be written fails, as a list does, so nobody deletes what they do not have; what is deleted is counted")
    func unwritten() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, "decline")
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        // The broker closes when it has written down the request.
        #expect(try await agent.notice() == nil)
        broker.kill()
        let state = folder.configuration.state
        for arguments in [["--export"], []] {
            let run = try await Self.history(arguments, state: state, to: "/dev/full")
            #expect(!run.isSuccess)
            #expect(run.words == "Error: cannot write the result, no space left on device; check where the output goes\n", "\(run.words)")
        }
        for words in ["Deleted 1 entry.\n", "Deleted 0 entries.\n"] {
            let run = try await Self.history(["--delete-all"], state: state)
            #expect(run.isSuccess && run.words == words, "\(run.words)")
        }
    }

    @Test("A broker without a program that it needs, or with a file for a folder of providers, says so and does not serve", arguments: [
        (["--parser", "/nosuch"], "there is no program /nosuch; name mdoc-request-parser with --parser"),
        (["--parser", "/etc"], "there is no program /etc; name mdoc-request-parser with --parser"),
        (["--parser", "/etc/passwd"], "there is no program /etc/passwd; name mdoc-request-parser with --parser"),
        (["--parser", "/bin/false", "--hybrid", "/nosuch", "--tunnel", "1000"], "there is no program /nosuch; name mdoc-hybrid with --hybrid"),
        (["--parser", "/bin/false", "--role", "asks", "--hybrid", "/etc/passwd"], "there is no program /etc/passwd; name mdoc-hybrid with --hybrid"),
        (["--parser", "/bin/false", "--providers", "/etc/passwd"], "/etc/passwd is a file; name the folder of the installed providers with --providers"),
    ])
    func misplaced(arguments: [String], words: String) async throws {
        let folder = try BrokerFolder([])
        let configuration = folder.configuration
        let result = try await Subprocess.run(
            .path(FilePath(#require(Program.path("mdoc-broker")))),
            arguments: Arguments(["serve", "--state", configuration.state, "--runtime", configuration.runtime] + arguments),
            output: .string(limit: 4096), error: .string(limit: 1 << 16))
        #expect(!result.terminationStatus.isSuccess && result.standardOutput.isEmpty)
        #expect(result.standardError.hasPrefix("Error: \(words)\n"), "\(result.standardError)")
        #expect(!FileManager.default.fileExists(atPath: configuration.state))
    }

    @Test("A folder for sockets that is empty or relative is none: the broker says so, and makes no folder elsewhere", arguments: ["", "run"])
    func noRuntime(folder: String) async throws {
        let result = try await Subprocess.run(
            .path(FilePath(#require(Program.path("mdoc-broker")))), arguments: ["serve", "--parser", "/bin/false", "--decide-without-person", "decline"],
            environment: .inherit.updating(["XDG_RUNTIME_DIR": folder]), output: .string(limit: 4096), error: .string(limit: 1 << 16))
        #expect(!result.terminationStatus.isSuccess)
        #expect(result.standardError.hasPrefix("Error: XDG_RUNTIME_DIR is not set to an absolute path; name a folder with --runtime\n"), "\(result.standardError)")
    }

    @Test("A file of the broker's that a command cannot use is named", arguments: [("history", "history.sqlite"), ("enrol", "enrolments.sqlite")])
    func unusableFile(command: String, file: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/" + file
        try Data(String(repeating: "no database", count: 100).utf8).write(to: URL(fileURLWithPath: path))
        let result = try await Subprocess.run(
            .path(FilePath(#require(Program.path("mdoc-broker")))), arguments: [command, "--state", folder.path], output: .discarded,
            error: .string(limit: 4096))
        #expect(!result.terminationStatus.isSuccess && result.standardError.hasPrefix("Error: \(path): the "), "\(result.standardError)")
    }

    @Test("A broker serves on when whoever reads what it prints has gone")
    func unread() async throws {
        let requests = try RequestScene()
        let folder = try BrokerFolder([Self.local])
        let configuration = folder.configuration
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            // The signal as a shell has it: this process may ignore it, and what it starts would, too.
            "-c", "exec env --default-signal=PIPE \"$0\" \"$@\" 2>&1", try #require(Program.path("mdoc-broker")), "serve", "--state", configuration.state,
            "--runtime", configuration.runtime, "--providers", configuration.providers, "--parser", configuration.parser,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        try process.runBounded()
        defer { kill(process.processIdentifier, SIGKILL) }
        var printed = ""
        while !printed.contains("serving at") {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "\(printed)")
            printed += String(decoding: data, as: UTF8.self)
        }
        try output.fileHandleForReading.close()
        for _ in 1...2 {
            // It says on its standard error why it refuses.
            let agent = try Self.agent(folder)
            try await agent.present(Array("{}".utf8), origin: requests.origin)
            #expect(try await agent.notice() == .ended(.malformed(code: "request.missingMember")))
        }
    }

    @Test("Of input without end the broker takes no more than it asks for, and what it asks for is answered by it")
    func endlessInput() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, nil)
        // What a pipe and a buffer hold; without a bound it would be all of it.
        #expect(try await broker.typeLines(upTo: 16 << 20) < 4 << 20)
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        // An empty line declines.
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        broker.kill()
    }

    @Test("After three requests there are three entries; one is deleted by its number, and the two others remain")
    func deleted() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let program = try #require(Program.path("mdoc-broker"))
        let state = folder.configuration.state
        func history(_ arguments: String...) async throws -> [String] { try await folder.run(program, ["history"] + arguments + ["--state", state]) }
        let broker = try await ServedBroker(folder, "accept:Local")
        #expect(try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]]).last == "kept one")
        let elements: [ElementIdentifier] = ["family_name", "portrait", "document_number"]
        for element in elements {
            let data = try requests.data([RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: [element])])
            let agent = try Self.agent(folder)
            try await agent.present(data, origin: requests.origin)
            #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
            // The broker closes when it has written down the request, and takes the next one.
            #expect(try await agent.notice() == nil)
        }
        func asked(_ lines: [String]) -> [Substring] { lines.compactMap { $0.firstMatch(of: /"identifier":"([^"]*)"/)?.output.1 } }
        #expect(try await asked(history("--export")) == ["family_name", "portrait", "document_number"])
        // The newest is listed first, so the second one is in the middle either way.
        let listed = try await history()
        try #require(listed.count == 3)
        #expect(listed.allSatisfy { $0.contains("  answered  Local App  1 element, ") }, "\(listed)")
        let number = try #require(listed[1].split(separator: " ").first)
        #expect(try await history("--delete", String(number)).isEmpty)
        let again = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(["history", "--delete", String(number), "--state", state]),
            output: .discarded, error: .string(limit: 4096))
        #expect(again.terminationStatus == .exited(1))
        #expect(again.standardError == "Error: there is no entry \(number); 'mdoc-broker history' lists them\n")
        #expect(try await asked(history("--export")) == ["family_name", "document_number"])
        #expect(try folder.writtenBytes().range(of: Data("portrait".utf8)) == nil)
        let files = try FileManager.default.contentsOfDirectory(atPath: state).filter { $0.hasPrefix("history.sqlite") }
        #expect(files.contains("history.sqlite"))
        for file in files {
            let mode = try FileManager.default.attributesOfItem(atPath: "\(state)/\(file)")[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(file)")
        }
        broker.kill()
    }

    @Test("The list says of a request that another device was chosen for that it was, and of one that nothing was chosen for that no app was")
    func chosen() async throws {
        let folder = try BrokerFolder([])
        let state = folder.configuration.state
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        do {
            let history = try PresentmentHistory(path: state + "/history.sqlite")
            for device in ["", #", "device": "scanning""#] {
                let record = #"{"time": 0, "origin": "https://rentals.example", "outcome": "declined", "documents": []\#(device)}"#
                _ = try await history.add(try JSONDecoder().decode(PresentmentRecord.self, from: Data(record.utf8)))
            }
        }
        let listed = try await folder.run(try #require(Program.path("mdoc-broker")), ["history", "--state", state])
        #expect(listed.count == 2)
        #expect(listed.first?.contains("  another device  ") == true && listed.last?.contains("  no app  ") == true, "\(listed)")
    }

    @Test(
        "Another user cannot read the history, even where the folders would let them in",
        .enabled(if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv"), "needs root and setpriv"))
    func otherUser() async throws {
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, "decline")
        broker.kill()
        let state = folder.configuration.state
        for path in [folder.path, state] { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
        let file = state + "/history.sqlite"
        let reading = BrokerFolder.becoming("65534") + ["/usr/bin/head", "-c", "15", file]
        #expect(try await folder.run("/usr/bin/setpriv", reading) == [])
        // Nothing but its own mode has kept them out.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        #expect(try await folder.run("/usr/bin/setpriv", reading) == ["SQLite format 3"])
    }

    @Test("A rule that declines, and one whose PIN is wrong, release nothing", arguments: ["decline", "accept:Local", "accept:Nobody"])
    func declined(_ rule: String) async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        try Data("274952".utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
        let broker = try await ServedBroker(folder, rule)
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]])
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(folder.log("Local")?.contains("released") != true)
        broker.kill()
    }

    @Test("A rule that accepts a provider which cannot answer agrees once, and then declines")
    func unanswered() async throws {
        let requests = try RequestScene()
        let flawed = BrokerFolder.Provider(name: "Local", documents: Self.local.documents, arguments: ["--flaw", "throwsInAnswer"])
        let folder = try BrokerFolder([flawed])
        try await ServedBroker.enrol(folder)
        let broker = try await ServedBroker(folder, "accept:Local")
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]])
        // Allowed now, it is told to register what it has: its log begins anew with that, and must not later.
        try await eventually { folder.log("Local")?.contains("updated\nover") == true }
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(folder.log("Local")?.components(separatedBy: "released").count == 2)
        broker.kill()
    }

    @Test("A request that its page takes back leaves the terminal without a word from the person: what is typed next answers the next request")
    func takenBack() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, nil)
        let data = try requests.data()
        let question = "No app can answer. Press Return to decline."
        let first = try Self.agent(folder)
        try await first.present(data, origin: requests.origin)
        try await broker.prints(question)
        first.channel.close()
        try await broker.prints("The request is over: it was taken back")
        let second = try Self.agent(folder)
        try await second.present(data, origin: requests.origin)
        try await eventually { try broker.printed().ranges(of: question).count == 2 }
        try broker.type("")
        #expect(try await second.end(data, origin: requests.origin) == .ended(.notAllowed))
        try await broker.prints("The request is over: declined.")
        #expect(try !broker.printed().contains("(consent."))
        broker.kill()
    }

    @Test("However many requests come, genuine ones and others, the broker does not grow")
    func flat() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await ServedBroker(folder, "decline")
        var mutator = try RequestMutator(requests, seed: 23)
        var (endings, residentAtFirst) = ([String: Int](), 0)
        for round in 0..<Program.parsers {
            let agent = try Self.agent(folder)
            let data = mutator.next()
            try await agent.present(data, origin: requests.origin)
            guard case .ended(let ending)? = try await agent.end(data, origin: requests.origin) else {
                Issue.record("round \(round): no ending for \(Data(data).base64EncodedString())")
                break
            }
            endings[ending.code ?? (ending == .notAllowed ? "notAllowed" : "inProgress"), default: 0] += 1
            if round == Program.parsers / 2 { residentAtFirst = ResidentMemory.bytes(of: broker.identifier) }
        }
        let grown = ResidentMemory.bytes(of: broker.identifier) - residentAtFirst
        #expect(residentAtFirst > 0 && grown < 16 << 20, "\(grown) bytes more after \(Program.parsers / 2) requests")
        #expect(endings["notAllowed", default: 0] > 0 && endings.keys.contains { $0.hasPrefix("request.") }, "too little of one kind: \(endings)")
        if Program.parsers > 1000 { print("\(Program.parsers) requests, the broker holds \(residentAtFirst >> 10) KiB, \(grown >> 10) KiB grown: \(endings)") }
        broker.kill()
    }
}
