import COSE
import CBOR
import DocumentTrust
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing

@testable import VerificationSessions

/// The four questions, each with an answer that breaks it alone.
@Suite("The four questions")
struct QuestionTests {
    private static let asked: [ElementIdentifier] = ["family_name", "given_name", "age_over_21", "issuing_country"]

    private func answers(
        sealedFor another: Bool = false, _ change: (inout ForgedResponse) -> Void = { _ in }
    ) throws -> [SecurityQuestion: QuestionAnswer.Outcome] {
        let parties = try FlowScene.sampleParties()
        var response = ForgedResponse(parties)
        change(&response)
        let (session, _) = try parties.request(Self.asked)
        let sealed = try response.seal(for: another ? try parties.request(Self.asked).session : session)
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(sealed, for: ClaimedSession(claimed: session), at: Sample.now)
        return Dictionary(uniqueKeysWithValues: QuestionAnswer.all(of: verdict.report).map { ($0.question, $0.isGood) })
    }

    private func onlyBad(_ answers: [SecurityQuestion: QuestionAnswer.Outcome]) -> [SecurityQuestion] {
        SecurityQuestion.allCases.filter { answers[$0] == .no }
    }

    @Test("A good answer answers all four with yes")
    func good() throws {
        #expect(try answers() == [.whoIsAsking: .yes, .isItProtected: .yes, .isItAuthentic: .yes, .isItCopied: .yes])
    }

    @Test("Who is asking: a document that was not asked for")
    func whoIsAsking() throws {
        let answers = try answers {
            $0.docType = "org.example.pass"
            $0.signedDocType = "org.example.pass"
        }
        #expect(onlyBad(answers) == [.whoIsAsking])
    }

    @Test("Is it protected: sealed to another session's key")
    func isItProtected() throws {
        let answers = try answers(sealedFor: true)
        #expect(onlyBad(answers) == [.isItProtected])
        #expect(answers[.isItAuthentic] == .open, "nobody could look")
        #expect(answers[.isItCopied] == .open)
    }

    @Test("Is it authentic: an element changed after signing")
    func isItAuthentic() throws {
        let answers = try answers {
            $0.items[0].signedValue = $0.items[0].value
            $0.items[0].value = .text("Somebody")
        }
        #expect(onlyBad(answers) == [.isItAuthentic])
        #expect(answers[.isItProtected] == .yes)
    }

    @Test("Is it copied: signed by another device's key")
    func isItCopied() throws {
        let answers = try answers { $0.proof = .signature(SigningKey.generate(.p256)) }
        #expect(onlyBad(answers) == [.isItCopied])
        #expect(answers[.isItProtected] == .yes)
        #expect(answers[.isItAuthentic] == .yes)
    }

    @Test("Each check of an answer belongs to one question")
    func everyCheck() {
        for check in CheckIdentifier.allCases {
            let isOfAnswer = !["reader", "list", "trust"].contains(String(check.rawValue.prefix { $0 != "." }))
            #expect((SecurityQuestion(of: check) != nil) == isOfAnswer, "\(check.rawValue)")
        }
    }

    @Test("The report a website gets names the four in order")
    func inReport() async throws {
        try await FlowScene.with { scene in
            let report = try await scene.report(try await scene.answered())
            let questions = try #require(report["questions"] as? [[String: Any]])
            #expect(questions.compactMap { $0["text"] as? String } == ["Who is asking?", "Is it protected?", "Is it authentic?", "Is it copied?"])
            #expect(questions.allSatisfy { $0["isGood"] as? String == "yes" })
            #expect(questions.allSatisfy { ($0["evidence"] as? [Any])?.isEmpty == false })
        }
    }

    @Test("Request, result and report are, byte for byte, what Foundation's encoder writes, also after they were stored", arguments: [false, true])
    func directJSON(isRefused: Bool) throws {
        let parties = try FlowScene.sampleParties()
        let asked: [ElementIdentifier] = ["family_name", "portrait", "age_over_21", "birth_date", "height", "driving_privileges", "issuing_country"]
        let (session, request) = try parties.request(asked)
        let answer = try parties.answer(isRefused ? try parties.request(asked).request : request)
        let verdict = Verifier(trust: try parties.issuerTrust()).verify(answer, for: ClaimedSession(claimed: session), at: Sample.now)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(request.json == Array(try encoder.encode(request)))

        let findings = SessionReport.Findings(verdict)
        let (record, status): (_, SessionStatus) = (try Sample.record(), isRefused ? .refused : .verified)
        let report = SessionReport(findings, for: record, status: status, at: Sample.now)
        #expect(report.json == Array(try encoder.encode(report)))
        let stored = findings.cbor
        #expect(stored.count * 3 < report.json.count)
        #expect(try SessionReport(SessionReport.Findings(cbor: stored), for: record, status: status, at: Sample.now).json == report.json)
        for length in 0..<stored.count { #expect(throws: CBORError.self) { try SessionReport.Findings(cbor: Array(stored[..<length])) } }
        guard case .verified(let response) = verdict else {
            #expect(isRefused)
            return
        }
        for retainedOnly in [false, true] {
            let result = VerificationResult(response, for: try Sample.record(), at: Sample.now, retainedOnly: retainedOnly)
            #expect(result.json.bytes == Array(try encoder.encode(result)))
            #expect(try JSONText(stored: result.json.stored).bytes == result.json.bytes)
        }
    }
}
