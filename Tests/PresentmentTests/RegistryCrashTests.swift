import Foundation
import Subprocess
import SystemPackage
import Testing
import WalletBroker

@Suite("The broker's registry, killed", .enabled(if: Program.path("registry-worker") != nil, "registry-worker is not built"))
struct RegistryCrashTests {
    @Test("A registry whose writer is killed holds what was acknowledged, and at most the one change that was under way")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("registry-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("registry.sqlite").path
        let registry = try ProviderRegistry(path: file)
        try await registry.install("Local", displayName: "Local App", documentTypes: ["type"])
        try await registry.decide(.authorized, about: "Local")
        var done = 0
        for round in 0..<6 {
            let acknowledged = try await Self.work(on: file, from: done, until: 20 + 17 * round, output: folder.appendingPathComponent("out\(round)"))
            let found = try await ProviderRegistry(path: file).documents(of: "Local")
            let numbers = Dictionary(uniqueKeysWithValues: found.map { ($0.documentIdentifier, Self.number(of: $0)) })
            let possible = [acknowledged, acknowledged + 1].map(Self.state(after:))
            #expect(possible.contains(numbers), "round \(round) after \(acknowledged) changes")
            for document in found where document.readers != Self.readers(Self.number(of: document)) { Issue.record("half a document") }
            done = numbers == possible[1] ? acknowledged + 1 : acknowledged
        }
    }

    /// Lets a worker go on from a number, and kills it after so many changes.
    ///
    /// - Returns: how many changes are acknowledged, counted from the beginning.
    private static func work(on file: String, from first: Int, until count: Int, output: URL) async throws -> Int {
        let program = try #require(Program.path("registry-worker"))
        try Data().write(to: output)
        func lines() throws -> Int { try Data(contentsOf: output).count { $0 == UInt8(ascii: "\n") } }
        let worked = try await Subprocess.run(
            .path(FilePath(program)), arguments: [file, "\(first)"], input: .none,
            output: .fileDescriptor(try FileDescriptor.open(FilePath(output.path), .writeOnly), closeAfterSpawningProcess: true), error: .discarded
        ) { worker in
            try await eventually { try lines() >= count }
            try worker.send(signal: .kill)
        }
        #expect(worked.terminationStatus == .signaled(SIGKILL), "the worker ended by itself")
        return first + (try lines())
    }

    /// The number last registered under each name, after so many changes.
    private static func state(after count: Int) -> [String: Int] {
        var state: [String: Int] = [:]
        for number in 0..<count { state["\(number % 100)"] = number }
        return state
    }

    private static func number(of document: RegisteredDocument) -> Int {
        (document.issuerKeyIdentifiers.first ?? []).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func readers(_ number: Int) -> RegisteredDocument.ReaderRequirement {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return .authorities([bytes, bytes + [1], bytes + [2]])
    }
}
