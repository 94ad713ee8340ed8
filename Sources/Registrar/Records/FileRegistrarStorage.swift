#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A ledger in a JSON file, replaced as a whole at every change. A lock beside it, `FILE.lock`, lets several processes use it: a
/// change waits until the one before it is kept.
public struct FileRegistrarStorage: RegistrarStorage {
    /// Largest file that is read or written, in bytes, unless another size is set.
    public static let maximumBytes = 64 << 20

    private let path: String
    private let maximumBytes: Int
    private let lockWait: Duration

    /// Keeps the ledger in a file, which need not exist; its folder must.
    ///
    /// - Parameters:
    ///   - maximumBytes: largest file that is read or written.
    ///   - lockWait: how long a change waits for those before it.
    public init(path: String, maximumBytes: Int = FileRegistrarStorage.maximumBytes, lockWait: Duration = .seconds(5)) {
        self.path = path
        self.maximumBytes = maximumBytes
        self.lockWait = lockWait
    }

    /// Reads the file.
    public func load() throws(RegistrarError) -> RegistrarLedger? {
        do {
            guard let bytes = try LedgerFile.read(path, limit: maximumBytes) else { return nil }
            return try JSONDecoder().decode(RegistrarLedger.self, from: Data(bytes))
        } catch let error as RegistrarError where error.code == .storage {
            // It says what is the matter with what was read.
            throw error
        } catch let failure as LedgerFile.Failure where failure.isDenied {
            throw RegistrarError(
                .storage, "the ledger at \(path) cannot be read: permission denied", mend: "look at its owner: it has to be this program's user")
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
            try save(ledger, within: .whole)
        }
    }

    /// Reads, changes and writes the file under the lock.
    public func change<Result>(
        within room: LedgerRoom, _ body: (inout RegistrarLedger) throws(RegistrarError) -> Result, kept: (Result) -> Void
    ) throws(RegistrarError) -> Result {
        try locked { () throws(RegistrarError) in
            guard var ledger = try load() else {
                throw RegistrarError(.storage, "there is no ledger at \(path)", mend: "begin one first")
            }
            let result = try body(&ledger)
            try save(ledger, within: room)
            kept(result)
            return result
        }
    }

    /// Looks at the file's size.
    public func checkRoom(for bytes: Int) throws(RegistrarError) {
        let size: Int
        do { size = try LedgerFile.size(path) } catch { throw unwritable }
        guard size + bytes <= applicantsBytes else { throw full }
    }

    /// Keeps a picture in the folder `screenshots` beside the ledger.
    public func keep(_ screenshot: Screenshot) throws(RegistrarError) {
        do {
            try LedgerFile.makeFolder(screenshots)
            try LedgerFile.replace("\(screenshots)/\(screenshot.digest).png", with: screenshot.png)
        } catch { throw unwritable }
    }

    /// Reads a picture; one that is no longer what its name says is an error.
    public func screenshot(_ digest: String) throws(RegistrarError) -> Screenshot? {
        guard Screenshot.isDigest(digest) else { return nil }
        let file = "\(screenshots)/\(digest).png"
        let content: [UInt8]?
        do { content = try LedgerFile.read(file, limit: Screenshot.maximumBytes) } catch {
            throw RegistrarError(.storage, "the screenshot at \(file) cannot be read", mend: "check the file, the folder and their permissions")
        }
        guard let png = content else { return nil }
        guard let screenshot = try? Screenshot(png: png), screenshot.digest == digest else {
            throw RegistrarError(
                .storage, "the screenshot at \(file) is not the one that was handed in", mend: "restore it from a copy, or have it handed in again")
        }
        return screenshot
    }

    /// Keeps a list beside the ledger, in `FILE.crl`: it outlives the copy of a ledger that is put back.
    public func keep(list: [UInt8]) throws(RegistrarError) {
        do { try LedgerFile.replace(listPath, with: list) } catch { throw unwritable }
    }

    /// Reads the list beside the ledger.
    public func list() throws(RegistrarError) -> [UInt8]? {
        do { return try LedgerFile.read(listPath, limit: maximumBytes) } catch {
            throw RegistrarError(.storage, "the list at \(listPath) cannot be read", mend: "check the folder and its permissions")
        }
    }

    private var listPath: String { path + ".crl" }

    private var screenshots: String { "\(path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")/screenshots" }

    /// The file's identity, size and time.
    public func revision() throws(RegistrarError) -> LedgerRevision? {
        do { return try LedgerFile.revision(path) } catch { throw unwritable }
    }

    private func save(_ ledger: RegistrarLedger, within room: LedgerRoom) throws(RegistrarError) {
        let bytes: Data
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
            bytes = try encoder.encode(ledger)
        } catch { throw unwritable }
        guard room == .whole || bytes.count <= applicantsBytes else { throw full }
        do {
            // One that could not be read again must not take the place of one that can.
            guard bytes.count <= maximumBytes else { throw LedgerFile.Failure() }
            try LedgerFile.replace(path, with: Array(bytes))
        } catch { throw unwritable }
    }

    private func locked<Result>(_ body: () throws(RegistrarError) -> Result) throws(RegistrarError) -> Result {
        do { return try LedgerFile.locked(path + ".lock", within: lockWait, body) } catch let error as RegistrarError {
            throw error
        } catch is LedgerFile.Busy {
            throw RegistrarError(
                .storageBusy, "others have been changing the ledger for \(lockWait)", mend: "try again; if it stays so, look for a program that hangs")
        } catch { throw unwritable }
    }

    private var applicantsBytes: Int { maximumBytes / 4 * 3 }

    private var full: RegistrarError {
        RegistrarError(
            .storageFull, "the registrar has no room for more; withdrawals and lists are not affected", mend: "tell its operator, who may begin another registrar")
    }

    private var unwritable: RegistrarError {
        RegistrarError(
            .storage, "the ledger at \(path) cannot be written, or would be larger than \(maximumBytes) bytes",
            mend: "check the folder, its permissions and the space left")
    }
}
