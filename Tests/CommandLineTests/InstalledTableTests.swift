import Foundation
import Testing

@Suite("The command line: tables of one's own")
struct InstalledTableTests {
    private static let table = """
        namespace | org.example.galley | closed
        element | cook_name   | text | M | personal   | Cook   | 料理人     | 요리사      | Cozinheiro
        element | cook_number | text | M | restricted | Number | 料理人番号 | 요리사 번호 | Número
        """

    /// A folder with a document that the table describes.
    private func issued() throws -> Folder {
        let folder = try Exchange().folder
        let elements = ["cook_name": "Mary Jane", "cook_number": "GN-447-19"]
        try folder.write("cook.json", json: ["docType": "org.example.cook.1", "nameSpaces": ["org.example.galley": elements]])
        let issued = try folder.mdoc(
            line: "issuer issue --issuer issuer --content cook.json --device-key device-key.pem --out cook.mdoc", "--valid-from", "2026-06-01",
            "--valid-until", "2026-12-01")
        try #require(issued.exitCode == 0, "\(issued.errors)")
        return folder
    }

    /// Verifies it, with this in the environment.
    private func verification(_ environment: String, _ options: String = "") -> String {
        """
        export \(environment)
        mdoc verify-issued --issuer-signed cook.mdoc --doc-type org.example.cook.1 --trust issuer/trust --at \(Exchange.moment) \(options)
        """
    }

    @Test("A verified value that an installed table calls restricted is masked; where a table or the folder named cannot be read no value is shown")
    func masked() throws {
        let folder = try issued()
        let verification = verification("MDOC_ELEMENT_TABLES=tables")
        expectUnusable(try Tool.shell(verification, in: folder), "tables", "no folder")
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("tables"), withIntermediateDirectories: false)
        let unknown = try Tool.shell(verification, in: folder)
        #expect(unknown.exitCode == 0 && unknown.output.contains("GN-447-19"), "\(unknown.output)\(unknown.errors)")
        try folder.write("tables/galley.table", Self.table)
        let known = try Tool.shell(verification, in: folder)
        #expect(known.exitCode == 0 && known.output.contains("Mary Jane") && known.output.contains("•••••••19"))
        #expect(known.output.contains("Number") && !known.output.contains("GN-447-19"))
        try folder.write("tables/other.table", "nonsense")
        expectUnusable(try Tool.shell(verification, in: folder), "tables/other.table", "line 1")
    }

    @Test("Programs are shown as much of what is restricted as people are: masked, and whole where that is asked for")
    func maskedForPrograms() throws {
        let folder = try issued()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("tables"), withIntermediateDirectories: false)
        try folder.write("tables/galley.table", Self.table)
        func shown(_ options: String) throws -> Tool.Run {
            let run = try Tool.shell(verification("MDOC_ELEMENT_TABLES=tables", options), in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            return run
        }
        func elements(_ options: String) throws -> [String: String]? {
            let documents = try shown(options).json()["documents"] as? [[String: Any]]
            return (documents?.first?["issuerSigned"] as? [String: [String: String]])?["org.example.galley"]
        }
        #expect(try elements("--json") == ["cook_name": "Mary Jane", "cook_number": "•••••••19"])
        #expect(try elements("--json --unmasked") == ["cook_name": "Mary Jane", "cook_number": "GN-447-19"])
        #expect(try shown("").output.contains("•••••••19"))
        #expect(try shown("--unmasked").output.contains("GN-447-19"))
        try folder.write("tables/other.table", "nonsense")
        expectUnusable(try Tool.shell(verification("MDOC_ELEMENT_TABLES=tables", "--json"), in: folder), "tables/other.table", "line 1")
    }

    @Test("An inspection too masks what an installed table calls restricted, for people and for programs; it shows it whole where that is asked for")
    func inspected() throws {
        let folder = try issued()
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("tables"), withIntermediateDirectories: false)
        try folder.write("tables/galley.table", Self.table)
        func shown(_ options: String) throws -> Tool.Run { try Tool.shell("export MDOC_ELEMENT_TABLES=tables\nmdoc inspect \(options) cook.mdoc", in: folder) }
        for (options, isWhole) in [("", false), ("--json", false), ("--unmasked", true), ("--json --unmasked", true)] {
            let run = try shown(options)
            #expect(run.exitCode == 0 && run.output.contains("Mary Jane"), "\(run.errors)")
            #expect(run.output.contains("GN-447-19") == isWhole && run.output.contains("•••••••19") != isWhole, "\(options)")
        }
        try folder.write("tables/other.table", "nonsense")
        expectUnusable(try shown(""), "tables/other.table", "line 1")
    }

    @Test("A wallet answers no website that would keep what an installed table calls restricted, and none at all where a table cannot be read")
    func kept() throws {
        let folder = try issued()
        let reader = try folder.mdoc(
            "reader", "init", "--out", "reader", "--domain", "rentals.example", "--organization", "Spaceship Rentals", "--at", Exchange.moment)
        try #require(reader.exitCode == 0, "\(reader.errors)")
        try FileManager.default.createDirectory(at: folder.url.appendingPathComponent("tables"), withIntermediateDirectories: false)
        try folder.write("tables/galley.table", Self.table)
        let galley = "org.example.galley"
        func answer(_ elements: String) throws -> Tool.Run {
            try Tool.shell(
                """
                export MDOC_ELEMENT_TABLES=tables
                rm -f session.json request.json
                mdoc request create --reader reader --doc-type org.example.cook.1 \(elements) --origin \(Exchange.origin) \
                  --session session.json --request request.json --at \(Exchange.moment) > /dev/null || exit 9
                mdoc respond --request request.json --origin \(Exchange.origin) --document cook.mdoc --device-key device-key.pem \
                  --reader-trust reader/trust --out response.json --at \(Exchange.moment) --json
                """, in: folder)
        }
        let (name, number) = ("--element \(galley)/cook_name", "--element \(galley)/cook_number")
        let answered = try answer("\(name):retain \(number)")
        #expect(answered.exitCode == 0, "\(answered.output)\(answered.errors)")
        let refused = try answer("\(name) \(number):retain")
        #expect(refused.exitCode == 1, "\(refused.output)\(refused.errors)")
        #expect((try refused.json()["reason"] as? String)?.contains("\(galley)/cook_number is restricted") == true, "\(refused.output)")
        try folder.write("tables/other.table", "nonsense")
        expectUnusable(try answer(name), "tables/other.table", "line 1")
    }

    @Test("A user without a folder of tables has none; where it is a link to nowhere, or cannot be looked at, no value is shown")
    func outOfReach() throws {
        let folder = try issued()
        let verification = verification("MDOC_ELEMENT_TABLES= XDG_DATA_HOME=data")
        let without = try Tool.shell(verification, in: folder)
        #expect(without.exitCode == 0 && without.output.contains("GN-447-19"), "\(without.output)\(without.errors)")
        let place = folder.url.appendingPathComponent("data/mdoc")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: place.path + "/tables", withDestinationPath: folder.url.path + "/away")
        expectUnusable(try Tool.shell(verification, in: folder), "data/mdoc/tables", "no folder")
        try FileManager.default.removeItem(at: place)
        try folder.write("data/mdoc", Data())
        expectUnusable(try Tool.shell(verification, in: folder), "data/mdoc/tables", "no folder")
    }
}
