import Registrar
import Synchronization

/// The ledger of a storage, read again when it has changed. Waits for the disk.
final class StoredLedger: Sendable {
    private let storage: any RegistrarStorage
    private let known = Mutex<(revision: LedgerRevision, ledger: RegistrarLedger)?>(nil)

    init(_ storage: any RegistrarStorage) { self.storage = storage }

    /// The ledger when it was last read; nil before.
    var last: RegistrarLedger? { known.withLock { $0?.ledger } }

    /// The ledger as it is.
    func read() throws(RegistrarError) -> RegistrarLedger {
        // Asked before reading: a change in between is then noticed by the next call.
        guard let revision = try storage.revision() else { throw Self.missing }
        if let ledger = known.withLock({ $0?.revision == revision ? $0?.ledger : nil }) { return ledger }
        guard let ledger = try storage.load() else { throw Self.missing }
        known.withLock { $0 = (revision, ledger) }
        return ledger
    }

    private static var missing: RegistrarError {
        RegistrarError(.storage, "there is no registrar's ledger", mend: "make one with 'mdoc registrar init'")
    }
}
