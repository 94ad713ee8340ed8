import Foundation
import Testing

@Suite("A registered reader on a developer's machine")
struct RegisteredReaderTests {
    private static let icon = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/SpaceshipRentals/brand.png").path

    @Test("Its certificate has brand, icon and elements: a request within them is the brand's, one beyond them is not")
    func registered() throws {
        let folder = try Folder()
        let made = try folder.mdoc(
            line: "reader init --out reader --domain rentals.example --organization Rentals --element family_name --icon", Self.icon)
        #expect(made.exitCode == 0, "\(made.output)")
        func brand(asking element: String) throws -> String? {
            let create = "request create --origin https://rentals.example --purpose identity --request r.json --reader reader"
            #expect(try folder.mdoc(line: create, "--element", element, "--session", "\(element).json").exitCode == 0)
            let run = try folder.mdoc(line: "verify-request --request r.json --origin https://rentals.example --reader-trust reader/trust --json")
            return try #require(try run.json()["readers"] as? [[String: Any]]).first?["brand"] as? String
        }
        #expect(try brand(asking: "family_name") == "Rentals")
        #expect(try brand(asking: "portrait") == nil)
    }

    @Test("A reader's certificate names the revocation list of its authority where one is given, registered or not", arguments: [false, true])
    func revocationList(isRegistered: Bool) throws {
        let folder = try Folder()
        let more = isRegistered ? ["--organization", "Rentals", "--element", "family_name", "--icon", Self.icon] : []
        let crl = "https://utopia.example/readers.crl"
        for (name, options) in [("with", ["--crl", crl]), ("without", [])] as [(String, [String])] {
            let run = try Tool.run(["reader", "init", "--out", name, "--domain", "rentals.example"] + more + options, in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            let isNamed = try folder.certificate("\(name)/reader.pem").range(of: Data(crl.utf8)) != nil
            #expect(isNamed == !options.isEmpty, "\(name)")
        }
    }

    @Test(
        "Half of a registration is refused",
        arguments: ["--element family_name", "--organization Rentals --element family_name --icon no-such.png", "--element family_name --icon ICON"])
    func refused(options: String) throws {
        let folder = try Folder()
        let run = try folder.mdoc(line: "reader init --out reader --domain rentals.example " + options.replacing("ICON", with: Self.icon))
        #expect(run.exitCode == 2)
    }
}
