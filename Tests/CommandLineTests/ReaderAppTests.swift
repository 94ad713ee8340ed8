import Foundation
import Testing

@Suite("The command line: what an app needs")
struct ReaderAppTests {
    private func folder() throws -> Folder {
        let folder = try Folder()
        #expect(try folder.mdoc(line: "reader init --out reader --domain rentals.example").exitCode == 0)
        try folder.write("program", "a program")
        return folder
    }

    private func app(_ folder: Folder, merchant: String = "merchant.example.docking", element: String = "age-at-least", _ more: String...) throws -> Tool.Run {
        try Tool.run(
            ["reader", "app", "--authority", "reader", "--out", "app", "--program", "program", "--client", "example.docking", "--name", "Docking Pass"]
                + ["--merchant", merchant, "--team", "DOCKING", "--element", element] + more, in: folder)
    }

    @Test("What cannot be certified is named with its option and leaves nothing behind, so that the corrected command does its work")
    func corrected() throws {
        let folder = try folder()
        expectUnusable(try app(folder, merchant: String(repeating: "m", count: 65)), "change --merchant")
        #expect(!folder.exists("app"))
        let run = try app(folder, merchant: String(repeating: "m", count: 64))
        #expect(run.exitCode == 0, "\(run.errors)")
        for name in ["grant.jwt", "merchant.pem", "merchant-key.pem"] { #expect(folder.exists("app/\(name)"), "\(name)") }
        let again = try app(folder)
        expectUnusable(again, "app/grant.jwt", "--out")
    }

    @Test(
        "A privacy policy that a registrar would refuse is refused by its own option, and nothing is made",
        arguments: ["", "http://docking.example", "javascript:alert(1)", "https://docking.example/\u{202E}"])
    func policy(_ policy: String) throws {
        let folder = try folder()
        expectUnusable(try app(folder, "--privacy-policy", policy), "change --privacy-policy")
        #expect(!folder.exists("app"))
    }

    @Test("Where the names of what was made cannot be printed, that is said")
    func unprinted() throws {
        let folder = try folder()
        let run = try Tool.shell(
            """
            mdoc reader app --authority reader --out app --program program --client example.docking --name Docking --element age-at-least \
                --merchant merchant.example.docking --team DOCKING > /dev/full
            """, in: folder)
        expectUnusable(run, "cannot write the result")
    }

    @Test("A word that no table has for the document is not granted, nor any word of a document without a table")
    func words() throws {
        let folder = try folder()
        expectUnusable(try app(folder, element: "given_name"), "given_name", "--element", "given-name")
        expectUnusable(try app(folder, element: "given-name", "--doc-type", "eu.europa.ec.av.1"), "given-name", "age-at-least")
        expectUnusable(try app(folder, "--doc-type", "org.example.card.1"), "org.example.card.1", "--doc-type")
        #expect(!folder.exists("app"))
        #expect(try app(folder, element: "given-name").exitCode == 0)
    }
}
