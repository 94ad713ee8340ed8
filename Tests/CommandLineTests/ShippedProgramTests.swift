import Foundation
import Testing
import VectorSupport

@Suite("What is shipped")
struct ShippedProgramTests {
    /// What the programs have with which `make mutants` tries the tests, by function and by variable.
    private static let hooks: Set = ["isLeftOut", "MDOC_CHECK_TO_LEAVE_OUT"]
    /// A name that `mdoc` has for certain: found by the same search, it shows that the search finds.
    private static let control = "IssuerDataVerification"

    @Test("No program has the hook by which `make mutants` leaves out a check")
    func noHook() throws {
        let traces = Traces(
            forms: Dictionary(uniqueKeysWithValues: Self.hooks.union([Self.control]).map { ($0, [Array($0.utf8)]) }))
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let names = manifest.matches(of: /\.executable\(name: "([^"]+)"/).map { String($0.output.1) }
        let mdoc = try Tool.built("mdoc")
        #expect(names.contains("mdoc"))
        for name in names {
            let program = mdoc.deletingLastPathComponent().appendingPathComponent(name)
            guard FileManager.default.fileExists(atPath: program.path) else {
                Issue.record("\(name) is not built, so nobody looked into it; run `swift build --build-tests`")
                continue
            }
            let found = traces.found(in: try Data(contentsOf: program, options: .alwaysMapped))
            #expect(found.isDisjoint(with: Self.hooks), "\(name)")
            if name == "mdoc" { #expect(found.contains(Self.control)) }
        }
    }
}
