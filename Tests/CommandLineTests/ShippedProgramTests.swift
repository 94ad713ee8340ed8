import Foundation
import Testing
import VectorSupport

@Suite("What is shipped")
struct ShippedProgramTests {
    /// What the programs have with which `make mutants` tries the tests, by function and by variable.
    private static let hooks: Set = ["isLeftOut", "MDOC_CHECK_TO_LEAVE_OUT"]
    /// A name that `mdoc` has for certain: found by the same search, it shows that the search finds.
    private static let control = "IssuerDataVerification"

    @Test("Every program that is shipped is built with the tests, so that they look into it")
    func built() throws {
        let programs = try Self.programs()
        #expect(programs.contains { $0.lastPathComponent == "mdoc" })
        for program in programs { #expect(FileManager.default.fileExists(atPath: program.path), "\(program.lastPathComponent)") }
    }

    @Test("No program has the hook by which `make mutants` leaves out a check")
    func noHook() throws {
        let traces = Traces(
            forms: Dictionary(uniqueKeysWithValues: Self.hooks.union([Self.control]).map { ($0, [Array($0.utf8)]) }))
        for program in try Self.programs() where FileManager.default.fileExists(atPath: program.path) {
            let found = traces.found(in: try Data(contentsOf: program, options: .alwaysMapped))
            #expect(found.isDisjoint(with: Self.hooks), "\(program.lastPathComponent)")
            if program.lastPathComponent == "mdoc" { #expect(found.contains(Self.control)) }
        }
    }

    /// Where the build puts each program that the package offers.
    private static func programs() throws -> [URL] {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let folder = try Tool.built("mdoc").deletingLastPathComponent()
        return manifest.matches(of: /\.executable\(name: "([^"]+)"/).map { folder.appendingPathComponent(String($0.output.1)) }
    }
}
