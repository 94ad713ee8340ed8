import Crypto
import Foundation
import GRDB
import Testing

@testable import VerifierService

@Suite("mdoc-verifier audit")
struct AuditCommandTests {
    private let world: ServiceWorld

    /// A store with two decisions.
    init() async throws {
        let world = try await ServiceWorld()
        self.world = world
        try await world.run { client in
            for _ in 0..<2 {
                let session = try await client.start()
                let handedOut = try await client.page("request", of: session)
                try await client.page("response", of: session, world.answer(handedOut.body), cookie: handedOut.cookie)
            }
        }
    }

    private func audit(_ arguments: String...) throws -> VerifierProcess.Run {
        try VerifierProcess.run(["audit"] + arguments + ["--config", world.folder.path + "/verifier.yaml"])
    }

    @Test("a whole chain is told with its length and last hash, and each record is listed when asked for")
    func whole() throws {
        let quiet = try audit("verify")
        #expect(quiet.status == 0)
        #expect(quiet.errors.contains(/^2 records, whole; last hash [0-9a-f]{64}\n$/))
        #expect(quiet.output.isEmpty)
        let listed = try audit("verify", "--list").output.split(separator: "\n")
        #expect(listed.count == 2)
        #expect(listed.allSatisfy { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) is [String: Any] })
    }

    @Test("after a change of key the old records need the old public key, as `audit key` printed it")
    func changedKey() throws {
        let old = try audit("key")
        #expect(old.status == 0)
        try world.folder.write("old.pem", old.output)
        try world.folder.write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        let without = try audit("verify")
        #expect(without.status == 1)
        #expect(without.errors.hasPrefix("audit.unknownKey: record 1 "))
        #expect(try audit("verify", "--key", world.folder.path + "/old.pem").status == 0)
    }

    @Test("a changed, a missing and a moved record are told with their place", arguments: [
        ("UPDATE audit SET content = CAST(replace(CAST(content AS TEXT), 'verified', 'refused!') AS BLOB) WHERE sequence = 2", "audit.signature: the signature of record 2 "),
        ("DELETE FROM audit WHERE sequence = 1", "audit.gap: record 1 is missing"),
        ("UPDATE audit SET previous = zeroblob(32) WHERE sequence = 2", "audit.notFollowing: record 2 "),
        ("UPDATE audit SET content = CAST('\(String(repeating: "[", count: 100_000))' AS BLOB) WHERE sequence = 1", "audit.signature: "),
    ])
    func broken(damage: (statement: String, words: String)) throws {
        try DatabaseQueue(path: world.folder.path + "/sessions.sqlite").write { database in
            try database.execute(sql: damage.statement)
            #expect(database.changesCount == 1)
        }
        let run = try audit("verify")
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix(damage.words))
    }

    @Test("what cannot be read is told, with an exit code of its own")
    func unreadable() throws {
        try world.folder.write("old.pem", "no key")
        #expect(try audit("verify", "--key", world.folder.path + "/old.pem").status == 2)
        try world.folder.write("sessions.sqlite", "no database")
        for name in ["sessions.sqlite-wal", "sessions.sqlite-shm"] { try? FileManager.default.removeItem(atPath: world.folder.path + "/" + name) }
        let damaged = try audit("verify")
        #expect(damaged.status == 2)
        #expect(damaged.errors.hasPrefix("\(world.folder.path)/sessions.sqlite (store.sqlite.path): "), "\(damaged.errors)")
    }

    @Test("where there is no store nothing is whole, and none is made")
    func missing() throws {
        let path = world.folder.path + "/sessions.sqlite"
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + name) }
        let run = try audit("verify")
        #expect(run.status == 2)
        #expect(run.errors == "there is no store at \(path) (store.sqlite.path)\n")
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
