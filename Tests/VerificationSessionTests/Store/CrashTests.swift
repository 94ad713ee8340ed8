import RelyingParty
import Testing
import VerificationSessions

/// What a process that is killed leaves behind, for every engine.
@Suite("Store: a process is killed")
struct CrashTests {
    @Test("Nothing acknowledged is lost and nothing is claimed twice", arguments: StoreEngine.present)
    func killed(_ engine: StoreEngine) async throws {
        try await StoreDatabase.with(engine) { database in
            let store = try await database.open()
            var sessions: [(id: SessionIdentifier, binding: [UInt8])] = []
            for _ in 0..<200 { sessions.append(try await store.handedOut()) }

            // All want the same sessions; the first dies in the middle of them, and the others take up what it left.
            let doomed = try WorkerProcess(database, sessions, stays: true)
            try await doomed.settles(10)
            let other = try WorkerProcess(database, sessions)
            #expect(doomed.killed(), "it did not end by itself")
            let successor = try WorkerProcess(database, sessions)
            #expect(try await other.finished())
            #expect(try await successor.finished())

            let workers = [doomed, other, successor]
            let claimed = try workers.flatMap { try $0.said("claimed") }
            #expect(Set(claimed).count == claimed.count, "claimed twice")
            let settled = try workers.flatMap { try $0.said("settled") }
            #expect(try doomed.said("settled").count >= 10)
            for id in settled {
                #expect(try await store.session(SessionIdentifier(rawValue: id))?.status == .refused, "acknowledged and lost")
                #expect(try await store.report(SessionIdentifier(rawValue: id)) == Array(id.utf8))
            }

            // At most one session, that the dead process held, is neither settled nor free.
            var open: [SessionIdentifier] = []
            for session in sessions where try await store.session(session.id)?.status != .refused { open.append(session.id) }
            #expect(open.count <= 1)
            for id in open { #expect(try await store.session(id)?.status == .claimed) }
            #expect(try await store.checkedAudit().count == sessions.count - open.count)
            _ = try await store.sweep(at: Sample.after(61), stale: Sample.after(1), forget: Sample.now, limit: 10)
            for id in open { #expect(try await store.session(id)?.refusal == "session.interrupted") }
        }
    }
}
