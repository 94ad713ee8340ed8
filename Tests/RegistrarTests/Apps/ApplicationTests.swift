import DocumentTrust
import Foundation
import IdentityElements
import Registrar
import Testing

@Suite("Applications for apps")
struct ApplicationTests {
    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    @Test("The holder of an account applies, a developer of it does not, and nobody for a brand that is not approved")
    func roles() throws {
        var scene = try AppScene()
        expect(.accountRole) { try scene.file(as: .developer) }
        #expect(scene.world.ledger.applications.isEmpty)
        #expect(try scene.file(as: .holder).number == 1)
        try scene.world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "The name is another's."), at: RegistrarWorld.now)
        expect(.brandNotApproved) { try scene.file() }
    }

    private static let fields: [(String, @Sendable (inout AppApplicationDraft) -> Void)] = [
        ("client", { $0.client = nil }), ("name", { $0.name = "" }), ("location", { $0.location = nil }), ("category", { $0.category = nil }),
        ("goods", { $0.goods = nil }), ("currentMethod", { $0.currentMethod = nil }), ("privacyPolicy", { $0.privacyPolicy = nil }),
        ("thirdParties", { $0.thirdParties = nil }), ("screenshots.withoutDocument", { $0.screenshots?.withoutDocument = nil }),
        ("screenshots.proposedWith", { $0.screenshots?.proposedWith = nil }), ("screenshots.proposedWithout", { $0.screenshots?.proposedWithout = nil }),
        ("documents", { $0.documents = nil }),
    ]

    @Test("Each field that is missing is named, and all of them at once")
    func missing() throws {
        var scene = try AppScene()
        for (field, remove) in Self.fields {
            #expect { try scene.file { remove(&$0) } } throws: {
                ($0 as? RegistrarError).map { $0.code == .applicationMissing && $0.reason == "the application lacks \(field)" } ?? false
            }
        }
        #expect { try AppApplication(AppApplicationDraft()) } throws: { error in
            Self.fields.allSatisfy { ((error as? RegistrarError)?.reason ?? "").contains($0.0) }
        }
    }

    @Test("Without an equal process for everybody, and without the terms as they are now, there is no application")
    func promises() throws {
        var scene = try AppScene()
        for equal in [false, nil] as [Bool?] { expect(.applicationEqualProcess) { try scene.file { $0.equalProcess = equal } } }
        for terms in ["2020-1", nil] as [String?] { expect(.applicationTerms) { try scene.file { $0.acceptedTerms = terms } } }
    }

    @Test("A third party that keeps data blocks the application without its privacy policy, by name; with it the link is the person's")
    func thirdParties() throws {
        var scene = try AppScene()
        for policy in [nil, ""] as [String?] {
            #expect { try scene.file { $0.thirdParties?.append(.init(name: "Analytics", privacyPolicy: policy)) } } throws: {
                ($0 as? RegistrarError).map { $0.code == .applicationThirdParty && $0.reason.contains("Analytics") } ?? false
            }
        }
        expect(.applicationField) { try scene.file { $0.thirdParties = [.init(name: "Analytics", privacyPolicy: "http://analytics.example")] } }
        let links = try scene.file().application.privacyPolicies
        #expect(links.map(\.holder) == ["Spaceship Rentals", "Insurer"])
        #expect(links.map(\.url) == ["https://rentals.example/privacy", "https://insurer.example/privacy"])
        #expect(try scene.file { $0.thirdParties = [] }.application.privacyPolicies.count == 1)
    }

    @Test("A category of the list is not reviewed, any other one is, and holds the words up until then")
    func categories() throws {
        var scene = try AppScene()
        for category in AppCategory.Listed.allCases {
            #expect(try AppApplication(scene.draft.with { $0.category = category.rawValue }).parts == [.elements, .merchants])
        }
        #expect(AppCategory.Listed.allCases.count == 12)
        let number = try scene.approved(.elements) { $0.category = "Lending of telescopes" }
        #expect(try scene.world.ledger.application(number).waiting == [.merchants, .category])
        expect(.applicationNotApproved) { _ = try scene.grant(number) }
        try scene.world.ledger.approveApplication(number, .category, at: RegistrarWorld.now)
        #expect(try scene.grant(number).application == number)
    }

    private static let flaws: [(String, @Sendable (inout AppApplicationDraft) -> Void)] = [
        ("client", { $0.client = "rentals" }), ("client", { $0.client = "Example.Rentals" }), ("client", { $0.client = "example..app" }),
        ("name", { $0.name = "Rent\u{202E}als" }), ("location", { $0.location = "rentals.example" }), ("goods", { $0.goods = "a\nb" }),
        ("category", { $0.category = String(repeating: "x", count: 101) }), ("privacyPolicy", { $0.privacyPolicy = "http://rentals.example" }),
        ("clip", { $0.clip = "" }), ("clip", { $0.clip = "example.rentals.app." }), ("clip", { $0.clip = "example.other.clip" }),
        ("clip", { $0.clip = "example.rentals.app" }), ("clip", { $0.clip = "example.rentals.application" }),
        ("screenshots.proposedWith", { $0.screenshots?.proposedWith = [] }),
        ("screenshots.withoutDocument[0]", { $0.screenshots?.withoutDocument = ["../ledger"] }),
        ("screenshots.proposedWithout", { $0.screenshots?.proposedWithout = Array(repeating: String(repeating: "a", count: 64), count: 11) }),
        ("documents", { $0.documents = [] }), ("documents[0]", { $0.documents = [.init(docType: "x", groups: [], words: [])] }),
        ("documents[0].docType", { $0.documents = [.init(groups: ["age"])] }),
        ("documents[1].docType", { $0.documents?.append(.init(docType: AppScene.licence, groups: ["age"])) }),
        ("merchants[1]", { $0.merchants = ["example.rentals", "merchant 1"] }),
        ("legalBasis[0].law", { $0.legalBasis = [.init(nameSpace: "a", element: "b")] }),
        ("legalBasis[1]", { $0.legalBasis = [.init(nameSpace: "a", element: "b", law: "One."), .init(nameSpace: "a", element: "b", law: "Two.")] }),
    ]

    @Test("A field that is wrong is refused by its name")
    func wrong() throws {
        let scene = try AppScene()
        for (field, change) in Self.flaws {
            #expect { try AppApplication(scene.draft.with { change(&$0) }) } throws: {
                ($0 as? RegistrarError).map { $0.code == .applicationField && $0.reason.hasPrefix("the field \(field) ") } ?? false
            }
        }
        #expect(try AppApplication(scene.draft.with { $0.clip = "example.rentals.app.clip" }).draft.clip == "example.rentals.app.clip")
    }

    /// The application that the guide shows, as a form to fill in.
    private static func shownForm() throws -> [String: Any] {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let guide = try String(contentsOf: root.appendingPathComponent("docs/registrar.md"), encoding: .utf8)
        let section = try #require(guide.components(separatedBy: "## An app and its grant\n").last)
        let block = try #require(section.components(separatedBy: "```json\n").dropFirst().first)
        return try #require(try JSONSerialization.jsonObject(with: Data(block.components(separatedBy: "```")[0].utf8)) as? [String: Any])
    }

    @Test("The guide's form is taken as it is filled in; a blank that it needs is refused by its name, and the two that it does not are left out")
    func form() throws {
        let scene = try AppScene()
        func application(_ form: [String: Any]) throws -> AppApplication {
            var draft = try JSONDecoder().decode(AppApplicationDraft.self, from: JSONSerialization.data(withJSONObject: form))
            draft.screenshots = scene.draft.screenshots
            return try AppApplication(draft)
        }
        let form = try Self.shownForm()
        _ = try application(form)
        for field in form.keys {
            let blank = form.filter { $0.key != field }
            if ["clip", "merchants"].contains(field) {
                _ = try application(blank)
            } else {
                #expect { try application(blank) } throws: { "\($0)".contains(field) }
            }
        }
        // Nothing that an application can say is missing from it, but for what only some need.
        let all = Set(Mirror(reflecting: AppApplicationDraft()).children.compactMap(\.label))
        #expect(all.subtracting(form.keys) == ["screenshots", "legalBasis"])
    }

    @Test("Screenshots are sound PNGs of bounded size that the brand handed in, and no more than a brand may")
    func screenshots() throws {
        var scene = try AppScene()
        for png in [[], [0xFF, 0xD8, 0xFF, 0xE0], PNGMaker(width: 63, height: 64).icon, PNGMaker(width: 64, height: 9_000).icon, PNGMaker(trailing: [0]).icon,
            PNGMaker(headerFlip: 1).icon, PNGMaker(chunks: [("IEND", [])]).icon, Array(PNGMaker().icon.dropLast()), Array(PNGMaker().icon.reversed()),
            PNGMaker(chunks: [("IDAT", [UInt8](repeating: 0, count: Screenshot.maximumBytes)), ("IEND", [])]).icon,
        ] as [[UInt8]] {
            expect(.screenshot) { _ = try Screenshot(png: png) }
        }
        expect(.screenshotUnknown) { try scene.file { $0.screenshots?.proposedWith = [String(repeating: "a", count: 64)] } }
        for size in 1..<UInt32(RegistrarLedger.maximumScreenshots) {
            try scene.world.ledger.add(Screenshot(png: PNGMaker(width: 64 + size, height: 64).icon), of: "rentals")
        }
        try scene.world.ledger.add(scene.screenshot, of: "rentals")
        expect(.screenshotCount) { try scene.world.ledger.add(Screenshot(png: PNGMaker(width: 500, height: 64).icon), of: "rentals") }
    }

    @Test("A group brings its words and no others, single words come beside it, and what no table has is refused by name")
    func words() throws {
        var scene = try AppScene()
        #expect(try scene.file().words == [AppScene.licence: ["age-at-least", "age", "issuing-authority", "portrait", "given-name"]])
        let card = try scene.file { $0.documents = [.init(docType: AppScene.card, groups: ["age", "identity"])] }
        #expect(card.words[AppScene.card] == ["age-at-least", "age", "portrait", "address", "date-of-birth", "document-number", "sex"])
        let unknown: [AppApplicationDraft.Document] = [
            .init(docType: "org.example", words: ["age"]), .init(docType: AppScene.licence, groups: ["all"]), .init(docType: AppScene.licence, words: ["shoe-size"]),
        ]
        for (document, name) in zip(unknown, ["org.example", "all", "shoe-size"]) {
            #expect { try scene.file { $0.documents = [document] } } throws: {
                ($0 as? RegistrarError).map { $0.code == .applicationDocuments && $0.reason.contains("\"\(name)\"") } ?? false
            }
        }
    }

    @Test("A document that a table of one's own describes is granted like any other, by a file in the registrar's folder")
    func madeUp() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let tables = folder.url.appendingPathComponent("tables")
        try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
        let text = """
            namespace | org.example.cook | closed
            element | stars | unsigned | M | personal | Stars | 星 | 별 | Estrelas
            document | org.example.cook.1 | cook-card | - | Cook's card | 料理人証 | 요리사증 | Carteira de cozinheiro
            word | stars | org.example.cook | stars
            """
        try Data(text.utf8).write(to: tables.appendingPathComponent("cook.table"))
        var scene = try AppScene()
        let cook: (inout AppApplicationDraft) -> Void = { $0.documents = [.init(docType: "org.example.cook.1", words: ["stars"])] }
        expect(.applicationDocuments) { try scene.file(cook) }
        let filed = try scene.file(tables: RegistrarFolder(folder.url.path).tables(), cook)
        #expect(filed.words == ["org.example.cook.1": ["stars"]])
        try Data("nonsense".utf8).write(to: tables.appendingPathComponent("other.table"))
        expect(.storage) { _ = try RegistrarFolder(folder.url.path).tables() }
    }

    @Test("A legal basis is given for restricted elements that are asked for, and for nothing else")
    func legalBasis() throws {
        var scene = try AppScene()
        let law = AppApplicationDraft.LegalBasis(nameSpace: AppScene.number.nameSpace, element: AppScene.number.identifier, law: "Act 27 of 2013, article 9.")
        let filed = try scene.file {
            $0.documents = [.init(docType: AppScene.card, groups: ["identity"])]
            $0.legalBasis = [law]
        }
        #expect(filed.waiting == [.elements, .merchants, .legalBasis])
        expect(.applicationLegalBasis) { try scene.file { $0.legalBasis = [law] } }
        expect(.applicationLegalBasis) {
            try scene.file { $0.legalBasis = [.init(nameSpace: "org.iso.18013.5.1", element: "portrait", law: "None.")] }
        }
    }

    @Test("Each part is decided by itself, and once; a refusal names the part and says why")
    func review() throws {
        var scene = try AppScene()
        let number = try scene.approved(.elements)
        expect(.reviewOver) { try scene.world.ledger.approveApplication(number, .elements, at: RegistrarWorld.now) }
        expect(.reviewOver) { try scene.world.ledger.approveApplication(number, .legalBasis, at: RegistrarWorld.now) }
        expect(.reviewReason) { try scene.world.ledger.refuseApplication(number, .merchants, reason: " ", at: RegistrarWorld.now) }
        try scene.world.ledger.refuseApplication(number, reason: "The merchant is unknown.", at: RegistrarWorld.now)
        let filed = try scene.world.ledger.application(number)
        #expect(filed.reviews == [.elements: .approved, .merchants: .refused(try Rejection(.merchants, reason: "The merchant is unknown."))])
        #expect(scene.world.ledger.waitingApplications.isEmpty)
        expect(.applicationUnknown) { try scene.world.ledger.approveApplication(number + 1, at: RegistrarWorld.now) }
    }

    @Test("What was granted to one account is granted to no other, app, clip or merchant, also where both waited")
    func owners() throws {
        var scene = try AppScene()
        try scene.world.ledger.submit(
            Brand(identifier: "other", name: "Other", country: "UT", icon: BrandIcon(png: scene.world.icon)), at: RegistrarWorld.now)
        try scene.world.prove(["other.example"], of: "other")
        try scene.world.approveBrand("other")
        try scene.world.ledger.add(scene.screenshot, of: "other")
        let waiting = try scene.world.ledger.file(
            AppApplication(scene.draft.with { $0.client = "example.other" }), for: "other", as: .holder, at: RegistrarWorld.now)
        let clip = "example.rentals.app.clip"
        _ = try scene.approved { $0.clip = clip }
        expect(.applicationTaken) { try scene.world.ledger.approveApplication(waiting, at: RegistrarWorld.now) }
        func file(_ change: (inout AppApplicationDraft) -> Void) throws {
            try scene.world.ledger.file(AppApplication(scene.draft.with(change)), for: "other", as: .holder, at: RegistrarWorld.now)
        }
        expect(.applicationTaken) { try file { $0.client = "example.other" } }
        expect(.applicationTaken) { try file { $0.merchants = [] } }
        // Another's clip as an app and as a clip, and another's app as a clip.
        for (client, part) in [(clip, nil), ("example.rentals", clip), ("example.rentals", "example.rentals.app")] as [(String, String?)] {
            expect(.applicationTaken) { try file { ($0.client, $0.clip, $0.merchants) = (client, part, []) } }
        }
        try file { ($0.client, $0.clip, $0.merchants) = ("example.rentals", "example.rentals.clip", []) }
    }

    @Test("An application of a category that has left the list stays as it was approved; a new one of that category is reviewed")
    func formerCategory() throws {
        var scene = try AppScene()
        let number = try scene.approved { $0.category = "scooters" }
        let written = try WrittenLedger(scene.world.ledger)
        scene.world.ledger = try written.rewrite("application", ofEach: "applications") { $0["category"] = "sedan-chairs" }
        let filed = try scene.world.ledger.application(number)
        #expect(filed.application.category.description == "sedan-chairs")
        #expect(filed.waiting.isEmpty)
        #expect(try scene.grant(number).application == number)
        let next = try scene.approved(.elements) { $0.category = "sedan-chairs" }
        #expect(try scene.world.ledger.application(next).waiting == [.merchants, .category])
        expect(.applicationNotApproved) { _ = try scene.grant(next) }
        // Whatever else has no review was never decided.
        expect(.storage) { try written.rewrite("reviews", ofEach: "applications") { $0["merchants"] = nil } }
    }

    @Test("Applications, screenshots and grants are kept, and read by the rules again")
    func kept() throws {
        var scene = try AppScene()
        let number = try scene.approved { $0.category = "Lending of telescopes" }
        _ = try scene.grant(number)
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let storage = RegistrarFolder(folder.url.path).storage
        try storage.begin(scene.world.ledger)
        #expect(try storage.load() == scene.world.ledger)
        try storage.keep(scene.screenshot)
        #expect(try storage.screenshot(scene.screenshot.digest) == scene.screenshot)
        #expect(try storage.screenshot(String(repeating: "0", count: 64)) == nil)
        #expect(try storage.screenshot("../ledger") == nil)
        let file = folder.url.appendingPathComponent("screenshots/\(scene.screenshot.digest).png")
        // Another picture, no picture, and more than one can be.
        for content in [PNGMaker().icon, [0], [UInt8](repeating: 0, count: Screenshot.maximumBytes + 1)] {
            try Data(content).write(to: file)
            expect(.storage) { _ = try storage.screenshot(scene.screenshot.digest) }
        }
    }
}

extension AppApplicationDraft {
    /// A copy of which something is changed.
    func with(_ change: (inout AppApplicationDraft) -> Void) -> AppApplicationDraft {
        var copy = self
        change(&copy)
        return copy
    }
}
