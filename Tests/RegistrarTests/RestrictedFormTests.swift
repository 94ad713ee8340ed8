import DocumentTrust
import Foundation
import IdentityElements
import MobileDocument
import Registrar
import Testing

@Suite("Forms that ask for what is restricted by law")
struct RestrictedFormTests {
    private let now = RegistrarWorld.now
    private let law = LegalBasis(nameSpace: AppScene.number.nameSpace, element: AppScene.number.identifier, law: "Act 27 of 2013, article 9.")

    private func form(
        _ legalBasis: [LegalBasis], elements: Set<ElementReference> = [ElementReference(AppScene.number)], retentionDays: Int = 0
    ) throws -> RequestForm {
        try RequestForm(
            subject: .identity, region: "JP", purpose: "To pay taxes.", elements: AllowedElements([DocType(rawValue: AppScene.card): elements]),
            legalBasis: legalBasis, retentionDays: retentionDays, privacyPolicy: "https://rentals.example/privacy",
            screenshots: [RegistrarWorld.screenshot().digest])
    }

    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    @Test("A form names the law for each restricted element that it asks for, once, and for nothing else")
    func named() throws {
        var world = try RegistrarWorld.ready()
        let before = world.ledger
        expect(.formLegalBasis) { try world.ledger.file(form([]), for: "rentals", at: now) }
        let name = ElementReference("org.iso.23220.1.jp", "full_name_unicode")
        expect(.formLegalBasis) { try world.ledger.file(form([], elements: [name, ElementReference(AppScene.number)]), for: "rentals", at: now) }
        let needless = LegalBasis(nameSpace: "org.iso.23220.1.jp", element: "full_name_unicode", law: law.law)
        expect(.formLegalBasis) { try world.ledger.file(form([needless], elements: [name]), for: "rentals", at: now) }
        expect(.formLegalBasis) { try world.ledger.file(form([law], elements: [name]), for: "rentals", at: now) }
        #expect(world.ledger == before)
        expect(.formLegalBasis) { _ = try form([law, law]) }
        for text in ["", "Act\n27", "Act\u{202E}27", String(repeating: "x", count: AppApplication.maximumText + 1)] {
            expect(.formLegalBasis) { _ = try form([LegalBasis(nameSpace: law.nameSpace, element: law.element, law: text)]) }
        }
        let number = try world.ledger.file(form([law]), for: "rentals", at: now)
        #expect(world.ledger.queue.map(\.form.legalBasis) == [[law]])
        try world.ledger.approveForm(number, at: now)
        _ = try world.issue(SigningRequestMaker().pem(), form: number)
    }

    @Test("What is restricted is kept by nobody: its form keeps nothing, and what is kept takes a form of its own")
    func kept() throws {
        var world = try RegistrarWorld.ready()
        let name = ElementReference("org.iso.23220.1.jp", "full_name_unicode")
        for elements in [[ElementReference(AppScene.number)], [ElementReference(AppScene.number), name]] as [Set<ElementReference>] {
            expect(.formRetention) { try world.ledger.file(form([law], elements: elements, retentionDays: 1), for: "rentals", at: now) }
            try world.ledger.file(form([law], elements: elements), for: "rentals", at: now)
        }
        try world.ledger.file(form([], elements: [name], retentionDays: 3_650), for: "rentals", at: now)
    }

    @Test("Tables of one's own say what is restricted, too")
    func tables() throws {
        var world = try RegistrarWorld.ready()
        let tables = try ElementTables.builtIn.adding(
            """
            namespace | org.example.guild | closed
            element | guild_number | text | O | restricted | Guild number | 組合番号 | 조합 번호 | Número da guilda
            """)
        let elements: Set<ElementReference> = [ElementReference("org.example.guild", "guild_number")]
        let guild = LegalBasis(nameSpace: "org.example.guild", element: "guild_number", law: "Guild charter, article 1.")
        expect(.formLegalBasis) { try world.ledger.file(form([], elements: elements), for: "rentals", tables: tables, at: now) }
        expect(.formLegalBasis) { try world.ledger.file(form([guild], elements: elements), for: "rentals", at: now) }
        try world.ledger.file(form([guild], elements: elements), for: "rentals", tables: tables, at: now)
    }

    @Test("The ledger keeps the laws; one of before there were any is read without")
    func stored() throws {
        var world = try RegistrarWorld.ready()
        try world.ledger.file(form([law]), for: "rentals", at: now)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appendingPathComponent("ledger.json")
        let storage = FileRegistrarStorage(path: file.path)
        try storage.begin(world.ledger)
        #expect(try storage.load() == world.ledger)
        var ledger = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
        let forms = try #require(ledger["forms"] as? [[String: Any]])
        ledger["forms"] = forms.map { form in form.filter { $0.key != "legalBasis" } }
        try JSONSerialization.data(withJSONObject: ledger).write(to: file)
        #expect(try storage.load()?.forms.map(\.form.legalBasis) == [[], []])
    }
}
