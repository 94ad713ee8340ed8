import Foundation
import SQLiteVerificationStore
import Testing
import VerificationSessions

/// The file of an SQLite store.
@Suite("Store: the file")
struct StoreFileTests {
    @Test("A new file, and those that SQLite puts beside it, are its owner's alone")
    func rights() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            _ = try await database.open().handedOut()
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.contains("sessions.sqlite") && names.contains("sessions.sqlite-wal"))
            for name in names {
                let mode = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
                #expect(mode == 0o600, "\(name)")
            }
        }
    }

    @Test("Why a file cannot be opened is told alike by whatever looks at it, opens it, or opens it to read")
    func unusable() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let folder = URL(fileURLWithPath: database.location).deletingLastPathComponent().path
            let isFolder = StoreFailure.unavailable("it is a folder; name a file in it")
            #expect(throws: isFolder) { try SQLiteVerificationStore.preparation(path: folder) }
            #expect(throws: isFolder) { try SQLiteVerificationStore(path: folder) }
            #expect(throws: isFolder) { try SQLiteVerificationStore(reading: folder) }
            let homeless = folder + "/missing/sessions.sqlite"
            let isHomeless = StoreFailure.unavailable("its folder cannot be written: no such file or directory; make it, or name another file")
            #expect(throws: isHomeless) { try SQLiteVerificationStore.preparation(path: homeless) }
            #expect(throws: isHomeless) { try SQLiteVerificationStore(path: homeless) }
            #expect(throws: StoreFailure.unavailable("the file cannot be read: no such file or directory; name another one")) {
                try SQLiteVerificationStore(reading: homeless)
            }
        }
    }

    @Test("Once its file is replaced or removed a store acknowledges nothing more, and says why", arguments: [true, false])
    func moved(isReplaced: Bool) async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try await database.open()
            let (id, binding) = try await store.handedOut()
            let claimed = try await store.claimed()
            try await store.ping()
            let copy = database.location + "-copy"
            try FileManager.default.copyItem(atPath: database.location, toPath: copy)
            try #require((isReplaced ? rename(copy, database.location) : unlink(database.location)) == 0)
            let moved = StoreFailure.unavailable(
                "its file was replaced or removed while it was open; stop every process that uses it, see docs/production.md, and start again")
            await #expect(throws: moved) { try await store.insert(Sample.record()) }
            await #expect(throws: moved) { _ = try await store.claim(id, binding: binding, at: Sample.now) }
            await #expect(throws: moved) { _ = try await store.settle(claimed, Sample.refused(), webhook: nil, audit: Sample.audit(claimed)) }
            await #expect(throws: moved) { try await store.ping() }
        }
    }

    @Test("To ping is to write to the file as much as a session does, each time, and leaves no notice")
    func ping() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try await database.open()
            func logBytes() throws -> Int { try Data(contentsOf: URL(fileURLWithPath: database.location + "-wal")).count }
            // The second has the free pages of the first.
            for _ in 0..<2 {
                // It cuts the log back.
                _ = try await store.sweep(at: Sample.now, stale: Sample.now, forget: Sample.now, limit: 10)
                #expect(try logBytes() == 0)
                try await store.ping()
                #expect(try logBytes() > 65_536)
            }
            #expect(try await store.leaseWebhooks(at: Sample.now, leaseUntil: Sample.after(60), limit: 10).isEmpty)
        }
    }

    @Test("What a claim erased is in no file once the store is closed, without a sweep")
    func closed() async throws {
        try await StoreDatabase.with(.sqlite) { database in
            let store = try await database.open()
            let (request, secret) = (Sample.bytes(300), Sample.bytes(300))
            let (id, binding) = try await store.handedOut(request: request, secret: secret)
            _ = try await store.claim(id, binding: binding, at: Sample.now)
            // A reader's connection, which is closed after the one that writes.
            #expect(try await store.session(id)?.status == .claimed)
            #expect(try database.contents().holds(secret) && database.contents().holds(request), "or there is nothing to erase")
            await store.close()
            #expect(try !database.contents().holds(secret) && !database.contents().holds(request))
        }
    }
}
