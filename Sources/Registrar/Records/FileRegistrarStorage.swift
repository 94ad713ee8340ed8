#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A ledger in a JSON file, replaced as a whole at every change. A lock beside it, `FILE.lock`, lets several processes use it: a
/// change waits until the one before it is kept.
public struct FileRegistrarStorage: RegistrarStorage {
    /// Largest file that is read or written, in bytes.
    public static let maximumBytes = 64 << 20

    private let path: String

    /// Keeps the ledger in a file, which need not exist; its folder must.
    public init(path: String) { self.path = path }

    /// Reads the file.
    public func load() throws(RegistrarError) -> RegistrarLedger? {
        do {
            guard let bytes = try LedgerFile.read(path, limit: Self.maximumBytes) else { return nil }
            return try JSONDecoder().decode(RegistrarLedger.self, from: Data(bytes))
        } catch {
            throw RegistrarError(.storage, "the ledger at \(path) cannot be read", mend: "restore it from a copy; it is not changed by hand")
        }
    }

    /// Keeps the first ledger.
    public func begin(_ ledger: RegistrarLedger) throws(RegistrarError) {
        try locked { () throws(RegistrarError) in
            guard try load() == nil else {
                throw RegistrarError(.storage, "there is a ledger at \(path) already", mend: "use it, or begin in another folder")
            }
            try save(ledger)
        }
    }

    /// Reads, changes and writes the file under the lock.
    public func change<Result>(_ body: (inout RegistrarLedger) throws(RegistrarError) -> Result) throws(RegistrarError) -> Result {
        try locked { () throws(RegistrarError) in
            guard var ledger = try load() else {
                throw RegistrarError(.storage, "there is no ledger at \(path)", mend: "begin one first")
            }
            let result = try body(&ledger)
            try save(ledger)
            return result
        }
    }

    /// The file's identity, size and time.
    public func revision() throws(RegistrarError) -> LedgerRevision? {
        do { return try LedgerFile.revision(path) } catch { throw unwritable }
    }

    private func save(_ ledger: RegistrarLedger) throws(RegistrarError) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            let bytes = try encoder.encode(ledger)
            // One that could not be read again must not take the place of one that can.
            guard bytes.count <= Self.maximumBytes else { throw LedgerFile.Failure() }
            try LedgerFile.replace(path, with: Array(bytes))
        } catch { throw unwritable }
    }

    private func locked<Result>(_ body: () throws(RegistrarError) -> Result) throws(RegistrarError) -> Result {
        do { return try LedgerFile.locked(path + ".lock", body) } catch let error as RegistrarError { throw error } catch { throw unwritable }
    }

    private var unwritable: RegistrarError {
        RegistrarError(
            .storage, "the ledger at \(path) cannot be written, or would be larger than \(Self.maximumBytes) bytes",
            mend: "check the folder, its permissions and the space left")
    }
}
