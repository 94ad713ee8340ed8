import BrokerMessages
import Foundation
import Glibc
import LocalSockets
import Testing
import WalletBroker

@Suite(
    "The broker's own process, and processes that are killed",
    .enabled(if: Program.confined("mdoc-request-parser") != nil && Program.path("mdoc-broker") != nil, "the broker and its parser are not built"))
struct BrokerProcessTests {
    private static let local = BrokerFolder.Provider(name: "Local", documents: ["one=\(BrokerFolder.licence)=any"])

    /// `mdoc-broker serve`, deciding by a rule.
    private final class Served {
        let process = Process()
        let output: String

        init(_ folder: BrokerFolder, _ rule: String) async throws {
            let configuration = folder.configuration
            output = folder.path + "/output"
            let log = URL(fileURLWithPath: output)
            try Data().write(to: log)
            process.executableURL = URL(fileURLWithPath: try #require(Program.path("mdoc-broker")))
            process.arguments = [
                "serve", "--state", configuration.state, "--runtime", configuration.runtime, "--providers", configuration.providers, "--parser",
                configuration.parser, "--decide-without-person", rule, "--pin-file", folder.path + "/pin",
            ]
            let handle = try FileHandle(forWritingTo: log)
            (process.standardOutput, process.standardError) = (handle, handle)
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let isRunning = { [process] in process.isRunning }
            try await eventually { [output] in
                if !isRunning() { throw CancellationError() }
                return try String(contentsOfFile: output, encoding: .utf8).contains("serving at")
            }
        }

        func kill() {
            Glibc.kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        deinit { kill() }
    }

    /// A folder with an enrolled PIN, and the PIN in a file.
    private static func folder() async throws -> BrokerFolder {
        let folder = try BrokerFolder([local])
        try Data("274951\n".utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
        let enrolling = Process()
        enrolling.executableURL = URL(fileURLWithPath: try #require(Program.path("mdoc-broker")))
        enrolling.arguments = ["enrol", "--state", folder.configuration.state, "--phrase", "blue heron"]
        enrolling.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.path + "/pin"))
        enrolling.standardError = FileHandle.nullDevice
        try enrolling.run()
        while enrolling.isRunning { try await Task.sleep(for: .milliseconds(20)) }
        #expect(enrolling.terminationStatus == 0)
        return folder
    }

    private static func agent(_ folder: BrokerFolder) throws -> TestAgent { try TestAgent(folder.configuration.runtime + "/agents.sock") }

    @Test("A request is answered, and no sheet, request or answer is in any file or output of the broker; the rule is announced")
    func answered() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let broker = try await Served(folder, "accept:Local")
        #expect(try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]]).last == "kept one")
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        let exported = try await folder.run(try #require(Program.path("mdoc-broker")), ["history", "--export", "--state", folder.configuration.state])
        #expect(exported.count == 1 && exported[0].contains(#""outcome":"answered""#) && exported[0].contains(#""identifier":"family_name","isRetaining":true"#))
        let output = try String(contentsOfFile: broker.output, encoding: .utf8)
        #expect(output.contains("WARNING: requests are decided by a rule (accept:Local)"))
        let written = try folder.writtenBytes() + Data(output.utf8)
        for secret in [Data("CANARY".utf8), Data("274951".utf8), Data(data.suffix(64)), Data(data.reversed().prefix(64))] {
            #expect(written.range(of: secret) == nil)
        }
        #expect(written.range(of: Data("family_name".utf8)) != nil)
        _ = try await folder.run(try #require(Program.path("mdoc-broker")), ["history", "--delete-all", "--state", folder.configuration.state])
        #expect(try folder.writtenBytes().range(of: Data("family_name".utf8)) == nil)
    }

    @Test("A rule that declines, and one whose PIN is wrong, release nothing", arguments: ["decline", "accept:Local", "accept:Nobody"])
    func declined(_ rule: String) async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        try Data("274952".utf8).write(to: URL(fileURLWithPath: folder.path + "/pin"))
        let broker = try await Served(folder, rule)
        _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]])
        let data = try requests.data()
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(folder.log("Local")?.contains("released") != true)
        broker.kill()
    }

    @Test("A broker that is killed while it waits for the request takes its provider along, keeps the registry, and answers the next time")
    func killedBroker() async throws {
        let requests = try RequestScene()
        let folder = try await Self.folder()
        let data = try requests.data()
        do {
            let broker = try await Served(folder, "accept:Local")
            _ = try await folder.run(folder.program("Local"), ["--as-app", "--register", Self.local.documents[0]])
            let agent = try Self.agent(folder)
            try await agent.present(data, origin: requests.origin)
            #expect(try await agent.notice() == .pull)
            broker.kill()
            #expect(try await agent.notice() == nil)
        }
        try await eventually { folder.log("Local")?.contains("over") == true }
        #expect(folder.log("Local")?.contains("released") == false)
        let broker = try await Served(folder, "accept:Local")
        let agent = try Self.agent(folder)
        try await agent.present(data, origin: requests.origin)
        #expect(try await agent.end(data, origin: requests.origin) == .response(data.reversed()))
        broker.kill()
    }

    @Test("A provider that is killed ends the request and nothing else", arguments: [false, true])
    func killedProvider(isAgreedTo: Bool) async throws {
        let requests = try RequestScene()
        let scene = try await BrokerScene([Self.local])
        let data = try requests.data()
        let agent = try scene.agent()
        try await agent.present(data, origin: requests.origin)
        let session = try await scene.consent.next()
        try await session.review("Local", pressing: isAgreedTo ? "accept" : nil)
        if isAgreedTo { _ = try await session.transaction() }
        for process in try Self.processes(of: scene.folder.program("Local")) { kill(process, SIGKILL) }
        #expect(try await agent.end(data, origin: requests.origin) == .ended(.notAllowed))
        #expect(try await session.outcome() == .failed(code: "provider.ended"))
        let next = try scene.agent()
        try await next.present(data, origin: requests.origin)
        let again = try await scene.consent.next()
        try await again.review("Local", pressing: "accept")
        try await again.confirm(try await scene.verify(try await again.transaction()))
        #expect(try await next.end(data, origin: requests.origin) == .response(data.reversed()))
        await scene.end()
    }

    private static func processes(of program: String) throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { process in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")) == program
        }
    }
}
