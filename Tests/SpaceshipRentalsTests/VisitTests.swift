import Testing

@testable import SpaceshipRentals

/// How long the site remembers what somebody showed.
@Suite("Visits")
struct VisitTests {
    @Test("What a browser showed is there for two hours after it was last seen, and is forgotten then as others come")
    func forgotten() async throws {
        let store = VisitStore()
        let result = try StubService.result(satisfied: true)
        let traveller = try #require(VerifiedTraveller(result))
        let begin = ContinuousClock.now
        var visits: [Visit] = []
        for _ in 0..<3 { visits.append(await store.open(nil, at: begin)) }
        for visit in visits { await store.change(visit.id) { $0.evidence = .verified(traveller) } }
        // One of them comes back, and has two hours from then on.
        let back = await store.open(visits[0].id, at: begin.advanced(by: .seconds(3600)))
        #expect(back.id == visits[0].id && back.evidence.traveller != nil)

        let end = begin.advanced(by: VisitStore.patience)
        _ = await store.open(nil, at: end.advanced(by: .seconds(-1)))
        #expect(await store.count == 4, "the last second counts")
        _ = await store.open(nil, at: end.advanced(by: VisitStore.pause))
        #expect(await store.count == 3, "who came back, and the two others")
        let again = await store.open(visits[0].id, at: end.advanced(by: VisitStore.pause))
        #expect(again.evidence.traveller != nil)
        let late = await store.open(visits[1].id, at: end.advanced(by: VisitStore.pause))
        #expect(late.id != visits[1].id && late.evidence.traveller == nil)
    }

    @Test("What is over goes by itself where nobody comes any more")
    func unattended() async throws {
        let store = VisitStore()
        _ = await store.open(nil, at: .now)
        _ = await store.open(nil, at: ContinuousClock.now.advanced(by: VisitStore.patience * -1))
        #expect(await store.count == 2)
        let sweeping = Task { await store.sweepOn(every: .milliseconds(1)) }
        defer { sweeping.cancel() }
        var rounds = 0
        while await store.count > 1, rounds < 12_000 {
            rounds += 1
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(await store.count == 1)
    }
}
