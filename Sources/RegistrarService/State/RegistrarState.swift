import Deadlines
import IssuingAuthority
import Logging
import MobileDocument
import Registrar
import Synchronization

/// The registrar's state as the service sees it: read again when it has changed on the disk, changed by one request at a time. Only
/// its own two threads wait for the disk, so that reading goes on while a change waits for the lock.
final class RegistrarState: Sendable {
    /// How long a request for the list waits for the ledger, far within the time a request may take.
    private static let listWait = Duration.seconds(10)

    private let storage: any RegistrarStorage
    private let authority: ReaderAuthority
    private let listHours: Int
    private let logger: Logger
    private let reading = StorageThread()
    private let changing = StorageThread()
    private let stored: StoredLedger
    private let published: Mutex<PublishedList?>

    init(storage: any RegistrarStorage, authority: ReaderAuthority, listHours: Int, logger: Logger) {
        self.storage = storage
        self.authority = authority
        self.listHours = listHours
        self.logger = logger
        stored = StoredLedger(storage)
        published = Mutex(Self.keptList(in: storage, of: authority, logger))
    }

    /// The list that was handed out last, before the service was started. One that cannot be read stops nothing, nor does one that is missing, as
    /// beside a ledger that was put back from a copy, or beside one whose lists the command has signed.
    private static func keptList(in storage: any RegistrarStorage, of authority: ReaderAuthority, _ logger: Logger) -> PublishedList? {
        do throws(RegistrarError) {
            guard let bytes = try storage.list() else {
                if let last = try storage.load()?.lastListNumber, last > 0 {
                    logger.warning(
                        "no revocation list is kept beside the ledger; if it was put back from a copy, docs/registrar.md says what to do first",
                        metadata: ["last list": "\(last)"])
                }
                return nil
            }
            if let list = PublishedList(kept: bytes, of: authority) { return list }
            logger.error("the last revocation list is not known, since what was kept is none of this registrar")
        } catch {
            logger.error("the last revocation list is not known", metadata: ["error": "\(error)"])
        }
        return nil
    }

    /// The ledger as it is.
    func ledger() async throws(RegistrarError) -> RegistrarLedger {
        try await reading.run { [stored] () throws(RegistrarError) in try stored.read() }
    }

    /// Changes the ledger and keeps it before the result is handed out.
    func change<Result: Sendable>(
        within room: LedgerRoom = .whole, _ body: @escaping @Sendable (inout RegistrarLedger) throws(RegistrarError) -> Result
    ) async throws(RegistrarError) -> Result {
        try await changing.run { [storage] () throws(RegistrarError) in try storage.change(within: room, body) }
    }

    /// Refuses what the ledger as it was read refuses, or what there is no room for, before a change asks for its turn: that reads and writes all of
    /// the ledger, which must not be had for asking.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes the ledger would grow by at the least.
    ///   - body: what the change will do.
    func rehearse(
        adding bytes: Int, _ body: @escaping @Sendable (inout RegistrarLedger) throws(RegistrarError) -> Void
    ) async throws(RegistrarError) {
        try await reading.run { [storage, stored] () throws(RegistrarError) in
            var ledger = try stored.read()
            try body(&ledger)
            try storage.checkRoom(for: bytes)
        }
    }

    /// Keeps a screenshot.
    func keep(_ screenshot: Screenshot) async throws(RegistrarError) {
        try await changing.run { [storage] () throws(RegistrarError) in try storage.keep(screenshot) }
    }

    /// The screenshot of a digest.
    func screenshot(_ digest: String) async throws(RegistrarError) -> Screenshot? {
        try await reading.run { [storage] () throws(RegistrarError) in try storage.screenshot(digest) }
    }

    /// The revocation list: a new one as soon as something was withdrawn, and when a quarter of the last one's time has passed.
    ///
    /// Where none can be made in time because the ledger cannot be read or written, the last is handed out while it counts: wallets
    /// would rely on it anyway, and without it on nothing. So it is where the ledger does not know the last one.
    ///
    /// - Parameter now: the clock, which is read when it is a list's turn: one of a moment before it waited could be older than the last, and whoever
    ///   has that one would take it for a replay.
    func revocationList(by now: @escaping @Sendable () -> Instant) async throws -> PublishedList {
        do {
            return try await DeadlineRace.run(within: Self.listWait, late: Self.busy, cancelled: CancellationError()) { [self] in
                if let list = try await reading.run({ [self] () throws(RegistrarError) in try currentList(at: now()) }) { return list }
                return try await changing.run { [self] () throws(RegistrarError) in try nextList(by: now) }
            }
        } catch let error as RegistrarError where error.code == .storage || error.code == .storageBusy {
            let revoked = stored.last?.revokedCertificates ?? []
            guard let list = published.withLock({ $0 }), list.stillCounts(for: revoked, at: now()) else { throw error }
            logger.error("no new revocation list can be made, the last is handed out", metadata: ["error": "\(error)"])
            return list
        }
    }

    /// The last list where it is current; nil where another must be made.
    private func currentList(at time: Instant) throws(RegistrarError) -> PublishedList? {
        let revoked = try stored.read().revokedCertificates
        guard let list = published.withLock({ $0 }), list.isCurrent(for: revoked, at: time) else { return nil }
        return list
    }

    private func nextList(by now: @escaping @Sendable () -> Instant) throws(RegistrarError) -> PublishedList {
        // Another request may have had one made meanwhile.
        if let list = try currentList(at: now()) { return list }
        let (authority, hours) = (authority, listHours)
        let last = published.withLock { $0 }
        let list = try storage.change(within: .whole) { (ledger: inout RegistrarLedger) throws(RegistrarError) -> PublishedList in
            try last?.check(ledger)
            // Only now: what another service has made meanwhile is not of a later time.
            let time = now()
            let der = try ledger.revocationList(by: authority, at: time, hours: hours)
            return PublishedList(derEncoded: der, number: ledger.lastListNumber, revoked: ledger.revokedCertificates, from: time, hours: hours)
        } kept: { list in
            // Before it is handed out, so that it is known after a restart, whatever becomes of the ledger; and before another service makes the next
            // one, which this one would take the place of.
            do throws(RegistrarError) { try storage.keep(list: list.derEncoded) } catch {
                logger.error("the revocation list could not be kept, and will not be known after a restart", metadata: ["error": "\(error)"])
            }
        }
        if let last, list.thisUpdate < last.thisUpdate {
            // No reason to make none: the last one may be of a clock that was wrong, and then nobody relies on it.
            logger.warning(
                "the clock is behind the last revocation list; whoever has that one takes none of an earlier time",
                metadata: ["last list": "\(last.thisUpdate)", "clock": "\(list.thisUpdate)"])
        }
        published.withLock { $0 = list }
        return list
    }

    private static var busy: RegistrarError {
        RegistrarError(.storageBusy, "the ledger has not been free for \(listWait)", mend: "try again; if it stays so, look for a program that hangs")
    }
}
