import Foundation
import GRDB

/// A registered document as a row of the registry.
enum DocumentRow {
    /// Writes a document in place of the provider's earlier one of that name. The change has to be undone where this throws.
    static func write(_ document: RegisteredDocument, to database: Database) throws {
        let authorities: Data? =
            switch document.readers {
            case .anyReader: nil
            case .authorities(let identifiers): encode(identifiers)
            }
        try database.execute(
            sql: "INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                document.provider, document.documentIdentifier, document.documentType, authorities,
                encode(document.issuerKeyIdentifiers),
                document.invalidationDate?.timeIntervalSince1970,
            ])
        let bytes = try Int.fetchOne(
            database, sql: "SELECT SUM(IFNULL(LENGTH(authorities), 0) + LENGTH(issuers)) FROM document WHERE provider = ?",
            arguments: [document.provider])
        guard bytes ?? 0 <= RegistrationBounds.providerBytes else { throw ProviderRegistryError.tooManyKeyIdentifiers }
    }

    static func read(_ row: Row) throws -> RegisteredDocument {
        guard let provider: String = row["provider"], let identifier: String = row["identifier"], let type: String = row["type"],
            let issuers: Data = row["issuers"]
        else { throw ProviderRegistryError.damaged("a document without its names") }
        let authorities: Data? = row["authorities"]
        let invalidation: Double? = row["invalidation"]
        return RegisteredDocument(
            provider: provider, documentIdentifier: identifier, documentType: type,
            readers: try authorities.map { .authorities(try decode($0)) } ?? .anyReader, issuerKeyIdentifiers: try decode(issuers),
            invalidationDate: invalidation.map(Date.init(timeIntervalSince1970:)))
    }

    /// Each identifier behind its length, in an order of their own.
    private static func encode(_ identifiers: Set<[UInt8]>) -> Data {
        Data(identifiers.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { [UInt8(clamping: $0.count)] + $0 })
    }

    private static func decode(_ data: Data) throws -> Set<[UInt8]> {
        var rest = Array(data)[...]
        var identifiers: Set<[UInt8]> = []
        while let count = rest.popFirst() {
            guard rest.count >= count else { throw ProviderRegistryError.damaged("a key identifier is cut off") }
            identifiers.insert(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        return identifiers
    }
}
