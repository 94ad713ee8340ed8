import Foundation
import Testing
import VerificationSessions

/// How goals come out, and what satisfies a policy.
@Suite("Goals of an answer")
struct GoalTests {
    private func goals(_ words: [String], required: [String]? = nil) async throws -> (outcomes: [String: String], isSatisfied: Bool?) {
        var outcome: (outcomes: [String: String], isSatisfied: Bool?) = ([:], nil)
        try await FlowScene.with { scene in
            let policy = try VerificationPolicy(
                name: "goals-of-a-test", documents: [PolicyDocument(goals: words.map { try VerificationGoal($0) })],
                required: required?.map { try VerificationGoal($0) })
            let result = try await scene.result(try await scene.answered(policy))
            for goal in result["goals"] as? [[String: Any]] ?? [] {
                if let word = goal["goal"] as? String { outcome.outcomes[word] = goal["outcome"] as? String }
            }
            outcome.isSatisfied = result["satisfied"] as? Bool
        }
        return outcome
    }

    @Test("Answered with true is met, with false not met, and not at all is open")
    func outcomes() async throws {
        let outcome = try await goals(["age_over_21", "age_over_65", "signature_usual_mark", "name"])
        #expect(outcome.outcomes == ["age_over_21": "met", "age_over_65": "not_met", "signature_usual_mark": "open", "name": "met"])
        #expect(outcome.isSatisfied == false)
    }

    @Test("A policy is satisfied by its required goals alone")
    func required() async throws {
        #expect(try await goals(["age_over_21", "age_over_65", "signature_usual_mark"], required: ["age_over_21"]).isSatisfied == true)
        #expect(try await goals(["age_over_21", "age_over_65"], required: ["age_over_65"]).isSatisfied == false)
        #expect(try await goals(["age_over_21", "signature_usual_mark"], required: ["signature_usual_mark"]).isSatisfied == false)
    }

    @Test("A threshold the licence does not have is answered by the nearest that decides it")
    func nearest() async throws {
        #expect(try await goals(["age_over_20", "age_over_70"]).outcomes == ["age_over_20": "met", "age_over_70": "not_met"])
        #expect(try await goals(["age_over_40", "name"]).outcomes == ["age_over_40": "open", "name": "met"])
    }

    @Test("A group is open while one of its elements is")
    func group() async throws {
        #expect(try await goals(["address", "name"]).outcomes == ["address": "open", "name": "met"])
    }
}
