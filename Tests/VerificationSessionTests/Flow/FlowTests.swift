import COSE
import Foundation
import MobileDocument
import MobileDocumentTesting
import RelyingParty
import Testing
import VerificationSessions

/// A session from its start to its result, with real sealed answers.
@Suite("Verification flow")
struct FlowTests {
    @Test("Started, handed out, answered, fetched: the result holds what was asked")
    func wholeWay() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            #expect(try await scene.flow.session(opened.id).status == .requested)
            await #expect(throws: FlowError.unsettled) { try await scene.flow.result(opened.id) }
            await #expect(throws: FlowError.unsettled) { try await scene.flow.report(opened.id) }
            let settled = try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request))
            #expect(settled.status == .verified)
            #expect(settled.isSatisfied == true)

            let result = try await scene.result(opened.id)
            let elements = try FlowScene.elements(result)
            #expect(elements["family_name"] as? String == "Appleseed")
            #expect(elements["age_over_21"] as? Bool == true)
            #expect(Set(elements.keys) == ["family_name", "given_name", "age_over_21", "portrait"])
            #expect(result["satisfied"] as? Bool == true)
            #expect(result["reference"] as? String == "order-4711")
            #expect(result["policy"] as? String == "rental")
            #expect(try await scene.store.checkedAudit().count == 1)
            let notice = try FlowScene.object(try #require(try await scene.webhookBodies().first))
            #expect(notice["session"] as? String == opened.id.rawValue)
            #expect(notice["status"] as? String == "verified")
        }
    }

    @Test("The same answer twice: the second is told that the session is used")
    func twice() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let answer = try scene.parties.answer(opened.request)
            _ = try await scene.flow.answer(opened.id, from: opened.token, with: answer)
            await #expect(throws: FlowError.used) { try await scene.flow.answer(opened.id, from: opened.token, with: answer) }
            #expect(try await scene.store.checkedAudit().count == 1)
        }
    }

    @Test("The answer from another browser is not taken, and the session still answers")
    func otherBrowser() async throws {
        try await FlowScene.with { scene in
            let (opened, stranger) = (try await scene.opened(), try await scene.opened())
            let answer = try scene.parties.answer(opened.request)
            await #expect(throws: FlowError.notBound) { try await scene.flow.answer(opened.id, from: stranger.token, with: answer) }
            await #expect(throws: FlowError.notBound) { try await scene.flow.answer(opened.id, from: nil, with: answer) }
            await #expect(throws: FlowError.boundElsewhere) { try await scene.flow.handOut(opened.id, to: nil) }
            await #expect(throws: FlowError.boundElsewhere) { try await scene.flow.handOut(opened.id, to: stranger.token) }
            #expect(try await scene.flow.answer(opened.id, from: opened.token, with: answer).status == .verified)
        }
    }

    @Test("The same browser gets the same request again, without a new token")
    func again() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let again = try await scene.flow.handOut(opened.id, to: opened.token)
            #expect(again.token == nil)
            #expect(try JSONDecoder().decode(PresentationRequest.self, from: Data(again.request)) == opened.request)
        }
    }

    @Test("What another instance did with a session that was started here counts, though it is still remembered as it was started")
    func handedOutElsewhere() async throws {
        try await FlowScene.with { scene in
            let other = try FlowScene.make(scene.store, scene.parties, scene.clock, FlowScene.keys)
            func started() async throws -> SessionIdentifier { try await scene.flow.start(try Sample.policy()).id }

            let (held, strange, answered, removed) = (try await started(), try await started(), try await started(), try await started())
            let (broken, late) = (try await started(), try await started())
            let handed = try await other.handOut(held, to: nil)
            let again = try await scene.flow.handOut(held, to: handed.token)
            #expect(again.token == nil && again.request == handed.request, "the same browser gets the same request")

            _ = try await other.handOut(strange, to: nil)
            await #expect(throws: FlowError.boundElsewhere) { try await scene.flow.handOut(strange, to: handed.token) }
            await #expect(throws: FlowError.boundElsewhere) { try await scene.flow.handOut(strange, to: nil) }

            let request = try await other.handOut(answered, to: nil)
            let answer = try scene.parties.answer(JSONDecoder().decode(PresentationRequest.self, from: Data(request.request)))
            #expect(try await other.answer(answered, from: request.token, with: answer).status == .verified)
            await #expect(throws: FlowError.used) { try await scene.flow.handOut(answered, to: request.token) }

            let cut = try await other.handOut(broken, to: nil)
            guard let token = cut.token, case .claimed = try await scene.store.claim(broken, binding: token.digest, at: Sample.now) else { throw Unexpected() }
            scene.clock.advance(300)
            #expect(try await other.sweep().interrupted == 1)
            await #expect(throws: FlowError.wasInterrupted) { try await scene.flow.handOut(broken, to: cut.token) }

            try await other.remove(removed)
            await #expect(throws: FlowError.unknown) { try await scene.flow.handOut(removed, to: nil) }
            scene.clock.advance(601)
            await #expect(throws: FlowError.expired) { try await scene.flow.handOut(late, to: nil) }
        }
    }

    @Test("Policies that differ in nothing but what is kept, or in what stands in for an age, ask differently, one after the other")
    func alikePolicies() async throws {
        try await FlowScene.with { scene in
            func elements(_ document: PolicyDocument) async throws -> (retained: [Bool], alternatives: Int) {
                let policy = try VerificationPolicy(name: "alike", documents: [document])
                let handed = try await scene.flow.handOut(scene.flow.start(policy).id, to: nil)
                let sent = try JSONDecoder().decode(PresentationRequest.self, from: Data(handed.request)).data.deviceRequest
                let items = try DeviceRequest(Base64URL.decode(sent) ?? []).docRequests[0].itemsRequest
                return (items.elements.map(\.intentToRetain), items.requestInfo?.alternativeDataElements.count ?? 0)
            }
            let goals: [VerificationGoal] = [try VerificationGoal("age_over_21"), try VerificationGoal("portrait")]
            for _ in 0..<2 {
                let (plain, kept) = (try await elements(PolicyDocument(goals: goals)), try await elements(PolicyDocument(goals: goals, retain: Set(goals))))
                let replaced = try await elements(PolicyDocument(goals: goals, ageFallback: .age))
                #expect(!plain.retained.contains(true) && !kept.retained.contains(false) && !replaced.retained.contains(true))
                #expect(plain.alternatives == 0 && kept.alternatives == 0 && replaced.alternatives == 1)
            }
        }
    }

    @Test("An answer made for another session does not open, and uses this one up")
    func otherSession() async throws {
        try await FlowScene.with { scene in
            let (mine, other) = (try await scene.opened(), try await scene.opened())
            let answer = try scene.parties.answer(other.request)
            let settled = try await scene.flow.answer(mine.id, from: mine.token, with: answer)
            #expect(settled.status == .refused)
            #expect(settled.refusal == "response.decryption")
            #expect(settled.isSatisfied == nil)
            await #expect(throws: FlowError.noResult(.refused)) { try await scene.flow.result(mine.id) }
            #expect(try await scene.flow.session(mine.id).record.refusal == "response.decryption")
            #expect(try await scene.flow.answer(other.id, from: other.token, with: answer).status == .verified)
        }
    }

    @Test("An answer given on another origin does not open")
    func otherOrigin() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            // A wallet that was shown this request by another page seals to the same key over that page's transcript.
            let transcript = try SessionTranscript(.annexC(encryptionInfo: opened.request.data.encryptionInfo, origin: Origin("https://rentals.example:8443")))
            let key = try EncryptionInfo(text: opened.request.data.encryptionInfo).recipientKey.keyAgreementKey()
            let sealed = try ResponseEncryption.seal(ForgedResponse(scene.parties).encode(transcript: transcript), to: key, transcript: transcript)
            let response = CredentialResponse(sealed: EncryptedResponse(encapsulatedKey: sealed.encapsulatedKey, cipherText: sealed.cipherText).encoded)
            #expect(try await scene.flow.answer(opened.id, from: opened.token, with: response).refusal == "response.decryption")
        }
    }

    @Test("After its time a session hands out nothing and takes nothing")
    func expired() async throws {
        try await FlowScene.with { scene in
            let (opened, untouched) = (try await scene.opened(), try await scene.flow.start(try Sample.policy()).id)
            let answer = try scene.parties.answer(opened.request)
            scene.clock.advance(601)
            await #expect(throws: FlowError.expired) { try await scene.flow.answer(opened.id, from: opened.token, with: answer) }
            await #expect(throws: FlowError.expired) { try await scene.flow.handOut(untouched, to: nil) }
            #expect(try await scene.flow.session(opened.id).status == .expired)
            await #expect(throws: FlowError.noResult(.expired)) { try await scene.flow.result(opened.id) }
            #expect(try await scene.flow.sweep().expired == 2)
            await #expect(throws: FlowError.expired) { try await scene.flow.answer(opened.id, from: opened.token, with: answer) }
        }
    }

    @Test("What does not exist, or is removed, is unknown to every step")
    func unknown() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            try await scene.flow.remove(opened.id)
            let answer = try scene.parties.answer(opened.request)
            await #expect(throws: FlowError.unknown) { try await scene.flow.session(opened.id) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.handOut(opened.id, to: opened.token) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.answer(opened.id, from: opened.token, with: answer) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.answer(opened.id, from: nil, with: answer) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.result(opened.id) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.report(opened.id) }
            await #expect(throws: FlowError.unknown) { try await scene.flow.remove(opened.id) }
        }
    }

    @Test("A text that is no answer is a refusal like any other", arguments: ["", "AAAA", "not base64url!"])
    func garbage(_ text: String) async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let settled = try await scene.flow.answer(opened.id, from: opened.token, with: CredentialResponse(response: text))
            #expect(settled.status == .refused)
            #expect(settled.refusal == "response.encoding")
        }
    }

    @Test("What the page says is noted for the website and decides nothing")
    func note() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            await #expect(throws: FlowError.notBound) { try await scene.flow.note(.failed, for: opened.id, from: nil) }
            try await scene.flow.note(.cancelled, for: opened.id, from: opened.token)
            #expect(try await scene.flow.session(opened.id).record.pageOutcome == .cancelled)
            #expect(try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request)).status == .verified)
        }
    }

    @Test("A reference is short visible text", arguments: ["", "line\nbreak", "ümlaut", String(repeating: "x", count: 129)])
    func reference(_ reference: String) async throws {
        try await FlowScene.with { scene in
            await #expect(throws: FlowError.reference) { try await scene.flow.start(try Sample.policy(), reference: reference) }
        }
    }

    @Test("A token is 32 bytes of base64url and does not print", arguments: ["", "AAAA", String(repeating: "A", count: 44), String(repeating: "?", count: 43)])
    func token(_ text: String) throws {
        #expect(BrowserToken(text) == nil)
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let token = BrowserToken(using: &generator)
        #expect(BrowserToken(token.text)?.digest == token.digest)
        #expect(!"\(token) \(String(reflecting: token))".contains(token.text))
    }
}
