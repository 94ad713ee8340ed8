import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Testing
import WalletBroker

@Suite("A My Number asked for by an app", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct MyNumberTests {
    private static let card = "org.iso.23220.1.jp.mnc"
    private static let nameSpace: NameSpace = "org.iso.23220.1.jp"
    /// With a right check digit, and nobody's.
    private static let number = "123456789018"
    private static let question = ["--region", "JP", "--kind", "national-id-card", "--word", "name", "--word", "document-number:forever"]

    private static func content() throws -> DocumentContent {
        let json = """
            {"docType": "\(card)", "nameSpaces": {"org.iso.23220.1": {"birth_date": "1984-02-29", "age_in_years": 42}, "\(nameSpace.rawValue)":
            {"full_name_unicode": "山田花子", "individual_number_unicode": "\(number)", "birth_date_unicode": "昭和59年2月29日"}}}
            """
        return try DocumentContent(json: Data(json.utf8), tables: .builtIn)
    }

    private func agree(_ scene: AppScene, grant: String) async throws -> (lines: [String], sheet: String) {
        try await scene.agree("--region", "JP", "--kind", "national-id-card", "--word", "name", "--word", "document-number:forever", grant: grant)
    }

    @Test("Without a legal basis it is left out of the request, and app and person are told")
    func dropped() async throws {
        let scene = try await AppScene([try Self.content()])
        let grant = try scene.grant([Self.card: ["name", "document-number"]])
        let (lines, sheet) = try await agree(scene, grant: grant)
        #expect(lines.contains("omitted document-number"))
        #expect(sheet.contains("Left out") && sheet.contains("document-number"))
        #expect(try scene.received(lines).map { Set($0.keys) } == [ElementReference(Self.nameSpace, "full_name_unicode")])
        let alone = ["ask", "--region", "JP", "--kind", "national-id-card", "--word", "document-number"]
        #expect(try await scene.run(alone, grant: grant) == ["code elements.none", "error 4"])
        await scene.end()
    }

    @Test("With one the server gets it, nobody is told that it is kept, and it is in no file, output or sheet on the way")
    func canary() async throws {
        let scene = try await AppScene([try Self.content()])
        let grant = try scene.grant([Self.card: ["name", "document-number"]], legalBasis: [ElementName(Self.nameSpace.rawValue, "individual_number_unicode")])
        let (lines, sheet) = try await agree(scene, grant: grant)
        #expect(try scene.received(lines)?[ElementReference(Self.nameSpace, "individual_number_unicode")] == Self.number)
        #expect(lines.contains("omitted "))
        let elements = try #require(try await scene.broker.history.entries().first).record.documents.flatMap(\.elements)
        #expect(elements.first { $0.identifier == "individual_number_unicode" }?.isRetaining == false)
        let digits = Data(Self.number.utf8)
        for text in [try scene.folder.writtenBytes(), try scene.storage.contents(), Data(sheet.utf8), Data(lines.joined().utf8)] {
            #expect(text.range(of: digits) == nil)
        }
        // The search can find something.
        #expect(try scene.folder.writtenBytes().range(of: Data("individual_number_unicode".utf8)) != nil)
        await scene.end()
    }

    @Test("On its owner's own screen it is masked", .enabled(if: Program.path("wallet") != nil, "the command wallet is not built"))
    func masked() async throws {
        let scene = try await AppScene([try Self.content()])
        let folder = scene.storage.path + "/wallet"
        let document = try #require(try ProviderFolder(folder).documents.documents().first)
        let lines = try await scene.folder.run(try #require(Program.path("wallet")), ["show", document.id, "--folder", folder])
        #expect(lines.contains { $0.contains("山田花子") })
        #expect(lines.contains { $0.hasSuffix("••••••••••18") })
        #expect(!lines.joined().contains(Self.number))
        await scene.end()
    }

    @Test("Without the region there is no request")
    func region() async throws {
        let scene = try await AppScene([try Self.content()])
        let grant = try scene.grant([Self.card: ["name"]])
        #expect(try await scene.run(["ask", "--kind", "national-id-card", "--word", "name"], grant: grant) == ["error 8"])
        #expect(try await scene.mayAsk("--region", "JP", "--kind", "national-id-card", "--word", "name", grant: grant))
        await scene.end()
    }
}
