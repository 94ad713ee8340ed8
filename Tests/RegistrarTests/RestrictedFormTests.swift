import DocumentTrust
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
        let (tables, elements) = (try GuildTables.tables, GuildTables.elements)
        let guild = LegalBasis(nameSpace: GuildTables.nameSpace, element: GuildTables.element, law: "Guild charter, article 1.")
        expect(.formLegalBasis) { try world.ledger.file(form([], elements: elements), for: "rentals", tables: tables, at: now) }
        expect(.formLegalBasis) { try world.ledger.file(form([guild], elements: elements), for: "rentals", at: now) }
        try world.ledger.file(form([guild], elements: elements), for: "rentals", tables: tables, at: now)
    }

    @Test("A form asks for no name that its namespace is closed to; where a table leaves it open, or there is none, any may be asked for")
    func names() throws {
        var world = try RegistrarWorld.ready()
        let before = world.ledger
        for name in ["famly_name", "oidc_info", "age_over_7"] as [ElementIdentifier] {
            let elements: Set = [ElementReference(.mobileDrivingLicence, "family_name"), ElementReference(.mobileDrivingLicence, name)]
            #expect { try world.ledger.file(form([], elements: elements), for: "rentals", at: now) } throws: { error in
                guard let refusal = error as? RegistrarError else { return false }
                return refusal.code == .form && refusal.reason.contains("org.iso.18013.5.1/\(name)")
            }
        }
        #expect(world.ledger == before)
        let guild = ElementReference(NameSpace(rawValue: GuildTables.nameSpace), "guild_numbr")
        expect(.form) { try world.ledger.file(form([], elements: [guild]), for: "rentals", tables: GuildTables.tables, at: now) }
        let allowed: Set = [
            ElementReference(.mobileDrivingLicence, "age_over_07"), ElementReference(.mobileDrivingLicence, "biometric_template_iris"),
            ElementReference("org.iso.23220.1.jp", "no_such_name"), guild,
        ]
        try world.ledger.file(form([], elements: allowed), for: "rentals", at: now)
    }

    @Test("The ledger keeps the laws")
    func stored() throws {
        var world = try RegistrarWorld.ready()
        try world.ledger.file(form([law]), for: "rentals", at: now)
        #expect(try WrittenLedger(world.ledger).load() == world.ledger)
        #expect(world.ledger.forms.map(\.form.legalBasis) == [[], [law]])
    }

    @Test("A form that names no law gets no further certificate for what is restricted, new or renewed; one that names its law does")
    func lawless() throws {
        var world = try RegistrarWorld.ready()
        let request = try SigningRequestMaker().pem()
        let number = try world.ledger.file(form([law]), for: "rentals", at: now)
        try world.ledger.approveForm(number, at: now)
        for (name, form) in [("rentals-2026", 1), ("taxes-2026", number)] { _ = try world.issue(request, name: name, form: form) }
        world.ledger = try WrittenLedger(world.ledger).rewrite(each: "forms") { $0["legalBasis"] = [Any]() }
        let former = world.ledger
        #expect { try world.renew("taxes-2026", request) } throws: { error in
            guard let refusal = error as? RegistrarError else { return false }
            return refusal.code == .formLegalBasis && refusal.reason.contains("\(AppScene.number)") && refusal.remedy.hasPrefix("file a form that names the law")
        }
        expect(.formLegalBasis) { _ = try world.issue(request, name: "more", form: number) }
        #expect(world.ledger == former)
        _ = try world.renew("rentals-2026", request)
        let next = try world.ledger.file(form([law]), for: "rentals", at: now)
        try world.ledger.approveForm(next, at: now)
        _ = try world.issue(request, name: "taxes-2027", form: next)
        _ = try world.renew("taxes-2027", request)
    }

    @Test("What a table has come to restrict gets no further certificate without its law; what none restricts any more gets one with it")
    func changedTables() throws {
        var world = try RegistrarWorld.ready()
        let (tables, elements) = (try GuildTables.tables, GuildTables.elements)
        let guild = LegalBasis(nameSpace: GuildTables.nameSpace, element: GuildTables.element, law: "Guild charter, article 1.")
        let request = try SigningRequestMaker().pem()
        let without = try world.ledger.file(form([], elements: elements), for: "rentals", at: now)
        let with = try world.ledger.file(form([guild], elements: elements), for: "rentals", tables: tables, at: now)
        for number in [without, with] { try world.ledger.approveForm(number, at: now) }
        _ = try world.issue(request, name: "guild-2026", form: without)
        expect(.formLegalBasis) { _ = try world.issue(request, name: "guild-2027", form: without, tables: tables) }
        expect(.formLegalBasis) { _ = try world.renew("guild-2026", request, tables: tables) }
        for tables in [tables, .builtIn] {
            _ = try world.issue(request, name: "guild-\(world.ledger.certificates.count)", form: with, tables: tables)
        }
    }
}
