import Foundation
import GRDB
import LoopbackServers
import MobileDocument
import SQLiteVerificationStore
import Testing

@testable import VerifierService

@Suite("mdoc-verifier check-config")
struct CheckConfigCommandTests {
    private let world: ServiceWorld

    init() async throws { world = try await ServiceWorld() }

    private func check() throws -> VerifierProcess.Run { try VerifierProcess.run(["check-config", "--config", world.folder.path + "/verifier.yaml"]) }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: world.folder.path).sorted() }

    private func store(at path: String) throws {
        try world.folder.write("verifier.yaml", ConfigurationText.good.replacing("path: sessions.sqlite", with: "path: \(path)"))
    }

    @Test("a store that is not there is not made, and it is told that serve would make it")
    func absent() throws {
        try store(at: "other.sqlite")
        let before = try files()
        let run = try check()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("The configuration is good.\n"))
        #expect(run.output.hasSuffix("\(world.folder.path)/other.sqlite (store.sqlite.path), where serve would make the file and its tables\n"), "\(run.output)")
        #expect(try files() == before)
    }

    @Test("beside a service at work it finds the store up to date")
    func atWork() throws {
        let run = try check()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("/sessions.sqlite (store.sqlite.path), which is up to date\n"), "\(run.output)")
    }

    @Test("tables of an older version are left as they are, and it is told that serve would bring them up to date")
    func older() throws {
        let queue = try DatabaseQueue(path: world.folder.path + "/sessions.sqlite")
        func migrations() throws -> [String] { try queue.read { try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier") } }
        let before = Array(try migrations().dropLast())
        try queue.write { try $0.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = (SELECT max(identifier) FROM grdb_migrations)") }
        #expect(try !before.isEmpty && migrations() == before)
        let run = try check()
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("(store.sqlite.path), where serve would bring the tables up to date\n"), "\(run.output)")
        #expect(try migrations() == before)
    }

    @Test("where serve would not open the store, neither is the configuration good")
    func unusable() throws {
        try store(at: "missing/sessions.sqlite")
        let homeless = try check()
        #expect(homeless.status == 2 && homeless.output.isEmpty)
        #expect(homeless.errors.hasPrefix("\(world.folder.path)/missing/sessions.sqlite (store.sqlite.path): "), "\(homeless.errors)")
        try store(at: "sessions.sqlite")
        try DatabaseQueue(path: world.folder.path + "/sessions.sqlite").write {
            try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99: of another version')")
        }
        let newer = try check()
        #expect(newer.status == 2 && newer.errors.contains("its tables are of another version"), "\(newer.errors)")
    }

    @Test("of a webhook's address the server alone is told: the rest may hold a secret, and systemd keeps what is told")
    func webhookAddress() throws {
        let secret = Base64URL.encode([UInt8](repeating: 11, count: 32))
        let webhook = "webhook:\n  url: https://hooks.example:8443/canary?token=canary\n  secret: \(secret)\n"
        try world.folder.write("verifier.yaml", webhook + ConfigurationText.good)
        let run = try check()
        #expect(run.status == 0 && run.output.contains("  webhook    https://hooks.example:8443\n"), "\(run.errors)")
        #expect(!run.output.contains("canary"))
    }

    @Test("a store and a trust store that cannot be used are told at once")
    func unusableBoth() throws {
        let yaml = ConfigurationText.good.replacing("path: sessions.sqlite", with: "path: missing/sessions.sqlite").replacing("path: trust", with: "path: nobody")
        try world.folder.write("verifier.yaml", yaml)
        let run = try check()
        #expect(run.status == 2 && run.output.isEmpty)
        for place in ["/missing/sessions.sqlite (store.sqlite.path): ", "The configuration has 1 mistake:\n  - trust.path: "] {
            #expect(run.errors.contains(place), "\(run.errors)")
        }
    }

    @Test("a file of which a page is malformed is told, also where serve would not read that page when it starts")
    func malformed() async throws {
        try store(at: "other.sqlite")
        let path = world.folder.path + "/other.sqlite"
        try await SQLiteVerificationStore(path: path).close()
        #expect(try check().status == 0)
        var file = try Data(contentsOf: URL(fileURLWithPath: path))
        // The head of the last page.
        let page = file.count - (Int(file[16]) << 8 | Int(file[17]))
        file.replaceSubrange(page..<page + 100, with: Data(repeating: 0xff, count: 100))
        try file.write(to: URL(fileURLWithPath: path))
        let run = try check()
        #expect(run.status == 2 && run.output.isEmpty)
        #expect(run.errors.hasPrefix("\(path) (store.sqlite.path): "), "\(run.errors)")
        #expect(run.errors.contains("SQLite finds the file malformed"), "\(run.errors)")
    }

    @Test("where a listener's certificate has ended it is told that, with its last moment; the service would start all the same")
    func endedCertificate() throws {
        let credentials = try WebCredentials("127.0.0.1", lasting: -60)
        try world.folder.write("tls.pem", credentials.certificatePEM)
        try world.folder.write("tls-key.pem", credentials.keyPEM)
        let tls = "tls:\n  certificate-file: tls.pem\n  key-file: tls-key.pem\n"
        let backend = "backend:\n  listen: 127.0.0.1:0\n  tls:\n    certificate-file: tls.pem\n    key-file: tls-key.pem\n"
        try world.folder.write("verifier.yaml", tls + ConfigurationText.good.replacing("backend:\n", with: backend))
        let run = try check()
        #expect(run.status == 0 && run.output.hasPrefix("The configuration is good.\n"), "\(run.errors)")
        for key in ["tls", "backend.tls"] {
            #expect(run.errors.contains("Warning: \(key).certificate-file: the certificate ended at 2"), "\(run.errors)")
        }
    }

    @Test("in a database without tables none are made, and it is told that serve would make them", .enabled(if: Schema.server != nil, Schema.skipReason))
    func database() async throws {
        try await Schema.with { connection in
            try world.folder.write("database", connection)
            try world.folder.write("verifier.yaml", ConfigurationText.onPostgreSQL)
            let run = try check()
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.hasSuffix("the database (store.postgresql.connection), where serve would make the tables\n"), "\(run.output)")
            #expect(try Schema.tables(connection) == 0)
        }
    }
}
