/// Where a registrar keeps its ledger, and beside it the screenshots and the last revocation list.
public protocol RegistrarStorage: Sendable {
    /// The ledger; nil if none was kept yet.
    func load() throws(RegistrarError) -> RegistrarLedger?
    /// Keeps the first ledger; throws where there is one already.
    func begin(_ ledger: RegistrarLedger) throws(RegistrarError)
    /// Changes the ledger as it is at that moment and keeps it, all of it or nothing, before the result is handed out. Nobody
    /// else changes it between, in this process or another.
    ///
    /// - Parameters:
    ///   - room: how much of the storage the changed ledger may fill.
    ///   - kept: is given the result when the changed ledger is kept, and before anybody else changes it.
    /// - Throws: ``RegistrarError`` `registrar.storage.full` where it would fill more, `registrar.storage.busy` where others have
    ///   been changing it for too long, and what `body` throws.
    func change<Result>(
        within room: LedgerRoom, _ body: (inout RegistrarLedger) throws(RegistrarError) -> Result, kept: (Result) -> Void
    ) throws(RegistrarError) -> Result
    /// Tells, without reading the ledger, whether applicants may fill the storage with so many bytes more.
    ///
    /// - Throws: ``RegistrarError`` `registrar.storage.full` where they may not.
    func checkRoom(for bytes: Int) throws(RegistrarError)
    /// Keeps a screenshot, under its digest.
    func keep(_ screenshot: Screenshot) throws(RegistrarError)
    /// The screenshot of a digest; nil if there is none.
    func screenshot(_ digest: String) throws(RegistrarError) -> Screenshot?
    /// Keeps the revocation list that is handed out next, in the place of the one before. Of the lists that several processes make, the last is kept
    /// where each keeps its own in the step that makes it: as `kept` of a change.
    func keep(list: [UInt8]) throws(RegistrarError)
    /// The revocation list that was kept last; nil if there is none.
    func list() throws(RegistrarError) -> [UInt8]?
    /// Something that differs after every change; nil if no ledger was kept yet.
    func revision() throws(RegistrarError) -> LedgerRevision?
}

extension RegistrarStorage {
    /// Changes the ledger, and nothing beside it.
    public func change<Result>(
        within room: LedgerRoom, _ body: (inout RegistrarLedger) throws(RegistrarError) -> Result
    ) throws(RegistrarError) -> Result { try change(within: room, body, kept: { _ in }) }

    /// Changes the ledger within the whole storage.
    public func change<Result>(_ body: (inout RegistrarLedger) throws(RegistrarError) -> Result) throws(RegistrarError) -> Result {
        try change(within: .whole, body)
    }
}
