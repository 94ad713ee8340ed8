import IssuingAuthority
import Registrar

/// A registrar's folder: its authority and its ledger.
struct RegistrarFolder {
    static let authority = "registrar-ca"
    static let ledger = "ledger.json"

    private let path: String
    private let storage: FileRegistrarStorage

    init(_ path: String) {
        self.path = path
        storage = FileRegistrarStorage(path: "\(path)/\(Self.ledger)")
    }

    /// The ledger as it is.
    func read() throws -> RegistrarLedger {
        do {
            guard let ledger = try storage.load() else {
                throw CommandFailure("there is no registrar", at: path, mend: "make one with 'mdoc registrar init'")
            }
            return ledger
        } catch let error as RegistrarError { throw error.failure }
    }

    /// Changes the ledger and keeps it before anything is handed out.
    func change<Result>(_ body: (inout RegistrarLedger) throws(RegistrarError) -> Result) throws -> Result {
        var ledger = try read()
        do {
            let result = try body(&ledger)
            try storage.save(ledger)
            return result
        } catch { throw error.failure }
    }

    /// Keeps a new ledger.
    func begin(_ ledger: RegistrarLedger) throws {
        do { try storage.save(ledger) } catch { throw error.failure }
    }

    /// The authority that signs.
    func authority() throws -> ReaderAuthority {
        let identity = try Identity.read(path, name: Self.authority, for: "--registrar")
        do { return try ReaderAuthority(identity: identity) } catch { throw error.failure(at: path, mend: "restore the folder from a copy") }
    }
}
