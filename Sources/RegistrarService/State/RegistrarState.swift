import IssuingAuthority
import MobileDocument
import Registrar

/// The registrar's state as the service sees it: read again when it has changed on the disk, changed by one request at a time.
actor RegistrarState {
    private let storage: any RegistrarStorage
    private let authority: ReaderAuthority
    private let listHours: Int
    private var known: (revision: LedgerRevision, ledger: RegistrarLedger)?
    private var published: PublishedList?

    init(storage: any RegistrarStorage, authority: ReaderAuthority, listHours: Int) {
        self.storage = storage
        self.authority = authority
        self.listHours = listHours
    }

    /// The ledger as it is.
    func ledger() throws(RegistrarError) -> RegistrarLedger {
        // Asked before reading: a change in between is then noticed by the next call.
        guard let revision = try storage.revision() else { throw Self.missing }
        if let known, known.revision == revision { return known.ledger }
        guard let ledger = try storage.load() else { throw Self.missing }
        known = (revision, ledger)
        return ledger
    }

    /// Changes the ledger and keeps it before the result is handed out.
    func change<Result: Sendable>(
        _ body: @Sendable (inout RegistrarLedger) throws(RegistrarError) -> Result
    ) throws(RegistrarError) -> Result {
        try storage.change(body)
    }

    /// The revocation list: a new one as soon as something was withdrawn, and when a quarter of the last one's time has passed.
    func revocationList(at time: Instant) throws(RegistrarError) -> PublishedList {
        if let published, try published.isCurrent(for: ledger().revokedCertificates, at: time) { return published }
        let (authority, hours) = (authority, listHours)
        let (der, revoked) = try storage.change { (ledger) throws(RegistrarError) in
            (try ledger.revocationList(by: authority, at: time, hours: hours), ledger.revokedCertificates)
        }
        let list = PublishedList(derEncoded: der, revoked: revoked, from: time, hours: hours)
        published = list
        return list
    }

    private static var missing: RegistrarError {
        RegistrarError(.storage, "there is no registrar's ledger", mend: "make one with 'mdoc registrar init'")
    }
}
