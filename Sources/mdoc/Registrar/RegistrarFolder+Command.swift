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

    /// Writes what `make` gives while no other command does the same; the ledger is locked by itself whenever it is changed.
    func locked<Value>(writing file: OutputFile, _ make: () throws -> (bytes: [UInt8], value: Value)) throws -> Value {
        try LockedFolder.run(in: path, for: "--registrar", writing: file, make)
    }

    /// What nothing that a command writes may take the place of.
    var kept: KeptFiles {
        KeptFiles(
            folder: path, option: "--registrar", records: [Self.ledgerName],
            subfolders: [MadeAuthority.trustFolder, Self.pictures, "tables"])
    }

    /// Keeps a new ledger.
    func begin(_ ledger: RegistrarLedger) throws {
        do { try storage.begin(ledger) } catch { throw error.failure }
    }

    /// The authority that signs.
    func signer() throws -> ReaderAuthority {
        do { return try authority() } catch { throw error.failure }
    }

    private static let pictures = "screenshots"

    /// Name of a picture, below the folder.
    static func picture(_ digest: String) -> String { "\(pictures)/\(digest).png" }

    private var missing: CommandFailure {
        CommandFailure("there is no registrar", at: path, mend: "make one with 'mdoc registrar init'")
    }
}
