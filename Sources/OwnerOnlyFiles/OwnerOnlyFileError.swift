/// Why a file is not its owner's alone.
package enum OwnerOnlyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Others could reach it; what it should be instead.
    case exposed(String)
    /// It cannot be made or looked at now.
    case unavailable(String)

    /// What is wrong, and how to mend it.
    package var description: String {
        switch self {
        case .exposed(let wanted): "must be \(wanted); correct it, or name another one"
        case .unavailable(let reason): "cannot be used (\(reason))"
        }
    }
}
