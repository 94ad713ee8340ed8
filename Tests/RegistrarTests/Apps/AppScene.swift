import AppGrantTokens
import IdentityElements
import IssuingAuthority
import MobileDocument
import Registrar

/// A registrar with an approved brand, and an application of its for an app.
struct AppScene {
    static let licence = "org.iso.18013.5.1.mDL"
    static let card = "org.iso.23220.1.jp.mnc"
    static let number = ElementName("org.iso.23220.1.jp", "individual_number_unicode")
    static let merchant = "example.rentals"
    static let executable = String(repeating: "5a", count: 32)

    var world: RegistrarWorld
    let screenshot: Screenshot

    init(tables: ElementTables = .builtIn) throws {
        world = try RegistrarWorld()
        try world.submitBrand()
        try world.prove([RegistrarWorld.host])
        try world.approveBrand()
        screenshot = try RegistrarWorld.screenshot()
        try world.ledger.add(screenshot, of: "rentals")
    }

    /// A whole application, of which a test changes a part.
    var draft: AppApplicationDraft {
        var draft = AppApplicationDraft()
        draft.client = "example.rentals.app"
        draft.name = "Spaceship Rentals"
        draft.location = "https://rentals.example/app"
        draft.category = "car-rental"
        draft.goods = "Spaceships for a day."
        draft.currentMethod = "A clerk looks at the licence."
        draft.equalProcess = true
        draft.acceptedTerms = AppTerms.version
        draft.privacyPolicy = "https://rentals.example/privacy"
        draft.thirdParties = [.init(name: "Insurer", privacyPolicy: "https://insurer.example/privacy")]
        var screenshots = AppApplicationDraft.Screenshots()
        screenshots.withoutDocument = [screenshot.digest]
        screenshots.proposedWith = [screenshot.digest]
        screenshots.proposedWithout = [screenshot.digest]
        draft.screenshots = screenshots
        draft.documents = [.init(docType: Self.licence, groups: ["age"], words: ["given-name"])]
        draft.merchants = [Self.merchant]
        return draft
    }

    /// Files an application.
    @discardableResult
    mutating func file(
        as role: AccountRole = .holder, tables: ElementTables = .builtIn, _ change: (inout AppApplicationDraft) -> Void = { _ in }
    ) throws -> FiledApplication {
        var draft = draft
        change(&draft)
        let number = try world.ledger.file(AppApplication(draft), for: "rentals", as: role, tables: tables, at: RegistrarWorld.now)
        return try world.ledger.application(number)
    }

    /// Files an application and has parts of it approved, all where none is named.
    mutating func approved(_ parts: ApplicationPart..., change: (inout AppApplicationDraft) -> Void = { _ in }) throws -> Int {
        let number = try file(change).number
        if parts.isEmpty { try world.ledger.approveApplication(number, at: RegistrarWorld.now) }
        for part in parts { try world.ledger.approveApplication(number, part, at: RegistrarWorld.now) }
        return number
    }

    mutating func grant(_ number: Int, executable: String = executable, at time: Instant = RegistrarWorld.now) throws -> IssuedGrant {
        try world.ledger.grant(number, of: "rentals", executable: executable, by: world.authority, at: time, using: &world.generator)
    }

    /// What a wallet that trusts the registrar reads.
    func read(_ grant: IssuedGrant) throws -> GrantToken {
        try GrantToken(grant.token, signedByOneOf: [world.authority.identity.certificate.publicKey])
    }
}
