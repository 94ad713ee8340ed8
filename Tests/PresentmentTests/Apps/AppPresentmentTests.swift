import BrokerMessages
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import WalletBroker

/// Whether what these tests start is there.
let canAskAsApp = Program.confined("mdoc-request-parser") != nil && ["test-app", "wallet-provider"].allSatisfy { Program.path($0) != nil }

@Suite("An app asks, a person agrees, the app's server verifies", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct AppPresentmentTests {
    private static let licence = BrokerFolder.licence

    @Test("One call, one sheet, one confirmation: the server gets exactly the two elements that were asked of a whole licence")
    func answered() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["document-number", "portrait", "date-of-birth"]])
        let (lines, sheet) = try await scene.agree(
            "--kind", "drivers-license", "--word", "document-number", "--word", "date-of-birth:30", grant: grant)
        #expect(lines.first == "window \(CollectingConsent.window)")
        #expect(scene.consent.shown == 1)
        for text in ["Docking Pass", "To dock your ship.", AppScene.merchant, "https://docking.example/privacy", "https://harbour.example/privacy"] {
            #expect(sheet.contains(text), "\(text)")
        }
        let received = try #require(try scene.received(lines))
        #expect(Set(received.keys) == [ElementReference(.mobileDrivingLicence, "document_number"), ElementReference(.mobileDrivingLicence, "birth_date")])
        let record = try #require(try await scene.broker.history.entries().first).record
        #expect((record.outcome, record.origin, record.brand) == (.answered, "app:example.docking", "Docking Pass"))
        await scene.end()
    }

    @Test("How long each value is kept is on the sheet, and in the person's record")
    func retention() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["document-number", "portrait", "date-of-birth"]])
        let (lines, sheet) = try await scene.agree(
            "--kind", "drivers-license", "--word", "document-number", "--word", "date-of-birth:30", "--word", "portrait:forever", grant: grant)
        #expect(try scene.received(lines)?.count == 3)
        for text in ["not stored", "stored for 30 days", "stored indefinitely"] { #expect(sheet.contains(text), "\(text)") }
        let elements = try #require(try await scene.broker.history.entries().first).record.documents.flatMap(\.elements)
        #expect(elements.first { $0.identifier == "birth_date" }.map { ($0.isRetaining, $0.days, $0.isUnlimited) } ?? (false, nil, true) == (true, 30, nil))
        #expect(elements.first { $0.identifier == "portrait" }.map { ($0.isRetaining, $0.days, $0.isUnlimited) } ?? (false, 1, nil) == (true, nil, true))
        #expect(elements.first { $0.identifier == "document_number" }?.isRetaining == false)
        await scene.end()
    }

    @Test("Where no window has a language, the sheet speaks that of the app's environment")
    func language() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"]])
        async let lines = scene.run(["ask", "--kind", "drivers-license", "--word", "portrait"], grant: grant, locale: "ja_JP.UTF-8")
        let session = try await scene.consent.next()
        try await session.select("App")
        let stage = try await session.stage { if case .reviewing = $0 { true } else { false } }
        if case .reviewing(_, let sheet) = stage { #expect(sheet.contains(">同意する</button>") && sheet.contains("顔写真")) }
        await session.decline()
        #expect(try await lines.last == "error 2")
        await scene.end()
    }

    @Test("What a word brings is listed element by element, in both namespaces")
    func expansions() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["issuing-authority", "given-name"]])
        let (lines, sheet) = try await scene.agree("--kind", "drivers-license", "--word", "issuing-authority", "--word", "given-name", grant: grant)
        let document = try #require(ElementTables.builtIn.documents[Self.licence])
        let names = document.elements(of: .issuingAuthority) + document.elements(of: .givenName)
        #expect(Set(names.map(\.nameSpace)) == ["org.iso.18013.5.1", "org.iso.18013.5.1.aamva"])
        let shown = ShownNameSpaces.all(on: sheet).mapValues { Set($0) }
        for (heading, nameSpace) in [("Driving licence, ISO 18013-5", "org.iso.18013.5.1"), ("North America, AAMVA", "org.iso.18013.5.1.aamva")] {
            let listed = names.filter { $0.nameSpace == nameSpace }.map { ElementTables.builtIn.displayName(of: $0, in: .english) }
            #expect(shown[heading] == Set(listed))
        }
        #expect(shown.count == 2)
        // Of the four the licence has three, and of the given names one.
        let released = ["issuing_authority", "issuing_country", "un_distinguishing_sign", "given_name"]
        #expect(try scene.received(lines).map { Set($0.keys.map(\.identifier.rawValue)) } == Set(released))
        await scene.end()
    }

    @Test("Of several documents any one will do: a person with one of two answers, one with none cannot be asked")
    func anyOf() async throws {
        let scene = try await AppScene()
        let grant = try scene.grant([Self.licence: ["portrait"], BrokerFolder.photoID: ["portrait"]])
        let either = ["--kind", "photo-id", "--word", "portrait", "--kind", "drivers-license", "--word", "portrait"]
        #expect(try await scene.run(["may"] + either, grant: grant) == ["may true"])
        #expect(try await !scene.mayAsk("--kind", "photo-id", "--word", "portrait", grant: grant))
        let (lines, sheet) = try await scene.agree(
            "--kind", "photo-id", "--word", "portrait", "--kind", "drivers-license", "--word", "portrait", grant: grant)
        #expect(sheet.contains("One of these is enough"))
        let requested = [
            RequestedDocument(DocType(rawValue: BrokerFolder.photoID), nameSpace: "org.iso.23220.1", elements: ["portrait"]),
            RequestedDocument(.mobileDrivingLicence, nameSpace: .mobileDrivingLicence, elements: ["portrait"]),
        ]
        let received = try scene.received(lines, requested: requested, isAnyOf: true)
        #expect(received.map { Set($0.keys) } == [ElementReference(.mobileDrivingLicence, "portrait")])
        await scene.end()
    }

    @Test("Of two documents that will do the person chooses, whichever the app named first", arguments: [
        (nil, "org.iso.18013.5.1"), ("Choice 2: Photo ID", "org.iso.23220.1"),
    ] as [(String?, NameSpace)])
    func preferred(_ option: String?, _ nameSpace: NameSpace) async throws {
        let scene = try await AppScene([SampleContent.drivingLicence(), AppScene.photoID])
        let grant = try scene.grant([Self.licence: ["portrait"], BrokerFolder.photoID: ["portrait"]])
        let (lines, sheet) = try await scene.agree(
            "--kind", "drivers-license", "--word", "portrait", "--kind", "photo-id", "--word", "portrait", grant: grant, preferring: option)
        let chosen = option ?? "Choice 1: Driving licence"
        #expect(sheet.contains("<b>\(chosen)</b> <span>will answer</span>"))
        #expect(try scene.received(lines).map { Set($0.keys) } == [ElementReference(nameSpace, "portrait")])
        await scene.end()
    }

    @Test(
        "Only where no threshold settles the question the age stands in, if it was granted, and the person sees that it may",
        arguments: [(21, "age_over_21"), (40, "age_in_years")] as [(Int, ElementIdentifier)])
    func ageFallback(_ years: Int, _ released: ElementIdentifier) async throws {
        let scene = try await AppScene()
        let question = ["--kind", "drivers-license", "--word", "age-at-least-\(years)", "--age-fallback"]
        #expect(try await scene.run(["may"] + question, grant: scene.grant([Self.licence: ["age-at-least"]])) == ["code grant.element", "may false"])
        let grant = try scene.grant([Self.licence: ["age-at-least", "age"]])
        let (lines, sheet) = try await scene.agree("--kind", "drivers-license", "--word", "age-at-least-\(years)", "--age-fallback", grant: grant)
        #expect(sheet.contains("or instead: "))
        let received = try #require(try scene.received(lines))
        #expect(Set(received.keys) == [ElementReference(.mobileDrivingLicence, released)])
        await scene.end()
    }

    private static let galley = """
        namespace | org.example.galley | closed
        element | cook_name | text     | M | personal | Cook   | 料理人   | 요리사  | Cozinheiro
        element | dishes    | unsigned | O | personal | Dishes | 料理の数 | 요리 수 | Pratos
        document | org.example.cook.1 | cook-licence | - | Cook's licence | 料理人免許 | 요리사 면허 | Licença de cozinheiro
        word | name | org.example.galley | cook_name
        word | dishes | org.example.galley | dishes
        """

    @Test("A made-up document goes from registration to verification with a data file only")
    func madeUp() async throws {
        let content = try DocumentContent(
            json: Data(#"{"docType": "org.example.cook.1", "nameSpaces": {"org.example.galley": {"cook_name": "Mary Jane", "dishes": 7}}}"#.utf8),
            tables: try ElementTables.builtIn.adding(Self.galley))
        let scene = try await AppScene([content], tables: Self.galley)
        let tables = scene.folder.path + "/tables/made-up.table"
        let grant = try scene.grant(["org.example.cook.1": ["name"]])
        let (lines, sheet) = try await scene.agree("--tables", tables, "--kind", "cook-licence", "--word", "name:1", grant: grant)
        #expect(sheet.contains("<h2>Cook&#39;s licence</h2>") && sheet.contains("<b>Cook</b> <span>stored for 1 day</span>"))
        #expect(try scene.received(lines) == [ElementReference("org.example.galley", "cook_name"): "Mary Jane"])
        #expect(try await !scene.mayAsk("--tables", tables, "--kind", "cook-licence", "--word", "dishes", grant: grant))
        await scene.end()
    }
}
