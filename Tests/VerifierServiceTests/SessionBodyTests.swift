import Foundation
import MobileDocument
import RelyingParty
import Testing
import VerificationSessions

@testable import VerifierService

@Suite("What a backend sends and gets")
struct SessionBodyTests {
    private static let begin = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z

    @Test("A session is JSON with its members in the order of their names, without those that have no value")
    func view() throws {
        let policy = try VerificationPolicy(name: "rental", documents: [PolicyDocument(goals: [VerificationGoal("age_over_21")])])
        func text(_ status: SessionStatus, reference: String?, settledAt: Instant?, refusal: String?, outcome: PageOutcome?) -> String {
            let record = SessionRecord(
                id: SessionIdentifier(rawValue: "a-b_c"), correlation: "d", policy: policy, reference: reference, createdAt: Self.begin,
                expiresAt: Self.begin.advanced(bySeconds: 600), status: status, settledAt: settledAt, refusal: refusal, pageOutcome: outcome)
            return String(decoding: SessionView(record, status: status).json, as: UTF8.self)
        }
        let times = #"{"correlationId":"d","createdAt":"2026-06-01T12:00:00Z","expiresAt":"2026-06-01T12:10:00Z","id":"a-b_c","#
        #expect(text(.created, reference: nil, settledAt: nil, refusal: nil, outcome: nil) == times + #""policy":"rental","status":"created"}"#)
        let refused = text(
            .refused, reference: #"a "b" \/"#, settledAt: Self.begin.advanced(bySeconds: 30), refusal: "mso.digest", outcome: .cancelled)
        let end = #""refusal":{"code":"mso.digest"},"settledAt":"2026-06-01T12:00:30Z","status":"refused"}"#
        #expect(refused == times + #""policy":"rental","reference":"a \"b\" \\/","# + end)
        for (status, isTold) in [(SessionStatus.created, true), (.requested, true), (.expired, true), (.claimed, false), (.verified, false), (.refused, false)] {
            let view = text(status, reference: nil, settledAt: nil, refusal: nil, outcome: .cancelled)
            #expect(view.contains(#""pageOutcome":"cancelled","#) == isTold, "what the page said is of a request without an answer: \(view)")
        }
    }

    /// What a start says, read by Foundation's decoder.
    private struct Decoded: Decodable {
        let policy: String?
        let goals: [String]?
        let reference: String?
        let inApp: Bool?
    }

    @Test(
        "A start is read as a decoder reads it, whatever stands beside it",
        arguments: [
            "{}", #"{"policy":"rental"}"#, #" { "goals" : [ "age_over_21" , "name" ] , "inApp":true,"reference":"order-4711" } "#,
            #"{"policy":null,"goals":null,"reference":null,"inApp": null}"#, #"{"goals":[],"inApp":false,"other":{"a":[1,null]}}"#,
            #"{"p\u006flicy":"r\u0065ntal","reference":"é"}"#,
        ])
    func read(_ text: String) throws {
        let read = try #require(StartBody(json: Array(text.utf8)))
        let decoded = try JSONDecoder().decode(Decoded.self, from: Data(text.utf8))
        #expect(read.policy == decoded.policy && read.goals == decoded.goals)
        #expect(read.reference == decoded.reference && read.inApp == decoded.inApp)
    }

    @Test(
        "What a decoder refuses is refused, and so is a member that occurs twice",
        arguments: [
            "", "[]", #""rental""#, "null", #"{"policy":1}"#, #"{"policy":["rental"]}"#, #"{"goals":"name"}"#, #"{"goals":[null]}"#, #"{"goals":{}}"#,
            #"{"inApp":1}"#, #"{"inApp":"true"}"#, #"{"inApp":truth}"#, #"{"inApp":f}"#, #"{"policy":nil}"#, #"{"policy":"rental""#,
            #"{"policy":"rental"} {}"#, #"{"other":[1,]}"#, #"{"policy":"rental","policy":"bar"}"#, #"{"inApp":true,"inApp":true}"#,
        ])
    func refused(_ text: String) { #expect(StartBody(json: Array(text.utf8)).map(\.policy) == nil) }
}
