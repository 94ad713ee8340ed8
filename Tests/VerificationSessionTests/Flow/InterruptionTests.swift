import Foundation
import MobileDocument
import RelyingParty
import StoreDoubles
import Synchronization
import Testing

@testable import VerificationSessions

/// What becomes of an answer whose outcome cannot be written.
@Suite("A store that fails after the claim")
struct InterruptionTests {
    /// A flow on a store that can fail, whose waits move its clock.
    private struct Scene {
        let base: FlowScene
        let store: FaultyStore
        let flow: VerificationFlow
        let waits: @Sendable () -> [Duration]

        init(_ base: FlowScene, settings: FlowSettings = FlowSettings(), pause: (@Sendable (Duration) async throws -> Void)? = nil) throws {
            self.base = base
            let (store, waits, clock) = (FaultyStore(base.store), Waits(), base.clock)
            self.store = store
            self.waits = { waits.all.withLock { $0 } }
            flow = try FlowScene.make(store, base.parties, clock, FlowScene.keys, settings: settings) { wait in
                waits.all.withLock { $0.append(wait) }
                try await pause?(wait)
                clock.advance(max(1, wait.components.seconds))
            }
        }

        func answer(_ opened: FlowScene.Opened) async throws -> SettledSession {
            try await flow.answer(opened.id, from: opened.token, with: base.parties.answer(opened.request))
        }
    }

    private final class Waits: Sendable {
        let all = Mutex<[Duration]>([])
    }

    private func with(_ body: (Scene) async throws -> Void) async throws {
        try await FlowScene.with { base in try await body(Scene(base)) }
    }

    @Test("A store that comes back in time gets the outcome: one verdict, one audit record, one webhook")
    func comesBack() async throws {
        try await with { scene in
            let opened = try await scene.base.opened()
            scene.store.fail(settle: [.unavailable, .unavailable, .unavailable])
            #expect(try await scene.answer(opened).status == .verified)
            #expect(scene.store.settles == 4)
            #expect(scene.waits().count == 3 && scene.waits() == scene.waits().sorted())
            #expect(try await scene.flow.session(opened.id).status == .verified)
            #expect(try await scene.store.checkedAudit().count == 1)
            #expect(try await scene.base.webhookBodies().count == 1)
        }
    }

    @Test("An outcome that was written although its confirmation was lost is not written twice")
    func confirmationLost() async throws {
        try await with { scene in
            let opened = try await scene.base.opened()
            scene.store.fail(settle: [.undetermined])
            #expect(try await scene.answer(opened).status == .verified)
            #expect(scene.store.settles == 2)
            #expect(try await scene.store.checkedAudit().count == 1)
            #expect(try await scene.base.webhookBodies().count == 1)
        }
    }

    @Test("A store that stays away ends the session as interrupted: one code for page and backend, one audit record, one webhook")
    func staysAway() async throws {
        try await with { scene in
            let opened = try await scene.base.opened()
            scene.store.fail(settle: Array(repeating: .unavailable, count: 1000))
            await #expect(throws: FlowError.interrupted("the session store cannot be used: switched off")) { try await scene.answer(opened) }
            #expect(scene.store.settles > 3 && scene.store.settles < 20, "bounded")
            #expect(scene.base.clock.now.secondsSinceEpoch - Sample.now.secondsSinceEpoch <= 20, "in time for the page")
            #expect(try await scene.flow.session(opened.id).status == .claimed)
            await #expect(throws: FlowError.used) { try await scene.answer(opened) }
            await #expect(throws: FlowError.unsettled) { try await scene.flow.result(opened.id) }

            scene.base.clock.advance(61)
            #expect(try await scene.flow.sweep().interrupted == 1)
            #expect(try await scene.flow.sweep() == SweepReport())
            let (record, status) = try await scene.flow.session(opened.id)
            #expect(status == .refused && record.refusal == "session.interrupted")
            await #expect(throws: FlowError.wasInterrupted) { try await scene.answer(opened) }
            await #expect(throws: FlowError.wasInterrupted) { try await scene.flow.handOut(opened.id, to: opened.token) }
            await #expect(throws: FlowError.noResult(.refused)) { try await scene.flow.result(opened.id) }
            #expect(Set([FlowError.interrupted(""), .wasInterrupted].map(\.code)) == ["session.interrupted"])

            let audit = try await scene.store.checkedAudit()
            let decision = try JSONDecoder().decode(AuditDecision.self, from: Data(try #require(audit.first).content))
            #expect(audit.count == 1 && decision.decision == .refused && decision.refusal == "session.interrupted")
            #expect(decision.session == opened.id.rawValue && decision.profile == "iso" && decision.satisfied == nil)
            let notices = try await scene.base.webhookBodies().map(FlowScene.object)
            #expect(notices.count == 1)
            #expect(notices.first?["status"] as? String == "refused" && notices.first?["refusal"] as? String == "session.interrupted")
        }
    }

    @Test("A store is asked again for as long as the settings say: back after twenty of forty seconds, it gets the outcome; a lost one does not")
    func asLongAsSet() async throws {
        try await FlowScene.with { base in
            var settings = FlowSettings()
            settings.settleSeconds = 40
            let scene = try Scene(base, settings: settings)
            let opened = try await base.opened()
            scene.store.fail(settle: Array(repeating: .unavailable, count: 14))
            #expect(try await scene.answer(opened).status == .verified)
            #expect(scene.store.settles == 15 && scene.waits().reduce(Duration.zero, +) > .seconds(20))
            #expect(try await scene.store.checkedAudit().count == 1)

            let (lost, begin) = (try await base.opened(), base.clock.now)
            scene.store.fail(settle: Array(repeating: .unavailable, count: 1000))
            await #expect(throws: FlowError.interrupted("the session store cannot be used: switched off")) { try await scene.answer(lost) }
            let seconds = base.clock.now.secondsSinceEpoch - begin.secondsSinceEpoch
            #expect(seconds >= 40 && seconds < 45)
        }
    }

    @Test("A clock that is set back again and again lets nobody wait for a lost store for longer than the settings say")
    func clockSetBack() async throws {
        try await FlowScene.with { base in
            let scene = try Scene(base) { _ in base.clock.advance(-10) }
            let opened = try await base.opened()
            scene.store.fail(settle: Array(repeating: .unavailable, count: 1000))
            await #expect(throws: FlowError.interrupted("the session store cannot be used: switched off")) { try await scene.answer(opened) }
            #expect(scene.waits().reduce(Duration.zero, +) == .seconds(15))
        }
    }

    @Test("A sweep that ends the session while its outcome still waits for the store wins, and nothing is written twice")
    func sweptMeanwhile() async throws {
        try await FlowScene.with { base in
            let scene = try Scene(base) { _ in
                base.clock.advance(61)
                _ = try await base.flow.sweep()
            }
            let opened = try await base.opened()
            // The clock has run past the time for writing, too; what was begun before that is still told the truth.
            scene.store.fail(settle: [.unavailable])
            await #expect(throws: FlowError.wasInterrupted) { try await scene.answer(opened) }
            #expect(try await scene.store.checkedAudit().count == 1)
            #expect(try await base.webhookBodies().count == 1)
        }
    }

    @Test("A service that is told to end while it waits for the store gives up at once, and the session ends as interrupted")
    func brokenOff() async throws {
        try await FlowScene.with { base in
            let scene = try Scene(base) { _ in throw CancellationError() }
            let opened = try await base.opened()
            scene.store.fail(settle: Array(repeating: .unavailable, count: 10))
            await #expect(throws: FlowError.self) { try await scene.answer(opened) }
            #expect(scene.store.settles == 1)
            base.clock.advance(61)
            #expect(try await base.flow.sweep().interrupted == 1)
        }
    }

    @Test("After a claim in doubt a browser is told to try again only if that can help")
    func claimInDoubt() async throws {
        try await with { scene in
            let opened = try await scene.base.opened()
            scene.store.fail(claim: [.unavailable])
            await #expect(throws: FlowError.store(.undetermined("cut off before it happened"))) { try await scene.answer(opened) }
            scene.store.fail(claim: [.undetermined])
            await #expect(throws: FlowError.interrupted("the session store was lost while it confirmed a change: cut off")) {
                try await scene.answer(opened)
            }
            await #expect(throws: FlowError.used) { try await scene.answer(opened) }
            scene.base.clock.advance(61)
            #expect(try await scene.flow.sweep().interrupted == 1)
            await #expect(throws: FlowError.wasInterrupted) { try await scene.answer(opened) }
        }
    }

    @Test("Two processes that sweep at once write one audit record and one webhook for each session", arguments: StoreEngine.present)
    func onceEach(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let stores = [try await database.open(), try await database.open()]
            let clock = TestClock()
            let parties = try FlowScene.sampleParties()
            let flows = try stores.map { try FlowScene.make($0, parties, clock, FlowScene.keys) }
            var cutOff: Set<String> = []
            var unanswered: Set<String> = []
            for number in 0..<12 {
                cutOff.insert(try await stores[number % 2].claimed().rawValue)
                unanswered.insert(try await flows[number % 2].start(Sample.policy()).id.rawValue)
            }
            clock.advance(601)
            let report = try await withThrowingTaskGroup(of: SweepReport.self) { group in
                for number in 0..<8 { group.addTask { try await flows[number % 2].sweep(limit: 5) } }
                return try await group.reduce(into: SweepReport()) {
                    $0.expired += $1.expired
                    $0.interrupted += $1.interrupted
                }
            }
            #expect(report.expired == 12 && report.interrupted == 12)
            let decisions = try await stores[0].checkedAudit().map { try JSONDecoder().decode(AuditDecision.self, from: Data($0.content)) }
            #expect(decisions.count == 12 && Set(decisions.map(\.session)) == cutOff)
            let queued = try await stores[1].leaseWebhooks(at: clock.now, leaseUntil: clock.now, limit: 100)
            let notices = try queued.map { try FlowScene.object($0.body) }
            #expect(notices.count == 24)
            func sessions(_ status: String) -> Set<String> { Set(notices.filter { $0["status"] as? String == status }.compactMap { $0["session"] as? String }) }
            #expect(sessions("refused") == cutOff)
            #expect(sessions("expired") == unanswered)
        }
    }

    @Test("A session nobody answered is told to the webhook as expired, and leaves no audit record", arguments: StoreEngine.present)
    func expiry(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let clock = TestClock()
            let flow = try FlowScene.make(store, FlowScene.sampleParties(), clock, FlowScene.keys)
            let id = try await flow.start(Sample.policy(), reference: "order-4711").id
            clock.advance(600)
            #expect(try await flow.sweep() == SweepReport())
            clock.advance(1)
            #expect(try await flow.sweep().expired == 1)
            let notice = try FlowScene.object(try #require(try await store.leaseWebhooks(at: clock.now, leaseUntil: clock.now, limit: 9).first).body)
            #expect(notice["session"] as? String == id.rawValue && notice["status"] as? String == "expired")
            #expect(notice["reference"] as? String == "order-4711" && notice["refusal"] == nil)
            #expect(notice["settledAt"] as? String == Sample.after(600).description)
            #expect(try await store.auditRecords(after: 0, limit: 1).isEmpty)
        }
    }

    @Test("However long a service stood still, the notice of a session that expired meanwhile waits to be delivered", arguments: StoreEngine.present)
    func expiredLongAgo(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let clock = TestClock()
            let flow = try FlowScene.make(store, FlowScene.sampleParties(), clock, FlowScene.keys)
            _ = try await flow.start(Sample.policy())
            clock.advance(601 + QueuedWebhook.longestLife)
            for _ in 1...2 { _ = try await flow.sweep() }
            #expect(try await store.leaseWebhooks(at: clock.now, leaseUntil: clock.now.advanced(bySeconds: 60), limit: 9).count == 1)
        }
    }

    @Test("Where the ending of one session cannot be written, none is, and the next sweep does it", arguments: StoreEngine.present)
    func endingFails(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            let id = try await store.claimed()
            await #expect(throws: StoreFailure.self) {
                _ = try await store.sweep(at: Sample.after(61), stale: Sample.after(1), forget: Sample.now, limit: 10) { _ in
                    SessionEnding(webhook: Sample.webhook()) { _ in throw Unexpected() }
                }
            }
            #expect(try await store.session(id)?.status == .claimed)
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.now, limit: 9).isEmpty)
            #expect(try await store.sweep(at: Sample.after(61), stale: Sample.after(1), forget: Sample.now, limit: 10).interrupted == 1)
            #expect(try await store.checkedAudit().count == 1)
        }
    }

    @Test("The browser that asks again gets the request it holds; no other is made for it, nor for a stranger")
    func noNewRequest() async throws {
        try await with { scene in
            let id = try await scene.flow.start(Sample.policy()).id
            let first = try await scene.flow.handOut(id, to: nil)
            #expect(scene.store.reads == 0, "what was just started need not be read")
            let again = try await scene.flow.handOut(id, to: first.token)
            #expect(again.request == first.request && again.token == nil)
            var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
            for stranger in [nil, BrowserToken(using: &generator)] {
                await #expect(throws: FlowError.boundElsewhere) { try await scene.flow.handOut(id, to: stranger) }
            }
            #expect(scene.store.handOuts == 1)
        }
    }

    @Test("What was started here and is over, or removed, is not remembered any more")
    func forgotten() async throws {
        try await with { scene in
            let (late, removed) = (try await scene.flow.start(Sample.policy()).id, try await scene.flow.start(Sample.policy()).id)
            try await scene.flow.remove(removed)
            await #expect(throws: FlowError.unknown) { try await scene.flow.handOut(removed, to: nil) }
            scene.base.clock.advance(601)
            _ = try await scene.flow.sweep()
            #expect(scene.flow.started.take(late) == nil && scene.flow.started.take(removed) == nil)
        }
    }
}
