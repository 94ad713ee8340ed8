import Foundation
import GRDB
import OwnerOnlyDatabases

/// What providers have registered, and whether they may present it: in one SQLite file that only its owner can read.
///
/// A change is on the disk when its call returns, or it has not been made: a crash leaves the state before or after it. It holds no
/// content of documents, only types, and names that mean something to their providers alone.
public struct ProviderRegistry: Sendable {
    /// The most documents of one provider.
    public static let maximumDocuments = 256

    private let pool: DatabasePool

    /// Seconds to wait for another process's change. SQLite lets nobody queue, so among many a change may have bad luck for a while.
    private static let busySeconds = 30.0

    /// Opens a registry, and makes it where there is none.
    ///
    /// - Parameter path: a file on a local disk; if it is there, it must belong to this user and be closed to everybody else.
    public init(path: String) throws(ProviderRegistryError) {
        do {
            pool = try OwnerOnlyDatabase.open(
                path, label: "provider-registry", busySeconds: Self.busySeconds, migrator: Self.migrator,
                as: DatabasePool.init(path:configuration:))
        } catch { throw ProviderRegistryError(error) }
    }

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: providers and documents") { database in
            try database.execute(
                sql: """
                    CREATE TABLE provider (name TEXT PRIMARY KEY NOT NULL, authorization TEXT NOT NULL) STRICT, WITHOUT ROWID;
                    CREATE TABLE entitlement (
                        provider TEXT NOT NULL REFERENCES provider ON DELETE CASCADE, type TEXT NOT NULL, PRIMARY KEY (provider, type)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE document (
                        provider TEXT NOT NULL, identifier TEXT NOT NULL, type TEXT NOT NULL, authorities BLOB, issuers BLOB NOT NULL,
                        invalidation REAL, PRIMARY KEY (provider, identifier),
                        FOREIGN KEY (provider, type) REFERENCES entitlement ON DELETE CASCADE
                    ) STRICT, WITHOUT ROWID;
                    """)
        }
        // Of what was installed before nobody knows the name: whatever is there first is it.
        migrator.registerMigration("2: what providers are called") { database in
            try database.execute(sql: "ALTER TABLE provider ADD COLUMN displayName TEXT")
        }
        return migrator
    }

    // MARK: Providers

    /// Installs a provider, or changes what it is called and entitled to. Its documents of types it loses go with them.
    ///
    /// What the person decided stays. But what they allowed is what they were shown: with a type more, or under another name, the provider has to be
    /// allowed anew before any of its documents is offered.
    public func install(_ provider: String, displayName: String, documentTypes: Set<String>) async throws(ProviderRegistryError) {
        for text in [provider, displayName] + documentTypes { try RegistrationBounds.check(text) }
        try await write { database in
            try database.execute(
                sql: "INSERT INTO provider (name, authorization) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [provider, ProviderAuthorization.notDetermined.rawValue])
            let kept = try Set(
                String.fetchAll(database, sql: "SELECT type FROM entitlement WHERE provider = ?", arguments: [provider]))
            for type in kept.subtracting(documentTypes) {
                try database.execute(sql: "DELETE FROM entitlement WHERE provider = ? AND type = ?", arguments: [provider, type])
            }
            for type in documentTypes.subtracting(kept) {
                try database.execute(sql: "INSERT INTO entitlement VALUES (?, ?)", arguments: [provider, type])
            }
            let former = try String.fetchOne(database, sql: "SELECT displayName FROM provider WHERE name = ?", arguments: [provider])
            if !documentTypes.isSubset(of: kept) || displayName != former ?? displayName {
                try database.execute(
                    sql: "UPDATE provider SET authorization = ? WHERE name = ? AND authorization = ?",
                    arguments: [ProviderAuthorization.notDetermined.rawValue, provider, ProviderAuthorization.authorized.rawValue])
            }
            try database.execute(sql: "UPDATE provider SET displayName = ? WHERE name = ?", arguments: [displayName, provider])
        }
        await emptyLog()
    }

    /// Removes a provider with everything it has registered. One that is not there is no error.
    public func uninstall(_ provider: String) async throws(ProviderRegistryError) {
        try await write { database in try database.execute(sql: "DELETE FROM provider WHERE name = ?", arguments: [provider]) }
        await emptyLog()
    }

    /// The names of all providers, sorted.
    public func providers() async throws(ProviderRegistryError) -> [String] {
        try await read { database in try String.fetchAll(database, sql: "SELECT name FROM provider ORDER BY name") }
    }

    /// Whether the person lets a provider present documents.
    public func authorization(of provider: String) async throws(ProviderRegistryError) -> ProviderAuthorization {
        try await read { database in try Self.authorization(of: provider, in: database) }
    }

    /// Records what the person decided about a provider. Documents of one that is refused stay registered, and are not offered.
    public func decide(_ authorization: ProviderAuthorization, about provider: String) async throws(ProviderRegistryError) {
        try await write { database in
            try database.execute(
                sql: "UPDATE provider SET authorization = ? WHERE name = ?", arguments: [authorization.rawValue, provider])
            guard database.changesCount == 1 else { throw ProviderRegistryError.unknownProvider }
        }
    }

    /// Names the broker's last start with this registry; 0 before the first.
    func start() async throws(ProviderRegistryError) -> Int32 {
        try await read { database in try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0 }
    }

    /// Names a start of the broker.
    func note(start: Int32) async throws(ProviderRegistryError) {
        try await write { database in try database.execute(sql: "PRAGMA user_version = \(start)") }
    }

    private static func authorization(of provider: String, in database: Database) throws -> ProviderAuthorization {
        let text = try String.fetchOne(database, sql: "SELECT authorization FROM provider WHERE name = ?", arguments: [provider])
        guard let text else { throw ProviderRegistryError.unknownProvider }
        guard let authorization = ProviderAuthorization(rawValue: text) else {
            throw ProviderRegistryError.damaged("an unknown authorization")
        }
        return authorization
    }

    // MARK: Documents

    /// Registers a document, in place of the provider's earlier one of that name.
    public func register(_ document: RegisteredDocument) async throws(ProviderRegistryError) {
        try RegistrationBounds.check(document)
        try await write { database in
            guard try Self.authorization(of: document.provider, in: database) == .authorized else {
                throw ProviderRegistryError.notAuthorized
            }
            let isEntitled = try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT * FROM entitlement WHERE provider = ? AND type = ?)",
                arguments: [document.provider, document.documentType])
            guard isEntitled == true else { throw ProviderRegistryError.notEntitled }
            try DocumentRow.write(document, to: database)
            let count = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM document WHERE provider = ?", arguments: [document.provider])
            guard count ?? 0 <= Self.maximumDocuments else { throw ProviderRegistryError.tooManyDocuments }
        }
    }

    /// Removes a document. One that is not there is no error, so that removing can be tried again.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public func remove(_ documentIdentifier: String, of provider: String) async throws(ProviderRegistryError) -> Bool {
        let isRemoved = try await write { (database) throws -> Bool in
            try database.execute(
                sql: "DELETE FROM document WHERE provider = ? AND identifier = ?", arguments: [provider, documentIdentifier])
            return database.changesCount > 0
        }
        if isRemoved { await emptyLog() }
        return isRemoved
    }

    /// What one provider has registered, sorted by name; nothing of any other.
    public func documents(of provider: String) async throws(ProviderRegistryError) -> [RegisteredDocument] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM document WHERE provider = ? ORDER BY identifier", arguments: [provider])
                .map(DocumentRow.read)
        }
    }

    /// What may be offered for requests: the documents of all providers that the person allows to present.
    public func offeredDocuments() async throws(ProviderRegistryError) -> [RegisteredDocument] {
        try await read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT document.* FROM document JOIN provider ON provider.name = document.provider
                    WHERE provider.authorization = ? ORDER BY document.provider, document.identifier
                    """, arguments: [ProviderAuthorization.authorized.rawValue]
            ).map(DocumentRow.read)
        }
    }

    // MARK: The file

    private func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(ProviderRegistryError) -> Value {
        do { return try await pool.write(change) } catch { throw ProviderRegistryError(error) }
    }

    /// Empties the write-ahead log after something was removed: until then the file has what went, and the log may have it. Another process may
    /// hold it; then the next removal does it.
    private func emptyLog() async {
        _ = try? await pool.barrierWriteWithoutTransaction { database in try database.checkpoint(.truncate) }
    }

    private func read<Value: Sendable>(
        _ query: @escaping @Sendable (Database) throws -> Value
    ) async throws(ProviderRegistryError) -> Value {
        do { return try await pool.read(query) } catch { throw ProviderRegistryError(error) }
    }
}

extension ProviderRegistryError {
    fileprivate init(_ error: any Error) {
        if let error = error as? ProviderRegistryError {
            self = error
            return
        }
        switch OwnerOnlyDatabaseError(error) {
        case .exposed(let wanted): self = .exposedFile(wanted)
        case .newer: self = .newerFile
        case .damaged(let reason): self = .damaged(reason)
        case .unavailable(let reason): self = .unavailable(reason)
        }
    }
}
