import BrokerMessages
import Foundation
import LocalSockets
import Testing

@testable import WalletBroker

@Suite("What programs print that the broker starts")
struct ConnectedProcessTests {
    /// Runs a script of the shell as a program of a provider.
    private static func start(_ script: String, log: String) throws -> ProviderProcess {
        try ProviderProcess("/bin/sh", ["-c", script], log: log, environment: [:])
    }

    @Test("What a program printed before its end is in its log, whole, when that is heard")
    func whole() async throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        for round in 0..<20 {
            let process = try Self.start("echo first; echo why >&2; exit 3", log: log)
            #expect(await process.report() == nil)
            #expect(try String(contentsOfFile: log, encoding: .utf8) == "first\nwhy\n", "round \(round)")
        }
    }

    @Test("A program that cannot be started has ended, and its log says why: it is gone, or nobody may run it")
    func unstartable() async throws {
        let folder = try TemporaryFolder()
        let (log, text) = (folder.path + "/log", folder.path + "/text")
        try Data("no program".utf8).write(to: URL(fileURLWithPath: text))
        for program in [folder.path + "/gone", text] {
            let process = try ProviderProcess(program, [], log: log, environment: [:])
            #expect(await process.report() == nil)
            try await eventually { try String(contentsOfFile: log, encoding: .utf8).contains(program) }
        }
    }

    @Test("However much a program prints, its log has a bound and says so, and what it has started prints to nobody once it has ended itself")
    func flood() async throws {
        let folder = try TemporaryFolder()
        let (log, over) = (folder.path + "/log", folder.path + "/over")
        let process = try Self.start("(yes; echo over >'\(over)') & yes | head -c 4194304", log: log)
        #expect(await process.report() == nil)
        try await eventually { FileManager.default.fileExists(atPath: over) }
        let printed = try Data(contentsOf: URL(fileURLWithPath: log))
        #expect(printed.count == ProgramLog.maximumBytes)
        #expect(String(decoding: printed.suffix(40), as: UTF8.self).hasSuffix("left out.)\n"))
    }
}
