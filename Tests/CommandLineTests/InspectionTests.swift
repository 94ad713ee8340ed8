import Foundation
import Testing

@Suite("The command line: inspection")
struct InspectionTests {
    private func kinds(_ run: Tool.Run) throws -> [String] {
        #expect(run.exitCode == 0, "\(run.errors)")
        let reports = try #require(try run.json()["reports"] as? [[String: Any]])
        #expect(reports.allSatisfy { $0["verified"] as? Bool == false })
        return reports.compactMap { $0["kind"] as? String }
    }

    @Test("Whatever the four parties write is recognised")
    func kinds() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        #expect(try folder.mdoc(line: "open --session session.json --response response.json --out opened.mdoc").exitCode == 0)
        let expected = [
            "request.json": ["device-request", "encryption-info"], "response.json": ["encrypted-response"], "opened.mdoc": ["device-response"],
            "licence.mdoc": ["issuer-signed"], "issuer/iaca.pem": ["certificate"], "issuer/iaca-key.pem": ["private-key"],
        ]
        for (name, kinds) in expected { #expect(try self.kinds(folder.mdoc("inspect", "--json", name)) == kinds, "\(name)") }
        #expect(try kinds(folder.mdoc("inspect", "--json", input: folder.read("licence.mdoc"))) == ["issuer-signed"])

        let text = try folder.mdoc("inspect", "licence.mdoc")
        #expect(text.output.contains("Nothing here is verified"))
        let key = String(decoding: try folder.read("issuer/iaca-key.pem"), as: UTF8.self).split(separator: "\n")[1]
        #expect(try !folder.mdoc("inspect", "issuer/iaca-key.pem").output.contains(key))
    }

    @Test("Broken input is shown up to the byte where it breaks; text that is no encoding is unusable")
    func broken() throws {
        let exchange = try Exchange()
        let folder = exchange.folder
        try folder.write("half", try folder.read("licence.mdoc").prefix(100))
        let run = try folder.mdoc("inspect", "half")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("cbor.truncated"))
        expectUnusable(try folder.mdoc("inspect", input: Data("Dear Sir or Madam!".utf8)), "standard input")
        expectUnusable(try folder.mdoc("inspect", input: Data("a1b".utf8)), "odd")
        expectUnusable(try folder.mdoc("inspect", "nowhere"), "nowhere")
        #expect(try folder.mdoc("inspect", "--encoding", "base64", input: Data("oWFhAQ==".utf8)).exitCode == 0)
    }

    @Test("The transcript of an answer is found among candidates, and a near miss is named")
    func transcript() throws {
        let exchange = try Exchange.answered()
        let folder = exchange.folder
        #expect(try folder.mdoc(line: "open --session session.json --response response.json --out opened.mdoc").exitCode == 0)
        let line = "transcript find --response opened.mdoc --json"
        let found = try folder.mdoc(line: line + " --session session.json --origin https://other.example")
        #expect(found.exitCode == 0)
        let outcomes = try #require(try found.json()["outcomes"] as? [[String: Any]])
        #expect(outcomes.count { $0["fits"] as? Bool == true } == 1)
        #expect(try folder.mdoc(line: line + " --origin https://rentals.example --encryption-info request.json").exitCode == 0)

        let near = try folder.mdoc(line: "transcript find --response opened.mdoc --origin https://rentals.example:8443 --encryption-info request.json")
        #expect(near.exitCode == 1)
        #expect(near.output.contains("port"))
        #expect(try folder.mdoc(line: line + " --origin https://other.example --encryption-info request.json").exitCode == 1)
        expectUnusable(try folder.mdoc(line: "transcript find --response response.json --session session.json"), "sealed", "open it first")
        expectUnusable(try folder.mdoc(line: "transcript find --response opened.mdoc --team-id x"), "--merchant-id")

        try folder.write("empty", "")
        for typed in ["typo.json", "empty", "."] {
            expectUnusable(try folder.mdoc(line: line + " --origin https://rentals.example --encryption-info", typed), typed, "--encryption-info")
        }
        let info = try #require(try folder.json("session.json")["encryptionInfo"] as? String)
        #expect(try folder.mdoc(line: line + " --origin https://rentals.example --encryption-info", info).exitCode == 0, "the text itself is no path")
    }
}
