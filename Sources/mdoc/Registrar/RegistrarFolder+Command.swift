import IssuingAuthority
import Registrar

extension RegistrarFolder {
    /// The ledger as it is.
    func read() throws -> RegistrarLedger {
        do {
            guard let ledger = try storage.load() else { throw missing }
            return ledger
        } catch let error as RegistrarError { throw error.failure }
    }

    /// Changes the ledger and keeps it before anything is handed out.
    func change<Result>(_ body: (inout RegistrarLedger) throws(RegistrarError) -> Result) throws -> Result {
        do {
            guard try storage.revision() != nil else { throw missing }
            return try storage.change(body)
        } catch let error as RegistrarError { throw error.failure }
    }

    /// Keeps a new ledger.
    func begin(_ ledger: RegistrarLedger) throws {
        do { try storage.begin(ledger) } catch { throw error.failure }
    }

    /// The authority that signs.
    func signer() throws -> ReaderAuthority {
        do { return try authority() } catch { throw error.failure }
    }

    /// Name of a picture, below the folder.
    static func picture(_ digest: String) -> String { "screenshots/\(digest).png" }

    private var missing: CommandFailure {
        CommandFailure("there is no registrar", at: path, mend: "make one with 'mdoc registrar init'")
    }
}
