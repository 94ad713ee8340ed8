import DocumentTrust
import IssuingAuthority
import MobileDocument
import Registrar
import Testing

@Suite("Brands")
struct BrandTests {
    static let icons: [(String, PNGMaker, BrandIconFault)] = [
        ("too small", PNGMaker(width: 63, height: 63), .dimensions(63)),
        ("too large", PNGMaker(width: 1025, height: 1025), .dimensions(1025)),
        ("no pixel at all", PNGMaker(width: 0, height: 0), .dimensions(0)),
        ("not a square", PNGMaker(width: 128, height: 64), .notSquare(width: 128, height: 64)),
        ("a depth no colour has", PNGMaker(depth: 3), .header),
        ("a colour that is none", PNGMaker(colour: 5), .header),
        ("an unknown compression", PNGMaker(method: 1), .header),
        ("an unknown interlacing", PNGMaker(interlace: 2), .header),
        ("another chunk first", PNGMaker(headerType: "IDAT"), .header),
        ("a wrong checksum", PNGMaker(headerFlip: 1), .headerChecksum),
        ("an animation", PNGMaker(chunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0]), ("IDAT", [1]), ("IEND", [])]), .animated),
        ("no picture data", PNGMaker(chunks: [("IEND", [])]), .chunks),
        ("no end", PNGMaker(chunks: [("IDAT", [1])]), .chunks),
        ("two headers", PNGMaker(chunks: [("IHDR", [1]), ("IDAT", [1]), ("IEND", [])]), .chunks),
        ("something behind the end", PNGMaker(trailing: [0]), .chunks),
        ("too many bytes", PNGMaker(chunks: [("IDAT", [UInt8](repeating: 0, count: 262_144)), ("IEND", [])]), .tooLarge(262_201)),
    ]

    @Test("A picture that is no icon is refused for exactly its flaw", arguments: icons)
    func flaws(_ flaw: String, _ maker: PNGMaker, _ fault: BrandIconFault) {
        #expect(throws: fault, "\(flaw)") { _ = try BrandIcon(png: maker.icon) }
    }

    @Test(
        "Other formats are refused by their name",
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], BrandIconFault.jpeg), (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .svg),
            (Array(" \n<?xml version='1.0'?><svg/>".utf8), .svg), (Array("GIF89a".utf8), .notPNG), ([], .notPNG),
        ] as [([UInt8], BrandIconFault)])
    func formats(_ bytes: [UInt8], _ fault: BrandIconFault) {
        #expect(throws: fault) { _ = try BrandIcon(png: bytes) }
    }

    @Test("A sound icon is accepted, and no beginning of it is")
    func prefixes() throws {
        let png = PNGMaker().icon
        #expect(try BrandIcon(png: png).side == 128)
        for length in 0..<png.count { #expect(throws: BrandIconFault.self) { _ = try BrandIcon(png: Array(png[..<length])) } }
        for side: UInt32 in [64, 1024] { #expect(try BrandIcon(png: PNGMaker(width: side, height: side).icon).side == Int(side)) }
    }

    @Test("Names that deceive the eye are refused", arguments: ["", " Rentals", "Rentals ", "a\u{202E}b", "a\u{200B}b", "a\u{3164}", "a\u{FFA0}", "a\u{34F}", "a\u{17B4}", "a\u{2800}", "a\nb", "a\u{0}b", String(repeating: "x", count: 65)])
    func names(_ name: String) throws {
        let icon = try BrandIcon(png: PNGMaker().icon)
        #expect(throws: RegistrarError(.brandName, "", mend: "")) { _ = try Brand(identifier: "rentals", name: name, country: "UT", icon: icon) }
        #expect(try Brand(identifier: "rentals", name: "Fahrräder 東京", country: "UT", icon: icon).review == .submitted)
        #expect(throws: RegistrarError(.brandIdentifier, "", mend: "")) { _ = try Brand(identifier: "a b", name: "Rentals", country: "UT", icon: icon) }
        for country in ["", "ut", "UTO", "Ü"] {
            #expect(throws: RegistrarError(.brandCountry, "", mend: "")) { _ = try Brand(identifier: "rentals", name: "Rentals", country: country, icon: icon) }
        }
    }

    @Test("A review ends once; a refused brand may be submitted again, a new one under its identifier may not")
    func review() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        #expect(throws: RegistrarError(.brandIdentifier, "", mend: "")) { try world.submitBrand() }
        #expect(throws: RegistrarError(.reviewReason, "", mend: "")) { _ = try Rejection(.brand, reason: " ") }
        try world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "The name is another's."), at: RegistrarWorld.now)
        #expect(throws: RegistrarError(.reviewOver, "", mend: "")) { try world.approveBrand() }
        #expect(throws: RegistrarError(.brandIdentifier, "", mend: "")) { try world.submitBrand() }
        try world.resubmitBrand()
        try world.prove([RegistrarWorld.host])
        try world.approveBrand()
        #expect(
            world.ledger.audit.map(\.event) == [.brandSubmitted, .brandRefused, .brandSubmitted, .challengeIssued, .domainProven, .brandApproved])
    }

    @Test("What waits is corrected by another submission, its domains stay, and a decision on what waited before changes nothing")
    func corrected() throws {
        var world = try RegistrarWorld()
        #expect(throws: RegistrarError(.brandUnknown, "", mend: "")) { try world.resubmitBrand() }
        try world.submitBrand()
        try world.prove([RegistrarWorld.host])
        try world.resubmitBrand(name: "Starship Rentals")
        let waiting = try #require(world.ledger.waitingBrands.first)
        #expect(waiting.name == "Starship Rentals")
        #expect(waiting.submission == 2)
        #expect(waiting.domains.keys.sorted() == [RegistrarWorld.host])
        let before = world.ledger
        let rejection = try Rejection(.brand, reason: "The name is another's.")
        let digest = try #require(waiting.iconDigest)
        for submission in [1, 3] {
            #expect(throws: RegistrarError(.reviewChanged, "", mend: "")) {
                try world.ledger.approveBrand("rentals", submission: submission, iconDigest: digest, at: RegistrarWorld.now)
            }
            #expect(throws: RegistrarError(.reviewChanged, "", mend: "")) {
                try world.ledger.refuseBrand("rentals", rejection, submission: submission, at: RegistrarWorld.now)
            }
        }
        #expect(world.ledger == before)
        try world.ledger.approveBrand("rentals", submission: 2, iconDigest: digest, at: RegistrarWorld.now)
        #expect(throws: RegistrarError(.reviewOver, "", mend: "")) { try world.resubmitBrand() }
        // To take an approval back nobody has to name what was approved.
        try world.ledger.refuseBrand("rentals", rejection, at: RegistrarWorld.now)
    }

    @Test("A brand is approved while a domain of its is proven, and not before one is, once the proof has ended, or once all are removed")
    func domainless() throws {
        var world = try RegistrarWorld()
        let (host, now) = (RegistrarWorld.host, RegistrarWorld.now)
        let unproven = RegistrarError(.domainNotProven, "", mend: "")
        try world.submitBrand()
        #expect(throws: unproven) { try world.approveBrand() }
        _ = try world.ledger.challenge([host], of: "rentals", at: now, using: &world.generator)
        let waiting = world.ledger
        #expect(throws: unproven) { try world.approveBrand() }
        #expect(world.ledger == waiting)
        try world.prove([host])
        let end = try #require(world.ledger.brands["rentals"]?.domains[host]?.validUntil)
        #expect(throws: unproven) { try world.approveBrand(at: end.advanced(bySeconds: 1)) }
        try world.ledger.removeDomain(host, of: "rentals", at: now)
        #expect(throws: unproven) { try world.approveBrand() }
        try world.prove(["www.rentals.example"])
        // What is proven beside it may wait.
        _ = try world.ledger.challenge([host], of: "rentals", at: now, using: &world.generator)
        try world.approveBrand()
        #expect(world.ledger.brands["rentals"]?.review == .approved)
    }

    @Test("A form is approved while every domain of its brand is proven; one that waits is proven or removed before")
    func formDomains() throws {
        var world = try RegistrarWorld.ready()
        let (host, more, now) = (RegistrarWorld.host, "www.rentals.example", RegistrarWorld.now)
        let unproven = RegistrarError(.domainNotProven, "", mend: "")
        try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        _ = try world.ledger.challenge([more], of: "rentals", at: now, using: &world.generator)
        let waiting = world.ledger
        #expect(throws: unproven) { try world.ledger.approveForm(2, at: now) }
        #expect(world.ledger == waiting)
        try world.prove([more])
        try world.ledger.approveForm(2, at: now)
        try world.ledger.removeDomain(host, of: "rentals", at: now)
        try world.ledger.removeDomain(more, of: "rentals", at: now)
        #expect(throws: unproven) { try world.ledger.approveForm(3, at: now) }
        try world.prove([host])
        let end = try #require(world.ledger.brands["rentals"]?.domains[host]?.validUntil)
        #expect(throws: unproven) { try world.ledger.approveForm(3, at: end.advanced(bySeconds: 1)) }
        try world.ledger.approveForm(3, at: end)
    }

    @Test("An approval is of the icon that was looked at: with another one waiting under the number that it names, nothing is decided")
    func otherIcon() throws {
        var world = try RegistrarWorld()
        let now = RegistrarWorld.now
        try world.submitBrand()
        try world.prove([RegistrarWorld.host])
        let seen = try #require(try world.ledger.brand("rentals").iconDigest)
        let next = try BrandIcon(png: PNGMaker(width: 64, height: 64).icon)
        try world.ledger.resubmit(Brand(identifier: "rentals", name: "Spaceship Rentals", country: "UT", icon: next), at: now)
        let waiting = try world.ledger.brand("rentals")
        let digest = try #require(waiting.iconDigest)
        let before = world.ledger
        for other in [seen, "", String(digest.dropLast())] {
            #expect(throws: RegistrarError(.reviewIcon, "", mend: "")) {
                try world.ledger.approveBrand("rentals", submission: waiting.submission, iconDigest: other, at: now)
            }
        }
        #expect(world.ledger == before)
        try world.ledger.approveBrand("rentals", submission: waiting.submission, iconDigest: digest.uppercased(), at: now)
        #expect(try world.ledger.brand("rentals").review == .approved)
    }

    @Test("A brand is submitted at most twenty times, corrections included")
    func submissions() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        for _ in 2...20 { try world.resubmitBrand() }
        #expect(throws: RegistrarError(.brandCount, "", mend: "")) { try world.resubmitBrand() }
        #expect(world.ledger.audit.count == 20)
    }

    @Test("The icon goes with a refusal, and comes with the next submission; where something was issued that shows it, it stays")
    func refusedIcon() throws {
        var world = try RegistrarWorld()
        let rejection = try Rejection(.brand, reason: "The name is another's.")
        try world.submitBrand()
        try world.ledger.refuseBrand("rentals", rejection, at: RegistrarWorld.now)
        let refused = try world.ledger.brand("rentals")
        #expect(refused.icon == nil)
        #expect(refused.name == "Spaceship Rentals")
        #expect(refused.review == .refused(rejection))
        try world.resubmitBrand()
        #expect(try world.ledger.brand("rentals").icon?.png == world.icon)
        var ready = try RegistrarWorld.ready()
        _ = try ready.issue(SigningRequestMaker().pem())
        try ready.ledger.refuseBrand("rentals", rejection, at: RegistrarWorld.now)
        #expect(try ready.ledger.brand("rentals").icon?.png == ready.icon)
    }

    @Test("An approval can be taken back, which ends issuing; a refusal cannot be turned")
    func takenBack() throws {
        var world = try RegistrarWorld.ready()
        try world.ledger.refuseForm(1, Rejection(.form, reason: "The use has changed."), at: RegistrarWorld.now)
        #expect(throws: RegistrarError(.formNotApproved, "", mend: "")) { _ = try world.issue(SigningRequestMaker().pem()) }
        #expect(throws: RegistrarError(.reviewOver, "", mend: "")) { try world.ledger.approveForm(1, at: RegistrarWorld.now) }
        try world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "The name is another's."), at: RegistrarWorld.now)
        #expect(throws: RegistrarError(.brandNotApproved, "", mend: "")) { _ = try world.issue(SigningRequestMaker().pem()) }
    }

    @Test(
        "Under another name or country a brand's forms and applications wait again, and what rests on the latter is withdrawn; else approvals stay",
        arguments: [("Starship Rentals", "UT"), ("Spaceship Rentals", "US"), ("Spaceship Rentals", "UT")])
    func renamed(_ name: String, _ country: String) throws {
        let (now, actor) = (RegistrarWorld.now, Principal.holder(.applicant("rentals")))
        let isSame = name == "Spaceship Rentals" && country == "UT"
        var scene = try AppScene()
        try scene.world.ledger.file(RegistrarWorld.form(), for: "rentals", at: now)
        try scene.world.ledger.approveForm(1, at: now)
        let reader = try scene.world.issue(SigningRequestMaker().pem(), name: "reader")
        let number = try scene.approved()
        let grant = try scene.grant(number)
        let key = try SigningRequest(pem: SigningRequestMaker().with("CN", AppScene.merchant).pem())
        let sealing = try scene.world.ledger.issue(
            key, name: "sealing", for: "rentals", merchant: AppScene.merchant, by: scene.world.authority, at: now, using: &scene.world.generator)
        try scene.world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "The name is another's."), at: now)
        try scene.world.ledger.resubmit(
            Brand(identifier: "rentals", name: name, country: country, icon: BrandIcon(png: scene.world.icon)), as: actor, at: now)
        let (forms, parts): ([Int], [ApplicationPart]) = isSame ? ([], []) : ([1], [.elements, .merchants])
        #expect(scene.world.ledger.queue.map(\.number) == forms)
        #expect(try scene.world.ledger.application(number).waiting == parts)
        #expect(scene.world.ledger.owner(ofMerchant: AppScene.merchant) == (isSame ? "rentals" : nil))
        // As where an approval is taken back, a reader's certificates are withdrawn one by one.
        #expect(scene.world.ledger.revokedCertificates.count == (isSame ? 0 : 2))
        #expect(try scene.world.ledger.certificate(reader.serialNumber).revokedAt == nil)
        let reason: RevocationReason? = isSame ? nil : .privilegeWithdrawn
        #expect(try scene.world.ledger.certificate(sealing.serialNumber).revocationReason == reason)
        #expect(scene.world.ledger.grants.first { $0.serialNumber == grant.serialNumber }?.revocationReason == reason)
        let withdrawals = scene.world.ledger.audit.filter { [.grantRevoked, .certificateRevoked].contains($0.event) }
        #expect(withdrawals.allSatisfy { $0.actor == actor.description })
        try scene.world.approveBrand()
        let request = try SigningRequestMaker().with("O", name).with("C", country).pem()
        if !isSame {
            #expect(throws: RegistrarError(.formNotApproved, "", mend: "")) { _ = try scene.world.issue(request, name: "next") }
            #expect(throws: RegistrarError(.applicationNotApproved, "", mend: "")) { _ = try scene.grant(number) }
            try scene.world.ledger.approveForm(1, at: now)
            try scene.world.ledger.approveApplication(number, at: now)
        }
        _ = try scene.world.issue(request, name: "next")
        _ = try scene.grant(number)
    }

    @Test("The reviewers' queues are bounded, and free again once something is reviewed")
    func queues() throws {
        var world = try RegistrarWorld()
        let full = RegistrarError(.queueFull, "", mend: "")
        let icon = try BrandIcon(png: world.icon)
        for number in 1...RegistrarLedger.maximumWaitingBrands {
            try world.ledger.submit(Brand(identifier: "brand-\(number)", name: "B", country: "UT", icon: icon), at: RegistrarWorld.now)
        }
        #expect(throws: full) { try world.submitBrand() }
        try world.prove(["brand-1.example"], of: "brand-1")
        try world.approveBrand("brand-1")
        try world.submitBrand()
        // What is corrected takes no place but its own.
        try world.resubmitBrand()
        try world.prove([RegistrarWorld.host])
        try world.approveBrand()
        for brand in ["rentals", "brand-1"] { try world.ledger.add(RegistrarWorld.screenshot(), of: brand) }
        for _ in 1...RegistrarLedger.maximumWaitingForms { try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: RegistrarWorld.now) }
        #expect(throws: full) { try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: RegistrarWorld.now) }
        try world.ledger.file(RegistrarWorld.form(), for: "brand-1", at: RegistrarWorld.now)
    }

    @Test("A brand files at most a hundred forms, reviewed ones included")
    func forms() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        try world.prove([RegistrarWorld.host])
        try world.approveBrand()
        try world.ledger.add(RegistrarWorld.screenshot(), of: "rentals")
        for _ in 1...RegistrarLedger.maximumForms {
            let number = try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: RegistrarWorld.now)
            try world.ledger.approveForm(number, at: RegistrarWorld.now)
        }
        #expect(RegistrarLedger.maximumForms == 100)
        #expect(throws: RegistrarError(.formCount, "", mend: "")) {
            try world.ledger.file(RegistrarWorld.form(), for: "rentals", at: RegistrarWorld.now)
        }
    }
}
