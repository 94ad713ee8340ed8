import DocumentTrust
import ElementTableFiles
import Foundation
import IdentityElements
import IssuingAuthority
import MobileDocument
import MobileDocumentTesting
import ProviderDocuments
import Registrar
import Testing
import VerificationSessions
import WalletBroker

@Suite("Documents that an installed table describes", .enabled(if: canAskAsApp, "the broker's parser, the test app and Wallet are not built"))
struct InstalledTableTests {
    private static let docType = "org.example.cook.1"
    private static let number = ElementName("org.example.galley", "cook_number")
    private static let table = """
        namespace | org.example.galley | closed
        element | cook_name   | text     | M | personal   | Cook   | 料理人     | 요리사      | Cozinheiro
        element | cook_number | text     | M | restricted | Number | 料理人番号 | 요리사 번호 | Número
        element | cook_rank   | unsigned | M | restricted | Rank   | 階級       | 계급        | Posto
        document | org.example.cook.1 | cook-licence | - | Cook's licence | 料理人免許 | 요리사 면허 | Licença de cozinheiro
        word | name   | org.example.galley | cook_name
        word | number | org.example.galley | cook_number
        """

    private func tables() throws -> ElementTables { try ElementTables.builtIn.adding(Self.table) }

    /// A machine with the table and a document of it.
    private func scene() async throws -> AppScene {
        let json = """
            {"docType": "\(Self.docType)", "nameSpaces": {"\(Self.number.nameSpace)": {
            "cook_name": "Mary Jane", "cook_number": "GN-447-19", "cook_rank": 7}}}
            """
        return try await AppScene([DocumentContent(json: Data(json.utf8), tables: tables())], tables: Self.table)
    }

    @Test("The sheet calls it and its elements what the table calls them in the person's language")
    func language() async throws {
        let scene = try await scene()
        let grant = try scene.grant([Self.docType: ["name"]])
        let path = scene.folder.path + "/tables/made-up.table"
        async let lines = scene.run(
            ["ask", "--locale", "ja", "--tables", path, "--kind", "cook-licence", "--word", "name"], grant: grant)
        let session = try await scene.consent.next()
        try await session.select("App")
        let stage = try await session.stage { if case .reviewing = $0 { true } else { false } }
        if case .reviewing(_, let sheet) = stage { #expect(sheet.contains("<h2>料理人免許</h2>") && sheet.contains("<b>料理人</b>")) }
        await session.decline()
        #expect(try await lines.last == "error 2")
        await scene.end()
    }

    @Test(
        "What the table says is restricted is masked on its owner's own screen",
        .enabled(if: Program.path("wallet") != nil, "the command wallet is not built"))
    func masked() async throws {
        let scene = try await scene()
        let (wallet, folder) = (try #require(Program.path("wallet")), scene.storage.path + "/wallet")
        let document = try #require(try ProviderFolder(folder).documents.documents().first).id
        let lines = try await scene.folder.run(wallet, ["show", document, "--folder", folder])
        for line in ["  Cook: Mary Jane", "  Number: •••••••19", "  Rank: ••••"] { #expect(lines.contains(line), "\(lines)") }
        // It may be what says that something is restricted.
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: scene.folder.path + "/tables/other.table"))
        #expect(try await scene.folder.run(wallet, ["show", document, "--folder", folder]) == [])
        #expect(try await scene.folder.run(wallet, ["list", "--folder", folder]).count == 2)
        let nowhere = ["MDOC_ELEMENT_TABLES=\(scene.folder.path)/nowhere", wallet]
        #expect(try await scene.folder.run("/usr/bin/env", nowhere + ["show", document, "--folder", folder]) == [])
        await scene.end()
    }

    @Test("A table that cannot be read is told with its file, line and remedy when the broker starts, which serves all else")
    func unreadable() async throws {
        let scene = try await AppScene(tables: "nonsense")
        let error = try #require(scene.broker.tablesError)
        #expect(error.code == "broker.tables" && scene.broker.tables == .builtIn)
        #expect(error.description.hasPrefix("\(scene.folder.path)/tables/made-up.table: line 1: "))
        #expect(error.description.contains(InstalledTableError.mend))
        let grant = try scene.grant([BrokerFolder.licence: ["document-number"]])
        let (lines, _) = try await scene.agree("--kind", "drivers-license", "--word", "document-number", grant: grant)
        #expect(try scene.received(lines)?.count == 1)
        await scene.end()
    }

    @Test("A folder of tables that is named and is not there is told when the broker starts, which serves all else")
    func missing() async throws {
        let folder = try BrokerFolder([.init(name: "App", program: "wallet-provider")])
        let whole = folder.configuration
        let broker = try await Broker(
            BrokerConfiguration(
                state: whole.state, runtime: whole.runtime, providers: whole.providers, parser: whole.parser, tables: folder.path + "/nowhere"),
            prompt: ScriptedPrompt(true), enrolment: { nil }, logger: .init(label: "test"))
        let error = try #require(broker.tablesError)
        #expect(error.code == "broker.tables" && broker.tables == .builtIn)
        #expect(error.description.hasPrefix("\(folder.path)/nowhere: "))
    }

    @Test(
        "A user's folder of tables that is a link to nowhere is told when the broker starts; that there is none is not",
        .enabled(if: Program.path("mdoc-broker") != nil, "the broker is not built"))
    func outOfReach() async throws {
        let folder = try BrokerFolder([.init(name: "App", program: "wallet-provider")])
        try await ServedBroker.enrol(folder)
        let place = folder.path + "/data/mdoc"
        let starter = ["/usr/bin/env", "XDG_DATA_HOME=\(folder.path)/data"]
        let without = try await ServedBroker(folder, "decline", startedBy: starter)
        #expect(try !without.printed().contains(InstalledTableError.mend))
        without.kill()
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: place + "/tables", withDestinationPath: folder.path + "/away")
        let broker = try await ServedBroker(folder, "decline", startedBy: starter)
        let printed = try broker.printed()
        #expect(printed.contains("\(place)/tables") && printed.contains(InstalledTableError.mend))
        broker.kill()
    }

    /// A registrar's grant of an application for it, as the registrar gives one for the app that is installed.
    private func grant(_ scene: AppScene) throws -> String {
        var generator = SystemRandomNumberGenerator()
        let picture = Array(try #require(Data(base64Encoded: ProviderWorld.icon)))
        var ledger = RegistrarLedger(crlDistributionPoint: "https://readers.example/ca.crl")
        try ledger.submit(Brand(identifier: AppScene.team, name: "Docking Pass", country: "UT", icon: BrandIcon(png: picture)), at: scene.parties.now)
        let challenge = try ledger.challenge(["docking.example"], of: AppScene.team, at: scene.parties.now, using: &generator)[0]
        try ledger.confirm(challenge.domain, of: AppScene.team, texts: [challenge.value], at: scene.parties.now)
        let icon = try #require(try ledger.brand(AppScene.team).iconDigest)
        try ledger.approveBrand(AppScene.team, iconDigest: icon, at: scene.parties.now)
        let screenshot = try Screenshot(png: picture)
        try ledger.add(screenshot, of: AppScene.team)
        var draft = AppApplicationDraft()
        (draft.client, draft.name, draft.location) = ("example.docking", "Docking Pass", "https://docking.example/app")
        (draft.category, draft.goods, draft.currentMethod) = ("car-rental", "Galleys for a day.", "A clerk looks at the licence.")
        (draft.equalProcess, draft.acceptedTerms, draft.privacyPolicy) = (true, AppTerms.version, "https://docking.example/privacy")
        draft.thirdParties = []
        var screenshots = AppApplicationDraft.Screenshots()
        screenshots.withoutDocument = [screenshot.digest]
        screenshots.proposedWith = [screenshot.digest]
        screenshots.proposedWithout = [screenshot.digest]
        draft.screenshots = screenshots
        draft.documents = [.init(docType: Self.docType, words: ["name", "number"])]
        draft.merchants = [AppScene.merchant]
        draft.legalBasis = [.init(nameSpace: Self.number.nameSpace, element: Self.number.identifier, law: "Galley Act, article 9.")]
        let filed = try ledger.file(AppApplication(draft), for: AppScene.team, as: .holder, tables: tables(), at: scene.parties.now)
        try ledger.approveApplication(filed, at: scene.parties.now)
        let executable = try AppScene.digest(of: scene.app).map { String(format: "%02x", $0) }.joined()
        let issued = try ledger.grant(
            filed, of: AppScene.team, executable: executable, by: scene.parties.readerAuthority, at: scene.parties.now, using: &generator)
        let file = scene.folder.path + "/registrars-grant"
        try Data(issued.token.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test("A registrar grants it, a person agrees, and a service's policy with a legal basis gets it: by one file, and by no code")
    func chain() async throws {
        let scene = try await scene()
        let goals = try ["cook_name", "cook_number"].map { try VerificationGoal("org.example.galley/\($0)") }
        let (docType, tables) = (DocType(rawValue: Self.docType), try self.tables())
        #expect { try PolicyDocument(docType: docType, goals: goals, tables: tables) } throws: { ($0 as? PolicyError)?.code == .legalBasis }
        let asked = try PolicyDocument(docType: docType, goals: goals, legalBasis: [Self.number], tables: tables).requested
        let path = scene.folder.path + "/tables/made-up.table"
        let (lines, sheet) = try await scene.agree(
            "--tables", path, "--kind", "cook-licence", "--word", "name", "--word", "number", grant: try grant(scene))
        #expect(sheet.contains("<b>Number</b> <span>not stored</span>") && !sheet.contains("GN-447-19"))
        let received = try #require(try scene.received(lines, requested: [asked]))
        #expect(received == [ElementReference("org.example.galley", "cook_name"): "Mary Jane", ElementReference(Self.number): "GN-447-19"])
        await scene.end()
    }
}
