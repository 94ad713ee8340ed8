package import GRDB
import OwnerOnlyFiles

extension DatabaseError {
    /// What SQLite says, and how to mend it where that is known; nothing of what is stored.
    package var reason: String {
        let said = "SQLite says \(extendedResultCode)"
        guard let remedy else { return said }
        return "\(said): \(remedy)"
    }

    private var remedy: String? {
        switch resultCode {
        case .SQLITE_BUSY: OwnerOnlyFileError.holding
        case .SQLITE_FULL: "its disk is full; make room there"
        // SQLite puts files beside it, and says the same of those.
        case .SQLITE_CANTOPEN, .SQLITE_READONLY: "check that the user who runs this program may read and write the file, and write to its folder"
        case .SQLITE_IOERR: "its disk or file system fails; look into the system's log"
        default: nil
        }
    }
}
