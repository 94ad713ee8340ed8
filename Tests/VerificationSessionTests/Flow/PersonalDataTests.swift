import Foundation
import Testing
import VerificationSessions

/// Where the person's data goes, and where it never does.
@Suite("Personal data in a verification")
struct PersonalDataTests {
    private static let canaries = ["Appleseed", "Kelly", "1994-04-18"]

    private func holdsCanary(_ bytes: [UInt8]) -> Bool { Self.canaries.contains { bytes.holds(Array($0.utf8)) } }

    @Test("Elements are in the result and nowhere else: not in report, record, audit, webhook or the store's bytes")
    func canary() async throws {
        try await FlowScene.with { scene in
            let goals = try ["name", "birth_date", "portrait"].map { try VerificationGoal($0) }
            let policy = try VerificationPolicy(
                name: "rental", documents: [PolicyDocument(goals: goals, retain: Set(goals))], retentionSeconds: 3600)
            let opened = try await scene.opened(policy)
            let settled = try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request))
            let result = try await scene.flow.result(opened.id)
            for canary in Self.canaries { #expect(result.holds(Array(canary.utf8))) }

            #expect(try await !holdsCanary(scene.flow.report(opened.id)))
            #expect(!holdsCanary(Array("\(settled) \(String(reflecting: settled))".utf8)))
            var dumped = ""
            dump(settled, to: &dumped)
            dump(try await scene.flow.session(opened.id).record, to: &dumped)
            #expect(!holdsCanary(Array(dumped.utf8)))
            let audit = try await scene.store.checkedAudit()
            #expect(audit.count == 1)
            #expect(audit.allSatisfy { !holdsCanary($0.content) })
            let webhooks = try await scene.webhookBodies()
            #expect(webhooks.count == 1)
            #expect(webhooks.allSatisfy { !holdsCanary($0) })
            #expect(try !holdsCanary(scene.database.contents()))
        }
    }

    @Test("An audit record has the facts of a decision and nothing linkable")
    func auditContent() async throws {
        try await FlowScene.with { scene in
            _ = try await scene.answered()
            let content = try FlowScene.object(try #require(try await scene.store.checkedAudit().first).content)
            #expect(Set(content.keys) == ["time", "session", "policy", "decision", "profile", "satisfied", "key"])
        }
    }

    @Test("After the window only what was announced to be kept is left, and later nothing")
    func retention() async throws {
        try await FlowScene.with { scene in
            let id = try await scene.answered(try Sample.policy(retaining: ["name"], retentionSeconds: 3600))
            let full = try await scene.result(id)
            #expect(try FlowScene.elements(full).keys.contains("portrait"))
            #expect(Set(try #require((full["documents"] as? [[String: Any]])?.first).keys).isSuperset(of: ["position", "issuer", "identification", "validity"]))
            scene.clock.advance(60)
            #expect(try FlowScene.elements(try await scene.result(id)).keys.contains("portrait"), "should the first delivery have been lost")
            scene.clock.advance(1)
            let kept = try await scene.result(id)
            #expect(kept["retainedOnly"] as? Bool == true)
            #expect(Set(try FlowScene.elements(kept).keys) == ["family_name", "given_name"])
            // How a goal came out tells an element's value.
            #expect((kept["goals"] as? [[String: Any]])?.compactMap { $0["goal"] as? String } == ["name"])
            #expect(kept["satisfied"] as? Bool == true)
            // By who issued it and when, one document could be told from others.
            let document = try #require((kept["documents"] as? [[String: Any]])?.first)
            #expect(Set(document.keys) == ["docType", "issuerSigned", "deviceSigned"])
            #expect((kept["missing"] as? [String])?.isEmpty == true && (kept["unrequested"] as? [String])?.isEmpty == true)
            scene.clock.advance(3540)
            await #expect(throws: FlowError.erased) { try await scene.flow.result(id) }
            let swept = try await scene.flow.sweep()
            #expect(swept.erasedResults == 1 && swept.erasedRetained == 1)
            #expect(try await scene.flow.session(id).status == .verified, "the outline stays")
            scene.clock.advance(86_400)
            #expect(try await scene.flow.sweep().removed == 1)
            await #expect(throws: FlowError.unknown) { try await scene.flow.session(id) }
            #expect(try await scene.store.checkedAudit().count == 1)
        }
    }

    @Test("Without an announcement nothing is left after the window")
    func nothingKept() async throws {
        try await FlowScene.with { scene in
            let id = try await scene.answered(try Sample.policy(retentionSeconds: 3600))
            _ = try await scene.flow.result(id)
            scene.clock.advance(61)
            await #expect(throws: FlowError.erased) { try await scene.flow.result(id) }
        }
    }

    @Test("A result nobody fetches is erased")
    func unfetched() async throws {
        try await FlowScene.with { scene in
            let id = try await scene.answered(try Sample.policy(retaining: ["name"], retentionSeconds: 3600))
            scene.clock.advance(901)
            await #expect(throws: FlowError.erased) { try await scene.flow.result(id) }
        }
    }
}
