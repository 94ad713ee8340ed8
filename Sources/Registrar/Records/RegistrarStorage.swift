/// Where a registrar keeps its ledger.
public protocol RegistrarStorage: Sendable {
    /// The ledger; nil if none was kept yet.
    func load() throws(RegistrarError) -> RegistrarLedger?
    /// Keeps a ledger in place of the last one, all of it or nothing.
    func save(_ ledger: RegistrarLedger) throws(RegistrarError)
}
