import Glibc

/// Why a file is not its owner's alone.
package enum OwnerOnlyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Others could reach it; what it should be instead.
    case exposed(String)
    /// It cannot be made or looked at now; what the system says.
    case unavailable(errno: Int32)
    /// Another program has held it for longer than one waits.
    case held

    /// What is wrong, and how to mend it.
    package var description: String {
        switch self {
        case .exposed(let wanted): "must be \(wanted); correct it, or name another one"
        case .unavailable(let errno): "cannot be used (\(Self.reason(errno)))"
        case .held: "cannot be used: \(Self.holding)"
        }
    }

    /// What is wrong where another program holds it.
    package static let holding = "another program has held it for several seconds; try again when that is done, or end it if it hangs"

    /// The system's own words for an error.
    package static func reason(_ errno: Int32) -> String { String(cString: strerror(errno)) }
}
