import OwnerOnlyDatabases

/// Why the history did not do what it was asked.
public enum PresentmentHistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is not a plain file that only its owner can read and write; what it should be instead.
    case exposedFile(String)
    /// A newer version of the program has changed the file.
    case newerFile
    /// The file holds something else than a history.
    case damaged(String)
    /// The file cannot be read or written now.
    case unavailable(String)

    init(_ error: any Error) {
        if let error = error as? PresentmentHistoryError {
            self = error
            return
        }
        switch OwnerOnlyDatabaseError(error) {
        case .exposed(let wanted): self = .exposedFile(wanted)
        case .newer: self = .newerFile
        case .damaged(let reason): self = .damaged(reason)
        case .unavailable(let reason): self = .unavailable(reason)
        }
    }

    /// Stable code.
    public var code: String {
        switch self {
        case .exposedFile: "history.exposedFile"
        case .newerFile: "history.newerFile"
        case .damaged: "history.damaged"
        case .unavailable: "history.unavailable"
        }
    }

    /// What is wrong, and how to mend it.
    public var description: String {
        switch self {
        case .exposedFile(let wanted): "the history's file must be \(wanted); correct it, or remove it to begin a new one"
        case .newerFile: "the history's file is one of a newer version of this program; run that one, or remove the file to begin a new one"
        case .damaged(let reason): "the history's file cannot be used (\(reason)); restore it, or remove it to begin a new one"
        case .unavailable(let reason): "the history's file cannot be reached (\(reason))"
        }
    }
}
