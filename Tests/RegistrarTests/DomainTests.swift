import MobileDocument
import NetworkAddressing
import Registrar
import Testing

@Suite("Proof of domains")
struct DomainTests {
    private let now = RegistrarWorld.now

    private func expect(_ code: RegistrarError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void) {
        #expect(throws: RegistrarError(code, "", mend: ""), sourceLocation: sourceLocation) { try body() }
    }

    @Test("Names nobody can own are refused", arguments: [
        "localhost", "com", "co.uk", "192.0.2.1", "*.rentals.example", "rentals.example:443", "https://rentals.example", "-a.example", "a..example",
        "rentals.example.", "réntals.example", "\u{212A}elvin.example", "",
    ])
    func names(_ name: String) throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        expect(.domainName) { _ = try world.ledger.challenge([name], of: "rentals", at: now, using: &world.generator) }
        #expect(world.ledger.brands["rentals"]?.domains.isEmpty == true)
    }

    @Test("A brand has at most five domains, all under one registrable domain of the public suffix list")
    func roots() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        let five = ["shop.co.uk", "www.shop.co.uk", "a.shop.co.uk", "b.shop.co.uk", "C.shop.co.uk"]
        let challenges = try world.ledger.challenge(five, of: "rentals", at: now, using: &world.generator)
        #expect(challenges.map(\.domain) == five.map { $0.lowercased() })
        #expect(Set(challenges.map(\.value)).count == 5)
        #expect(world.ledger.brands["rentals"]?.registrableDomain == nil)
        expect(.domainCount) { _ = try world.ledger.challenge(["d.shop.co.uk"], of: "rentals", at: now, using: &world.generator) }
        try world.ledger.confirm("c.shop.co.uk", of: "rentals", texts: [challenges[4].value], at: now)
        #expect(world.ledger.brands["rentals"]?.registrableDomain == "shop.co.uk")
        expect(.domainRoot) { _ = try world.ledger.challenge(["other.co.uk"], of: "rentals", at: now, using: &world.generator) }
        expect(.domainCount) { _ = try world.ledger.challenge([], of: "rentals", at: now, using: &world.generator) }
    }

    @Test("A domain that only waits ties the brand to nothing; the first that is proven does, also once all are removed and the brand is submitted again")
    func tied() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        let mistaken = try world.ledger.challenge(["rentls.example"], of: "rentals", at: now, using: &world.generator)[0]
        let meant = try world.ledger.challenge(["rentals.example"], of: "rentals", at: now, using: &world.generator)[0]
        expect(.domainRoot) { _ = try world.ledger.challenge(["a.rentals.example", "a.rentls.example"], of: "rentals", at: now, using: &world.generator) }
        try world.ledger.confirm(meant.domain, of: "rentals", texts: [meant.value], at: now)
        expect(.domainRoot) { _ = try world.ledger.challenge(["other.example"], of: "rentals", at: now, using: &world.generator) }
        expect(.domainRoot) { try world.ledger.confirm(mistaken.domain, of: "rentals", texts: [mistaken.value], at: now) }
        #expect(world.ledger.brands["rentals"]?.domains[mistaken.domain]?.provenAt == nil)
        try world.ledger.removeDomain(meant.domain, of: "rentals", at: now)
        #expect(world.ledger.brands["rentals"]?.registrableDomain == meant.domain)
        let before = world.ledger
        expect(.domainRoot) { try world.ledger.confirm(mistaken.domain, of: "rentals", texts: [mistaken.value], at: now) }
        expect(.domainRoot) { _ = try world.ledger.challenge(["other.example"], of: "rentals", at: now, using: &world.generator) }
        #expect(world.ledger == before)
        try world.ledger.removeDomain(mistaken.domain, of: "rentals", at: now)
        try world.ledger.refuseBrand("rentals", Rejection(.brand, reason: "The name is another's."), at: now)
        try world.resubmitBrand()
        #expect(world.ledger.brands["rentals"]?.registrableDomain == meant.domain)
        expect(.domainRoot) { _ = try world.ledger.challenge([mistaken.domain], of: "rentals", at: now, using: &world.generator) }
        try world.prove(["www.rentals.example"])
        #expect(world.ledger.brands["rentals"]?.domains["www.rentals.example"]?.isProven(at: now) == true)
    }

    @Test("An applicant removes domains of a brand at most twenty times, which bounds the record; the operator removes more, another brand has its own twenty")
    func removals() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        let icon = try #require(try world.ledger.brand("rentals").icon)
        try world.ledger.submit(Brand(identifier: "other", name: "Other Rentals", country: "UT", icon: icon), at: now)
        let name = RegistrarWorld.host
        let applicant = Principal.holder(.applicant("rentals"))
        for _ in 1...20 {
            _ = try world.ledger.challenge([name], of: "rentals", at: now, using: &world.generator)
            try world.ledger.removeDomain(name, of: "rentals", as: applicant, at: now)
        }
        for brand in ["rentals", "other"] { _ = try world.ledger.challenge([name], of: brand, at: now, using: &world.generator) }
        let full = world.ledger
        expect(.domainRemovals) { try world.ledger.removeDomain(name, of: "rentals", as: applicant, at: now) }
        expect(.domainUnknown) { try world.ledger.removeDomain("www.rentals.example", of: "rentals", as: applicant, at: now) }
        _ = try world.ledger.challenge([name], of: "rentals", at: now, using: &world.generator)
        #expect(world.ledger == full)
        try world.ledger.removeDomain(name, of: "other", as: .holder(.applicant("other")), at: now)
        try world.ledger.removeDomain(name, of: "rentals", as: .operator, at: now)
        #expect(world.ledger.brands.values.allSatisfy { $0.domains.isEmpty })
    }

    @Test("A domain that was removed is in no further certificate, its challenge is gone, and one that the brand does not have is named")
    func removed() throws {
        var world = try RegistrarWorld.ready()
        let name = "www.rentals.example"
        try world.prove([name])
        let first = try world.issue(SigningRequestMaker().pem())
        #expect(first.domains == [RegistrarWorld.host, name])
        try world.ledger.removeDomain(name.uppercased(), of: "rentals", as: .holder(.applicant("rentals")), at: now)
        let second = try world.issue(SigningRequestMaker().pem(), name: "second")
        #expect(second.domains == [RegistrarWorld.host])
        let challenge = try world.ledger.challenge([name], of: "rentals", at: now, using: &world.generator)[0]
        try world.ledger.removeDomain(name, of: "rentals", as: .operator, at: now)
        expect(.challengeUnknown) { try world.ledger.confirm(name, of: "rentals", texts: [challenge.value], at: now) }
        let before = world.ledger
        expect(.domainUnknown) { try world.ledger.removeDomain(name, of: "rentals", at: now) }
        expect(.brandUnknown) { try world.ledger.removeDomain(name, of: "none", at: now) }
        #expect(world.ledger == before)
        try world.ledger.removeDomain(RegistrarWorld.host, of: "rentals", at: now)
        expect(.requestDomain) { _ = try world.issue(SigningRequestMaker().pem(), name: "third") }
    }

    @Test("A call names at most five domains, none twice, and asking again within a day adds nothing to the ledger")
    func repeated() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        let before = world.ledger
        let crowds = [
            Array(repeating: "rentals.example", count: 1_000), ["rentals.example", "RENTALS.example"], (1...6).map { "d\($0).rentals.example" },
        ]
        for names in crowds {
            expect(.domainCount) { _ = try world.ledger.challenge(names, of: "rentals", at: now, using: &world.generator) }
            #expect(world.ledger == before)
        }
        let names = ["rentals.example", "www.rentals.example"]
        let first = try world.ledger.challenge(names, of: "rentals", at: now, using: &world.generator)
        #expect(world.ledger.audit.filter { $0.event == .challengeIssued }.map(\.subject) == ["rentals.example www.rentals.example"])
        let opened = world.ledger
        let again = try world.ledger.challenge(names.reversed(), of: "rentals", at: now.advanced(bySeconds: 86_399), using: &world.generator)
        #expect(again == first.reversed())
        #expect(world.ledger == opened)
        let later = try world.ledger.challenge(names, of: "rentals", at: now.advanced(bySeconds: 86_400), using: &world.generator)
        #expect(Set(later.map(\.value)).isDisjoint(with: first.map(\.value)))
        #expect(world.ledger.audit.count { $0.event == .challengeIssued } == 2)
    }

    @Test("While nobody has approved its brand, a domain is proven again only in the last thirty days of its proof, so that proofs do not fill the ledger")
    func provenAgain() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        let (host, more) = (RegistrarWorld.host, "www.rentals.example")
        try world.prove([host])
        let proven = world.ledger
        let end = try #require(proven.brands["rentals"]?.domains[host]?.validUntil)
        let due = end.advanced(byDays: -30).advanced(bySeconds: 1)
        for time in [now, now.advanced(bySeconds: 86_399), end.advanced(byDays: -30)] {
            for names in [[host], [host.uppercased()], [more, host]] {
                expect(.domainProven) { _ = try world.ledger.challenge(names, of: "rentals", at: time, using: &world.generator) }
            }
        }
        #expect(world.ledger == proven)
        var approved = world
        try approved.approveBrand()
        try approved.prove([host])
        #expect(approved.ledger.audit.count { $0.event == .domainProven } == 2)
        try world.prove([host], at: due)
        #expect(world.ledger.brands["rentals"]?.domains[host]?.provenAt == due)
        expect(.domainProven) { _ = try world.ledger.challenge([host], of: "rentals", at: due, using: &world.generator) }
    }

    /// Draws tokens that have a `K`.
    private struct SameBytes: RandomNumberGenerator {
        func next() -> UInt64 { 0x2828_2828_2828_2828 }
    }

    @Test("A record or a file proves the domain with exactly the token, in time, from the domain itself")
    func challenges() throws {
        var world = try RegistrarWorld()
        try world.submitBrand()
        world.generator = SameBytes()
        let (name, brand) = (RegistrarWorld.host, "rentals")
        expect(.challengeUnknown) { try world.ledger.confirm(name, of: brand, texts: ["x"], at: now) }
        let challenge = try world.ledger.challenge([name], of: brand, at: now, using: &world.generator)[0]
        let address = try #require(NetworkAddress([93, 184, 216, 34]))
        func file(host: String = name, address: NetworkAddress = address, _ content: String) -> FetchedFile {
            FetchedFile(host: host, address: address, content: Array(content.utf8))
        }
        expect(.challengeMismatch) { try world.ledger.confirm(name, of: brand, texts: [], at: now) }
        expect(.challengeMismatch) { try world.ledger.confirm(name, of: brand, texts: [challenge.value + " "], at: now) }
        // The same to Swift's `String`, not in its bytes.
        let kelvins = challenge.value.replacing("K", with: "\u{212A}")
        try #require(kelvins == challenge.value && kelvins.utf8.count > challenge.value.utf8.count)
        expect(.challengeMismatch) { try world.ledger.confirm(name, of: brand, texts: [kelvins], at: now) }
        expect(.challengeExpired) { try world.ledger.confirm(name, of: brand, texts: [challenge.value], at: now.advanced(bySeconds: 604_801)) }
        expect(.challengeOtherHost) { try world.ledger.confirm(name, of: brand, file: file(host: "cdn.example", challenge.value), at: now) }
        expect(.challengeMismatch) { try world.ledger.confirm(name, of: brand, file: file(challenge.value + "\n\n"), at: now) }
        let loopback = try #require(NetworkAddress([127, 0, 0, 1]))
        expect(.challengeAddress) { try world.ledger.confirm(name, of: brand, file: file(address: loopback, challenge.value), at: now) }
        var (byFile, byTest) = (world, world)
        try byFile.ledger.confirm(name, of: brand, file: file(challenge.value + "\r\n"), at: now)
        try byTest.ledger.confirm(name, of: brand, file: file(address: loopback, challenge.value), profile: .loopbackTests, at: now)
        try world.ledger.confirm(name, of: brand, texts: ["v=spf1", challenge.value], at: now.advanced(bySeconds: 604_800))
        for ledger in [world.ledger, byFile.ledger, byTest.ledger] { #expect(ledger.brands[brand]?.domains[name]?.provenAt != nil) }
        expect(.challengeUnknown) { try world.ledger.confirm(name, of: brand, texts: [challenge.value], at: now) }
    }

    @Test("A token is 32 random bytes and no fewer")
    func token() throws {
        expect(.challengeToken) { _ = try ChallengeToken([UInt8](repeating: 1, count: 31)) }
        #expect(try ChallengeToken([UInt8](repeating: 1, count: 32)).text.utf8.count == 43)
    }

    @Test("A port that fails is told from a wrong token")
    func ports() async throws {
        struct Ports: TXTResolver, HTTPSFileFetcher {
            func texts(of name: String) async throws -> [String] {
                guard name == "_mdoc-registrar-challenge.rentals.example" else { throw RegistrarWorld.Missing() }
                return ["found"]
            }
            func file(at url: String, profile: NetworkProfile, maximumBytes: Int) async throws -> FetchedFile {
                FetchedFile(host: "rentals.example", address: .v4([1, 1, 1, 1]), content: [UInt8](repeating: 0, count: maximumBytes + 1))
            }
        }
        var world = try RegistrarWorld()
        try world.submitBrand()
        let challenges = try world.ledger.challenge(["rentals.example", "www.rentals.example"], of: "rentals", at: now, using: &world.generator)
        let prover = DomainProver(resolver: Ports(), fetcher: Ports())
        #expect(try await prover.texts(for: challenges[0]) == ["found"])
        await #expect(throws: RegistrarError(.challengeUnreachable, "", mend: "")) { _ = try await prover.texts(for: challenges[1]) }
        await #expect(throws: RegistrarError(.challengeMismatch, "", mend: "")) { _ = try await prover.file(for: challenges[0]) }
    }

    @Test("Addresses that are not on the public internet are refused, each range at both of its ends", arguments: [
        [0, 0, 0, 0], [10, 0, 0, 0], [10, 255, 255, 255], [100, 64, 0, 0], [100, 127, 255, 255], [127, 0, 0, 1], [169, 254, 169, 254], [172, 16, 0, 0],
        [172, 31, 255, 255], [192, 0, 0, 8], [192, 0, 2, 1], [192, 168, 0, 1], [198, 18, 0, 0], [198, 19, 255, 255], [198, 51, 100, 1],
        [203, 0, 113, 1], [224, 0, 0, 1], [255, 255, 255, 255],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 10, 0, 0, 1], [0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0xFD, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0xFF, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 1], [0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        [0x20, 0x02, 10, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0x20, 0x01, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    ] as [[UInt8]])
    func reserved(_ bytes: [UInt8]) throws {
        let address = try #require(NetworkAddress(bytes))
        #expect(PublicAddress(address) == nil, "\(address)")
        #expect(!NetworkProfile.production.accepts(address))
        #expect(NetworkProfile.loopbackTests.accepts(address) == address.isLoopback)
    }

    @Test("Their neighbours on the public internet are accepted", arguments: [
        [1, 1, 1, 1], [9, 255, 255, 255], [11, 0, 0, 0], [100, 63, 255, 255], [100, 128, 0, 0], [172, 15, 255, 255], [172, 32, 0, 0], [192, 167, 255, 255],
        [192, 169, 0, 0], [198, 17, 255, 255], [198, 20, 0, 0], [223, 255, 255, 255],
        [0x26, 0x06, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 8, 8, 8, 8],
    ] as [[UInt8]])
    func publicAddresses(_ bytes: [UInt8]) throws {
        #expect(PublicAddress(try #require(NetworkAddress(bytes))) != nil)
        #expect(NetworkAddress(bytes + [0]) == nil)
    }
}
