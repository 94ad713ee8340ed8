import Registrar
import Synchronization

/// A storage in a file that finds out, when a list is kept in it, whether somebody else could change the ledger at that moment.
final class WatchedStorage: RegistrarStorage {
    private let storage: FileRegistrarStorage
    private let other: FileRegistrarStorage
    private let changes = Mutex<[Bool]>([])

    init(path: String) {
        storage = FileRegistrarStorage(path: path)
        other = FileRegistrarStorage(path: path, lockWait: .milliseconds(20))
    }

    /// For each list that was kept, whether the ledger could be changed meanwhile.
    var wasChangeable: [Bool] { changes.withLock { $0 } }

    func keep(list: [UInt8]) throws(RegistrarError) {
        var isChangeable = true
        do throws(RegistrarError) { try other.change { (_) throws(RegistrarError) in } } catch { isChangeable = error.code != .storageBusy }
        changes.withLock { [isChangeable] in $0.append(isChangeable) }
        try storage.keep(list: list)
    }

    func load() throws(RegistrarError) -> RegistrarLedger? { try storage.load() }

    func begin(_ ledger: RegistrarLedger) throws(RegistrarError) { try storage.begin(ledger) }

    func change<Result>(
        within room: LedgerRoom, _ body: (inout RegistrarLedger) throws(RegistrarError) -> Result, kept: (Result) -> Void
    ) throws(RegistrarError) -> Result { try storage.change(within: room, body, kept: kept) }

    func checkRoom(for bytes: Int) throws(RegistrarError) { try storage.checkRoom(for: bytes) }

    func keep(_ screenshot: Screenshot) throws(RegistrarError) { try storage.keep(screenshot) }

    func screenshot(_ digest: String) throws(RegistrarError) -> Screenshot? { try storage.screenshot(digest) }

    func list() throws(RegistrarError) -> [UInt8]? { try storage.list() }

    func revision() throws(RegistrarError) -> LedgerRevision? { try storage.revision() }
}
