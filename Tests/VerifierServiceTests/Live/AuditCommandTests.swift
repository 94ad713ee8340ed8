import Crypto
import Foundation
import GRDB
import Testing
import VectorSupport

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

    @Test("a whole chain is told with its length and its end, and each record is listed with its place and hash when asked for")
    func whole() throws {
        let quiet = try audit("verify")
        #expect(quiet.status == 0)
        #expect(quiet.errors == "2 records, whole\n")
        #expect(quiet.output.contains(/^2:[0-9a-f]{64}\n$/))
        let lines = try audit("verify", "--list").output.split(separator: "\n")
        let listed = try lines.map { line -> [String: Any] in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(object as? [String: Any])
        }
        #expect(listed.map { $0["sequence"] as? Int } == [1, 2])
        #expect(listed.allSatisfy { $0["decision"] as? String == "verified" && $0["session"] is String })
        let hash = try #require(listed.last?["hash"] as? String)
        #expect(quiet.output == "2:\(hash)\n")
    }

    @Test("where end, records or key cannot be written down, that is told with an exit code of its own, and nothing is called whole", arguments: [
        "verify", "verify --list", "key",
    ])
    func unwritable(_ command: String) throws {
        let run = try Self.shell("'\(VerifierProcess.executable().path)' audit \(command) --config '\(world.folder.path)/verifier.yaml' >/dev/full")
        #expect(run.status == 2)
        #expect(run.errors == "Error: cannot write the result, no space left on device; check where the output goes\n", "\(run.errors)")
    }

    @Test("a chain that was cut off is whole, and does not contain the end that was noted before")
    func cutOff() throws {
        let end = try audit("verify").output.trimmingCharacters(in: .newlines)
        try change("DELETE FROM audit WHERE sequence = 2")
        let alone = try audit("verify")
        #expect(alone.status == 0 && alone.errors == "1 record, whole\n")
        let earlier = alone.output.trimmingCharacters(in: .newlines)
        #expect(try audit("verify", "--contains", earlier).status == 0)
        let compared = try audit("verify", "--contains", earlier, "--contains", end)
        #expect(compared.status == 1 && compared.output.isEmpty)
        #expect(compared.errors == "audit.absent: there is no record \(end): the chain was cut off or written anew since that was noted\n")
    }

    @Test("what is no end is refused, with how one is written", arguments: ["2", "", "2:abcd"])
    func noEnd(_ text: String) throws {
        let run = try audit("verify", "--contains", text)
        #expect(run.status == 64)
        #expect(run.errors.contains("a position, a colon and 64 hexadecimal digits"), "\(run.errors)")
    }

    /// A file of deploy/, with places of this machine in it.
    private static func deployed(_ name: String, _ places: [(there: String, here: String)]) throws -> String {
        let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        var text = try String(contentsOf: root.appendingPathComponent("deploy").appendingPathComponent(name), encoding: .utf8)
        for place in places {
            try #require(text.contains(place.there))
            text = text.replacing(place.there, with: place.here)
        }
        return text
    }

    /// Runs the line for cron, on a machine whose key has the forced command here: that is run, and told what was asked for.
    private func night() throws -> (status: Int32, errors: String) {
        let folder = world.folder.path
        let forced = try Self.deployed(
            "audit-verify", [("/etc/mdoc-verifier", folder), ("exec mdoc-verifier", "exec " + VerifierProcess.executable().path)])
        try world.folder.write("audit-verify", forced)
        try world.folder.write("ssh", "export SSH_ORIGINAL_COMMAND=\"$*\"\nexec sh \(folder)/audit-verify\n")
        let file = try Self.deployed("audit.cron", [("/var/lib/verifier-audit", folder), ("$(ssh verifier ", "$(sh \(folder)/ssh ")])
        let line = try #require(file.split(separator: "\n").last)
        // Five fields of the time, and the user.
        return try Self.shell(String(try #require(line.split(separator: " ", maxSplits: 6).dropFirst(6).first)))
    }

    @Test("the line for cron notes the end each night, and fails where the one of the night before is gone, or no whole one was noted")
    func cron() throws {
        let ends = world.folder.path + "/ends"
        #expect(try night().status == 64, "nothing was noted")
        let end = try audit("verify").output
        for note in ["", "\n", "2:", String(end.prefix(40)), end + "\n"] {
            try world.folder.write("ends", note)
            #expect(try night().status == 64, "\(note)")
            #expect(try String(contentsOfFile: ends, encoding: .utf8) == note)
        }
        try world.folder.write("ends", end)
        #expect(try night().status == 0)
        #expect(try String(contentsOfFile: ends, encoding: .utf8) == end + end)
        try change("DELETE FROM audit WHERE sequence = 2")
        let cut = try night()
        #expect(cut.status == 1 && cut.errors.hasPrefix("audit.absent: there is no record 2:"), "\(cut.errors)")
        #expect(try String(contentsOfFile: ends, encoding: .utf8) == end + end)
    }

    @Test("after a change of key each night's check fails until the old public key lies where the forced command looks for it")
    func changedKeyAtNight() throws {
        let old = try audit("key").output
        try world.folder.write("ends", try audit("verify").output)
        try world.folder.write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        let without = try night()
        #expect(without.status == 1 && without.errors.hasPrefix("audit.unknownKey: record 1 "), "\(without.errors)")
        try world.folder.write("audit-keys/1.pem", old)
        #expect(try night().status == 0)
    }

    private static func shell(_ command: String) throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let errors = Pipe()
        process.standardError = errors
        try process.runBounded()
        let printed = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, printed)
    }

    private func change(_ statement: String) throws {
        try DatabaseQueue(path: world.folder.path + "/sessions.sqlite").write { database in
            try database.execute(sql: statement)
            #expect(database.changesCount == 1)
        }
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
        try change(damage.statement)
        let run = try audit("verify")
        #expect(run.status == 1)
        #expect(run.errors.hasPrefix(damage.words))
    }

    @Test("what cannot be read is told, with an exit code of its own")
    func unreadable() throws {
        try world.folder.write("old.pem", "no key")
        for (name, words) in [("old.pem", ": there is no P-256 public key in PEM"), ("none.pem", ": the file cannot be read")] {
            let run = try audit("verify", "--key", world.folder.path + "/" + name)
            #expect(run.status == 2 && run.errors.hasPrefix(world.folder.path + "/" + name + words), "\(run.errors)")
        }
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

    @Test("in a database without tables nothing is whole, and none are made", .enabled(if: Schema.server != nil, Schema.skipReason))
    func emptyDatabase() async throws {
        try await Schema.with { connection in
            try world.folder.write("database", connection)
            try world.folder.write("verifier.yaml", ConfigurationText.onPostgreSQL)
            let run = try audit("verify")
            #expect(run.status == 2 && run.output.isEmpty)
            #expect(run.errors.hasPrefix("the database (store.postgresql.connection): "), "\(run.errors)")
            #expect(run.errors.contains("there are no tables in it"), "\(run.errors)")
            #expect(try Schema.tables(connection) == 0)
        }
    }
}
