import ElementTableFiles
public import IdentityElements
public import IssuingAuthority

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A registrar on the disk: its authority (`registrar-ca.pem` and its key), its ledger (`ledger.json`), beside that the last list that was handed out
/// (`ledger.json.crl`), and tables of documents of its own (`tables/*.table`), if it has any.
public struct RegistrarFolder: Sendable {
    /// Name of the authority: `NAME.pem` is its certificate, `NAME-key.pem` its key.
    public static let authorityName = "registrar-ca"
    /// Name of the ledger's file.
    public static let ledgerName = "ledger.json"

    /// Path of the folder.
    public let path: String
    /// Where the ledger is kept.
    public let storage: FileRegistrarStorage

    /// Names a folder; nothing is read yet.
    public init(_ path: String) {
        self.path = path
        storage = FileRegistrarStorage(path: "\(path)/\(Self.ledgerName)")
    }

    /// Reads the tables of what can be asked of documents: those of this package, and those of the folder.
    public func tables() throws(RegistrarError) -> ElementTables {
        do { return try InstalledTables.readIfPresent("\(path)/tables") } catch {
            throw RegistrarError(.storage, "\(error.path): \(error.reason)", mend: InstalledTableError.mend)
        }
    }

    /// Reads the authority that signs.
    public func authority() throws(RegistrarError) -> ReaderAuthority {
        do {
            let certificate = try String(contentsOfFile: "\(path)/\(Self.authorityName).pem", encoding: .utf8)
            let key = try String(contentsOfFile: "\(path)/\(Self.authorityName)-key.pem", encoding: .utf8)
            return try ReaderAuthority(identity: CertifiedKey(certificatePEM: certificate, privateKeyPEM: key))
        } catch {
            throw RegistrarError(
                .storage, "the authority in \(path) cannot be read", mend: "make a registrar with 'mdoc registrar init', or restore the folder from a copy")
        }
    }
}
