import GRDB
import RelyingParty
import Testing
import VerificationSessions

/// What is sealed at rest, and the change of keys.
@Suite("Sealing at rest")
struct SealedStorageTests {
    private let old: (name: String, key: [UInt8]) = ("old", Array(repeating: 1, count: 32))
    private let new: (name: String, key: [UInt8]) = ("new", Array(repeating: 2, count: 32))

    @Test("The first key seals and all open; without its key nothing opens")
    func rotation() throws {
        let (before, during, after) = (try SealingKeyRing([old]), try SealingKeyRing([new, old]), try SealingKeyRing([new]))
        let sealed = try before.seal([1, 2, 3], purpose: .result, session: "a")
        #expect(try during.open(sealed, purpose: .result, session: "a") == [1, 2, 3])
        #expect(throws: SealingError.unknownKey("old")) { try after.open(sealed, purpose: .result, session: "a") }
        let later = try during.seal([4], purpose: .result, session: "a")
        #expect(try after.open(later, purpose: .result, session: "a") == [4])
        #expect(throws: SealingError.unknownKey("new")) { try before.open(later, purpose: .result, session: "a") }
        let impostor = try SealingKeyRing([(name: "old", key: Array(repeating: 9, count: 32))])
        #expect(throws: SealingError.damaged) { try impostor.open(sealed, purpose: .result, session: "a") }
    }

    @Test("What is sealed belongs to one session and one purpose, and no byte of it can change")
    func bound() throws {
        let ring = try SealingKeyRing([old])
        let sealed = try ring.seal(Array("secret".utf8), purpose: .secret, session: "a")
        #expect(throws: SealingError.damaged) { try ring.open(sealed, purpose: .secret, session: "b") }
        for purpose in [SealingKeyRing.Purpose.report, .result, .retained] {
            #expect(throws: SealingError.damaged) { try ring.open(sealed, purpose: purpose, session: "a") }
        }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(throws: SealingError.self) { try ring.open(changed, purpose: .secret, session: "a") }
        }
        for count in 0..<sealed.count {
            #expect(throws: SealingError.damaged) { try ring.open(Array(sealed.prefix(count)), purpose: .secret, session: "a") }
        }
        #expect(try ring.seal([1], purpose: .secret, session: "a") != ring.seal([1], purpose: .secret, session: "a"))
    }

    @Test("A ring wants keys of 32 bytes with distinct names, and prints none of them")
    func ring() throws {
        #expect(throws: SealingError.self) { try SealingKeyRing([]) }
        #expect(throws: SealingError.self) { try SealingKeyRing([(name: "", key: old.key)]) }
        #expect(throws: SealingError.self) { try SealingKeyRing([(name: String(repeating: "n", count: 33), key: old.key)]) }
        #expect(throws: SealingError.self) { try SealingKeyRing([(name: "short", key: [1, 2])]) }
        #expect(throws: SealingError.self) { try SealingKeyRing([old, (name: "old", key: new.key)]) }
        #expect(try String(reflecting: SealingKeyRing([old, new])) == "key ring (new, old)")
    }

    @Test("A session that was opened before the keys changed is answered after it, and who lacks the key takes the result from nobody")
    func rotationInFlight() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let rotated = try FlowScene.make(scene.store, scene.parties, scene.clock, [new] + FlowScene.keys)
            #expect(try await rotated.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request)).status == .verified)
            // Sealed with the new key, so the flow of before cannot open it.
            await #expect(throws: FlowError.self) { try await scene.flow.result(opened.id) }
            scene.clock.advance(Int64(FlowSettings().deliverySeconds) + 1)
            #expect(try FlowScene.elements(FlowScene.object(try await rotated.result(opened.id)))["given_name"] as? String == "Kelly")
        }
    }

    @Test("A report is sealed with the key of its day for as long as its session stays: who lacks that key says which, and who has it again reads it")
    func keyOfReport() async throws {
        try await FlowScene.with { scene in
            let id = try await scene.answered()
            scene.clock.advance(Int64(FlowSettings().outlineSeconds) - 1)
            let without = try FlowScene.make(scene.store, scene.parties, scene.clock, [new])
            let missing = SealingError.unknownKey(FlowScene.keys[0].name)
            await #expect(throws: FlowError.server(missing.description)) { try await without.report(id) }
            let again = try FlowScene.make(scene.store, scene.parties, scene.clock, [new] + FlowScene.keys)
            #expect(try await again.report(id) == scene.flow.report(id))
        }
    }

    @Test("A request is stored once, in the clear, and its digest is sealed: where it was changed in the store no answer is judged")
    func changedRequest() async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            guard case .claimed(_, let request, let secret) = try await scene.store.claim(opened.id, binding: opened.token.digest, at: Sample.now)
            else { throw Unexpected() }
            #expect(request == opened.request.json)
            #expect(secret.count < 300)
        }
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let file = try DatabaseQueue(path: scene.database.location)
            try await file.write { try $0.execute(sql: "UPDATE waiting SET request = CAST(request || ' ' AS BLOB)") }
            try file.close()
            await #expect(throws: FlowError.self) {
                try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request))
            }
            #expect(try await scene.flow.session(opened.id).status == .claimed, "used up, as after every claim")
            #expect(try await scene.store.checkedAudit().isEmpty)
        }
    }

    @Test(
        "What was decided when a session started is bound to its secret: where the store has it otherwise later, no answer is judged",
        arguments: [
            #"policy = CAST(replace(policy, '"retentionSeconds":', '"retentionSeconds":1') AS BLOB)"#, "reference = 'another order'",
            "created = created + 1", "expires = expires + 600", "correlation = 'another'",
        ])
    func changedSession(_ change: String) async throws {
        try await FlowScene.with { scene in
            let opened = try await scene.opened()
            let before = try await scene.flow.session(opened.id)
            let file = try DatabaseQueue(path: scene.database.location)
            try await file.write { try $0.execute(sql: "UPDATE session SET \(change)") }
            try file.close()
            #expect(try await scene.flow.session(opened.id) != before)
            await #expect(throws: FlowError.self) {
                try await scene.flow.answer(opened.id, from: opened.token, with: scene.parties.answer(opened.request))
            }
            #expect(try await scene.flow.session(opened.id).status == .claimed, "used up, as after every claim")
            #expect(try await scene.store.checkedAudit().isEmpty)
        }
    }

    @Test("A policy that is nested without end is no policy, and ends no process")
    func deepPolicy() {
        #expect(throws: DecodingError.self) { try StoredPolicies.decode([UInt8](repeating: UInt8(ascii: "["), count: 100_000)) }
    }

    @Test("One session's secret in another's place opens nothing, and the answer is not judged")
    func swapped() async throws {
        try await FlowScene.with { scene in
            let (mine, other) = (try await scene.opened(), try await scene.flow.start(try Sample.policy()))
            guard case .claimed(_, _, let secret) = try await scene.store.claim(mine.id, binding: mine.token.digest, at: Sample.now)
            else { throw Unexpected() }
            #expect(try await scene.store.handOut(other.id, binding: mine.token.digest, request: [1], secret: secret, at: Sample.now) == .bound)
            await #expect(throws: FlowError.self) {
                try await scene.flow.answer(other.id, from: mine.token, with: scene.parties.answer(mine.request))
            }
            #expect(try await scene.flow.session(other.id).status == .claimed, "used up, as after every claim")
            await #expect(throws: FlowError.used) {
                try await scene.flow.answer(other.id, from: mine.token, with: scene.parties.answer(mine.request))
            }
            #expect(try await scene.store.checkedAudit().isEmpty)
        }
    }
}
