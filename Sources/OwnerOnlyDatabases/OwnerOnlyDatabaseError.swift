import GRDB
import OwnerOnlyFiles

/// Why a file of `OwnerOnlyDatabase` cannot be used.
package enum OwnerOnlyDatabaseError: Error, Sendable, Hashable {
    /// Others could reach it; what it should be instead.
    case exposed(String)
    /// A newer version of the program has changed its tables.
    case newer
    /// It is no SQLite file, or not whole; what SQLite says.
    case damaged(String)
    /// It cannot be read or written now; why.
    case unavailable(String)

    /// Sorts what was thrown while a file was opened, read or changed.
    package init(_ error: any Error) {
        switch error {
        case let error as OwnerOnlyDatabaseError: self = error
        case OwnerOnlyFileError.exposed(let wanted): self = .exposed(wanted)
        case OwnerOnlyFileError.unavailable(let errno): self = .unavailable(OwnerOnlyFileError.reason(errno))
        case let error as DatabaseError:
            self = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) ? .damaged(error.reason) : .unavailable(error.reason)
        default: self = .unavailable("\(type(of: error))")
        }
    }
}
