import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Testing
import VectorSupport
import WalletBroker

@Suite("A My Number asked for by an app", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct MyNumberTests {
    private func agree(
        _ scene: AppScene, name: String = "name", number: String = "document-number", grant: String
    ) async throws -> (lines: [String], sheet: String) {
        try await scene.agree("--region", "JP", "--kind", "national-id-card", "--word", name, "--word", number, grant: grant)
    }

    @Test("Without a legal basis it is left out of the request, and app and person are told")
    func dropped() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let grant = try scene.grant([MyNumberCard.docType: ["name", "document-number"]])
        let (lines, sheet) = try await agree(scene, number: "document-number:forever", grant: grant)
        #expect(lines.contains("omitted document-number"))
        #expect(sheet.contains("lets the app ask for it: My Number<") && !sheet.contains("document-number"))
        #expect(try scene.received(lines).map { Set($0.keys) } == [ElementReference(MyNumberCard.nameSpace, "full_name_unicode")])
        let alone = ["ask", "--region", "JP", "--kind", "national-id-card", "--word", "document-number"]
        #expect(try await scene.run(alone, grant: grant) == ["code elements.none", "error 4"])
        await scene.end()
    }

    @Test("An app that would keep it is refused by name; of one that would not the sheet says so beside the number, and not of the rest")
    func kept() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let grant = try scene.grant([MyNumberCard.docType: ["name", "document-number"]], legalBasis: MyNumberCard.basis)
        for intent in ["30", "forever"] {
            let question = ["--region", "JP", "--kind", "national-id-card", "--word", "name", "--word", "document-number:\(intent)"]
            #expect(try await scene.run(["ask"] + question, grant: grant) == ["code inApp.retention", "error 7"])
            #expect(try await scene.run(["may"] + question, grant: grant) == ["code inApp.retention", "may false"])
        }
        #expect(scene.consent.shown == 0)
        let (_, sheet) = try await agree(scene, name: "name:30", grant: grant)
        let text = sheet.replacing(/<[^>]*>\s*/, with: "")
        for (identifier, retention) in [("individual_number_unicode", "not stored"), ("full_name_unicode", "stored for 30 days")] {
            let name = ElementTables.builtIn.displayName(of: ElementName(MyNumberCard.nameSpace.rawValue, identifier), in: .english)
            #expect(text.contains(name + retention))
        }
        await scene.end()
    }

    @Test("With one the server gets it, nobody is told that it is kept, and it is not on the sheet")
    func answered() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let grant = try scene.grant([MyNumberCard.docType: ["name", "document-number"]], legalBasis: MyNumberCard.basis)
        let (lines, sheet) = try await agree(scene, grant: grant)
        #expect(try scene.received(lines)?[ElementReference(MyNumberCard.nameSpace, MyNumberCard.element)] == MyNumberCard.number)
        #expect(lines.contains("omitted "))
        let elements = try #require(try await scene.broker.history.entries().first).record.documents.flatMap(\.elements)
        #expect(elements.first { $0.identifier == "individual_number_unicode" }?.isRetaining == false)
        for text in [sheet, lines.joined()] { #expect(MyNumberCard.traces.found(in: Data(text.utf8)) == []) }
        await scene.end()
    }

    @Test("Of the card's two namespaces each element stands under its own, on the sheet and in the answer")
    func nameSpaces() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let grant = try scene.grant([MyNumberCard.docType: ["name", "date-of-birth", "sex"]])
        let (lines, sheet) = try await scene.agree(
            "--region", "JP", "--kind", "national-id-card", "--word", "name", "--word", "date-of-birth", "--word", "sex", grant: grant)
        let shown = [
            "International identity, ISO 23220": ["Date of birth", "Sex"], "Japan": ["Full name", "Date of birth (as written)", "Sex (in words)"],
        ]
        #expect(ShownNameSpaces.all(on: sheet) == shown)
        let received = try #require(try scene.received(lines))
        let international = ["birth_date", "sex"].map { ElementReference("org.iso.23220.1", ElementIdentifier(rawValue: $0)) }
        let japanese = ["full_name_unicode", "birth_date_unicode", "sex_unicode"].map {
            ElementReference(MyNumberCard.nameSpace, ElementIdentifier(rawValue: $0))
        }
        #expect(Set(received.keys) == Set(international + japanese))
        #expect(japanese.map { received[$0] } == ["山田花子", "昭和59年2月29日", "女"])
        await scene.end()
    }

    @Test("On its owner's own screen it is masked", .enabled(if: Program.path("wallet") != nil, "the command wallet is not built"))
    func masked() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let folder = scene.storage.path + "/wallet"
        let document = try #require(try ProviderFolder(folder).documents.documents().first)
        let lines = try await scene.folder.run(try #require(Program.path("wallet")), ["show", document.id, "--folder", folder])
        #expect(lines.contains { $0.contains("山田花子") })
        #expect(lines.contains { $0.hasSuffix("••••••••••" + MyNumberCard.number.suffix(2)) })
        #expect(!lines.joined().contains(MyNumberCard.number))
        await scene.end()
    }

    @Test("Without the region there is no request")
    func region() async throws {
        let scene = try await AppScene([MyNumberCard.content()])
        let grant = try scene.grant([MyNumberCard.docType: ["name"]])
        #expect(try await scene.run(["ask", "--kind", "national-id-card", "--word", "name"], grant: grant) == ["error 8"])
        #expect(try await scene.mayAsk("--region", "JP", "--kind", "national-id-card", "--word", "name", grant: grant))
        await scene.end()
    }
}
