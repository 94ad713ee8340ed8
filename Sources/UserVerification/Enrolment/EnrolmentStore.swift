import Foundation
import GRDB
import OwnerOnlyDatabases

/// What is enrolled, and how many wrong PINs there were: in one SQLite file that only its owner can read.
///
/// A change is on the disk when its call returns, or it has not been made.
public struct EnrolmentStore: Sendable {
    private let queue: DatabaseQueue
    /// The cost factor of new PINs.
    let rounds: Int

    /// Opens the file, and makes it where there is none.
    ///
    /// - Parameter path: a file on a local disk; if it is there, it must belong to this user and be closed to everybody else.
    public init(path: String) throws(UserVerificationError) { try self.init(path: path, rounds: PINRecord.rounds) }

    /// Opens the file with a cost factor that tests can wait for.
    package init(path: String, rounds: Int) throws(UserVerificationError) {
        self.rounds = rounds
        do {
            queue = try OwnerOnlyDatabase.open(path, label: "enrolments", migrator: Self.migrator, as: DatabaseQueue.init(path:configuration:))
        } catch { throw UserVerificationError(error) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: phrase, PIN and passkey") { database in
            try database.execute(
                sql: """
                    CREATE TABLE phrase (one INTEGER PRIMARY KEY CHECK (one = 1), text TEXT NOT NULL) STRICT;
                    CREATE TABLE pin (
                        one INTEGER PRIMARY KEY CHECK (one = 1), salt BLOB NOT NULL, hash BLOB NOT NULL, rounds INTEGER NOT NULL,
                        tries INTEGER NOT NULL, next REAL NOT NULL
                    ) STRICT;
                    CREATE TABLE passkey (
                        one INTEGER PRIMARY KEY CHECK (one = 1), credential BLOB NOT NULL, key BLOB NOT NULL, counter INTEGER NOT NULL
                    ) STRICT;
                    """)
        }
        return migrator
    }

    /// What is enrolled now, with what the machine's service knows the owner by.
    func enrolment(service: String?) async throws(UserVerificationError) -> Enrolment? {
        try await access { database in try Self.enrolment(in: database, service: service) }
    }

    // MARK: PIN

    func set(_ pin: PINRecord, phrase: String) async throws(UserVerificationError) {
        try await access { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO pin VALUES (1, ?, ?, ?, 0, 0)", arguments: [Data(pin.salt), Data(pin.hash), pin.rounds])
            try database.execute(sql: "INSERT OR REPLACE INTO phrase VALUES (1, ?)", arguments: [phrase])
        }
    }

    /// Takes another phrase for a PIN that was right, whose tries are counted from the start; whether it is still the one that is there. Where it
    /// is not, nothing changes.
    func set(phrase: String, of pin: PINRecord) async throws(UserVerificationError) -> Bool {
        try await access { database in
            try database.execute(
                sql: "UPDATE pin SET tries = 0, next = 0 WHERE salt = ? AND hash = ?", arguments: [Data(pin.salt), Data(pin.hash)])
            guard database.changesCount > 0 else { return false }
            try database.execute(sql: "UPDATE phrase SET text = ?", arguments: [phrase])
            return true
        }
    }

    /// Counts a try before it is made, and gives what to compare with. Nothing is hashed for one that has to wait.
    func beginTry(at time: Date) async throws(UserVerificationError) -> (record: PINRecord, triesLeft: Int) {
        let begun: Result<(record: PINRecord, triesLeft: Int), UserVerificationError> = try await access { database in
            guard let record = try Self.pin(in: database),
                let row = try Row.fetchOne(database, sql: "SELECT tries, next FROM pin"), let tries: Int = row["tries"],
                let next: Double = row["next"]
            else { throw UserVerificationError.notEnrolled(.pin) }
            guard tries < TryLimit.tries else { throw UserVerificationError.tooManyTries }
            let now = time.timeIntervalSince1970
            // By a clock that was set back since, the whole wait begins anew, instead of lasting until the clock is there again.
            let end = min(next, now + TryLimit.delay(after: tries))
            guard now >= end else {
                if end < next { try database.execute(sql: "UPDATE pin SET next = ?", arguments: [end]) }
                return .failure(.waiting(until: Date(timeIntervalSince1970: end)))
            }
            try database.execute(
                sql: "UPDATE pin SET tries = ?, next = ?", arguments: [tries + 1, now + TryLimit.delay(after: tries + 1)])
            return .success((record: record, triesLeft: TryLimit.tries - tries - 1))
        }
        return try begun.get()
    }

    /// A PIN was right: its tries are counted from the start. Gives the enrolment that it is part of, in the same step: one taken away or
    /// replaced since it was read counts for nobody, and gives no other PIN its tries back.
    func forgetTries(of pin: PINRecord, service: String?) async throws(UserVerificationError) -> Enrolment {
        try await access { database in
            let enrolment = try Self.enrolment(in: database, service: service)
            try database.execute(
                sql: "UPDATE pin SET tries = 0, next = 0 WHERE salt = ? AND hash = ?", arguments: [Data(pin.salt), Data(pin.hash)])
            guard let enrolment, database.changesCount > 0 else { throw UserVerificationError.notEnrolled(.pin) }
            return enrolment
        }
    }

    // MARK: Passkey

    func set(_ passkey: PasskeyRecord) async throws(UserVerificationError) {
        try await access { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO passkey VALUES (1, ?, ?, ?)",
                arguments: [Data(passkey.credential), Data(passkey.publicKey), Int64(passkey.counter)])
        }
    }

    /// Lets `check` look at the passkey, keeps the counter it gives, and gives the enrolment that the passkey is part of, in one step.
    func usePasskey(
        service: String?, _ check: @escaping @Sendable (PasskeyRecord) throws(UserVerificationError) -> UInt32
    ) async throws(UserVerificationError) -> Enrolment {
        try await access { database in
            guard let passkey = try Self.passkey(in: database), let enrolment = try Self.enrolment(in: database, service: service) else {
                throw UserVerificationError.notEnrolled(.passkey)
            }
            try database.execute(sql: "UPDATE passkey SET counter = ?", arguments: [Int64(try check(passkey))])
            return enrolment
        }
    }

    // MARK: The file

    /// Takes a way away. One that is not there is no error.
    func remove(_ method: UserVerificationMethod) async throws(UserVerificationError) {
        try await access { database in
            switch method {
            case .pin: try database.execute(sql: "DELETE FROM pin; DELETE FROM phrase")
            case .passkey: try database.execute(sql: "DELETE FROM passkey")
            case .service: break
            }
        }
    }

    private static func enrolment(in database: Database, service: String?) throws -> Enrolment? {
        Enrolment(
            phrase: try String.fetchOne(database, sql: "SELECT text FROM phrase"), pin: try pin(in: database),
            passkey: try passkey(in: database), service: service)
    }

    private static func pin(in database: Database) throws -> PINRecord? {
        guard let row = try Row.fetchOne(database, sql: "SELECT salt, hash, rounds FROM pin") else { return nil }
        guard let salt: Data = row["salt"], let hash: Data = row["hash"], let rounds: Int = row["rounds"] else {
            throw UserVerificationError.unavailable("a PIN without its parts")
        }
        return PINRecord(salt: Array(salt), hash: Array(hash), rounds: rounds)
    }

    private static func passkey(in database: Database) throws -> PasskeyRecord? {
        guard let row = try Row.fetchOne(database, sql: "SELECT credential, key, counter FROM passkey") else { return nil }
        guard let credential: Data = row["credential"], let key: Data = row["key"], let counter: Int64 = row["counter"] else {
            throw UserVerificationError.unavailable("a passkey without its parts")
        }
        return PasskeyRecord(credential: Array(credential), publicKey: Array(key), counter: UInt32(clamping: counter))
    }

    private func access<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(UserVerificationError) -> Value {
        do { return try await queue.write(work) } catch { throw UserVerificationError(error) }
    }
}

extension UserVerificationError {
    fileprivate init(_ error: any Error) {
        if let error = error as? UserVerificationError {
            self = error
            return
        }
        switch OwnerOnlyDatabaseError(error) {
        case .exposed(let wanted): self = .exposedFile(wanted)
        case .newer: self = .newerFile
        case .damaged(let reason), .unavailable(let reason): self = .unavailable(reason)
        }
    }
}
