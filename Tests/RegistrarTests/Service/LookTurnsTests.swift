import Registrar
import Testing

@testable import RegistrarService

@Suite("Turns of brands that wait to have a domain looked at")
struct LookTurnsTests {
    @Test("Whoever keeps asking has a turn in every round of those who ask, however many there are and however often they ask")
    func rounds() {
        var turns = LookTurns(4)
        let brands = (1..<RegistrarLedger.maximumWaitingBrands).map { "tarpit-\($0)" } + ["rentals"]
        var looks: [String] = []
        var last = 0
        for round in 1...400 {
            func begin(_ started: [String]) {
                looks += started
                if started.contains("rentals") { last = round }
            }
            // All others ask first, each time.
            for brand in brands where !turns.has(brand) { begin(turns.ask(brand).started) }
            let ended = looks
            looks = []
            for brand in ended {
                turns.remove(brand)
                begin(turns.start())
            }
            // Fifty ask for four turns.
            #expect(round - last <= 13)
        }
    }

    @Test("However many requests the service takes, each look has a thread, a quarter of them those of brands that nobody has approved", arguments: [
        (1, 1, 1), (8, 1, 3), (32, 4, 12), (40, 4, 12), (256, 4, 12), (Int.max, 4, 12),
    ])
    func threads(requests: Int, unapproved: Int, approved: Int) {
        let limits = ServiceLimits(requests: requests)
        #expect((limits.unapprovedChecks, limits.approvedChecks) == (unapproved, approved))
        #expect(limits.unapprovedChecks + limits.approvedChecks <= DomainProver.maximumLooks)
    }

    @Test("Next is whoever had a turn longest ago, and whoever had none before all others")
    func order() {
        var turns = LookTurns(2)
        for brand in ["first", "second"] { #expect(turns.ask(brand).started == [brand]) }
        for brand in ["first", "second"] { turns.remove(brand) }
        for brand in ["third", "fourth"] { #expect(turns.ask(brand).started == [brand]) }
        for brand in ["second", "first"] { #expect(turns.ask(brand).started.isEmpty) }
        #expect(turns.ask("new").dismissed == "second")
        turns.remove("third")
        #expect(turns.start() == ["new"])
        turns.remove("fourth")
        #expect(turns.start() == ["first"])
    }

    @Test("Where too many wait, whoever had a turn last goes, and of those who had none whoever came last")
    func crowd() {
        var turns = LookTurns(1)
        #expect(turns.ask("former").started == ["former"])
        turns.remove("former")
        #expect(turns.ask("slow").started == ["slow"])
        #expect(turns.ask("former").dismissed == nil)
        #expect(turns.ask("new").dismissed == "former")
        #expect(turns.ask("newer").dismissed == "newer")
        turns.remove("slow")
        #expect(turns.start() == ["new"])
        #expect(!turns.has("former") && !turns.has("slow"))
    }

    @Test("No two domains under one registrable domain are looked at at one time, and others go first meanwhile")
    func roots() {
        var turns = LookTurns(2)
        #expect(turns.ask("first", under: "tarpit.example").started == ["first"])
        #expect(turns.ask("second", under: "tarpit.example").started.isEmpty)
        #expect(turns.ask("rentals").started == ["rentals"])
        turns.remove("rentals")
        #expect(turns.start().isEmpty)
        turns.remove("first")
        #expect(turns.start() == ["second"])
    }

    @Test("Whoever's turn does not come in time, or who asks no longer, waits no longer, and leaves the turns to others")
    func patience() async throws {
        let gate = Gate()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let checks = DomainChecks(unapproved: 1, approved: 1, wait: .milliseconds(50))
        async let first: Void = checks.hold("first", under: "first.example", isApproved: false) {
            enter.yield()
            await gate.pass()
        }
        for await _ in entered { break }
        await #expect {
            try await checks.hold("second", under: "second.example", isApproved: false) {}
        } throws: { ($0 as? Problem)?.code == "service.busy" }
        gate.open()
        try await first
        try await checks.hold("second", under: "second.example", isApproved: false) {}
    }

    @Test("Whoever is called off while they wait for a turn does not take it")
    func calledOff() async throws {
        let gate = Gate()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let checks = DomainChecks(unapproved: 1, approved: 1, wait: .seconds(3_600))
        async let first: Void = checks.hold("first", under: "first.example", isApproved: false) {
            enter.yield()
            await gate.pass()
        }
        for await _ in entered { break }
        let waiting = Task { try await checks.hold("second", under: "second.example", isApproved: false) {} }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        gate.open()
        try await first
        try await checks.hold("second", under: "second.example", isApproved: false) {}
    }

    @Test("While looks for approved brands hang in all their places, another is told at once to come back, and a brand that waits has its own turn")
    func approved() async throws {
        let gate = Gate()
        let (entered, enter) = AsyncStream.makeStream(of: Void.self)
        let checks = DomainChecks(unapproved: 1, approved: 2, wait: .seconds(3_600))
        @Sendable func hang(_ brand: String) async throws {
            try await checks.hold(brand, under: "\(brand).example", isApproved: true) {
                enter.yield()
                await gate.pass()
            }
        }
        async let first: Void = hang("first")
        async let second: Void = hang("second")
        var arrivals = entered.makeAsyncIterator()
        for _ in 1...2 { _ = await arrivals.next() }
        for (brand, code) in [("third", "service.busy"), ("first", "service.checkRunning")] {
            await #expect {
                try await checks.hold(brand, under: "\(brand).example", isApproved: true) {}
            } throws: { ($0 as? Problem)?.code == code }
        }
        try await checks.hold("waiting", under: "waiting.example", isApproved: false) {}
        gate.open()
        try await first
        try await second
        try await checks.hold("third", under: "third.example", isApproved: true) {}
    }
}

extension LookTurns {
    /// Has a brand ask: who has a turn for it, and who waits no longer.
    fileprivate mutating func ask(_ brand: String, under root: String? = nil) -> (started: [String], dismissed: String?) {
        add(brand, under: root ?? "\(brand).example")
        let started = start()
        return (started, dismissLast())
    }
}
