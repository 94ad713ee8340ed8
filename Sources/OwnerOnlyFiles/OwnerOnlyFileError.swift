/// Why a file is not its owner's alone.
package enum OwnerOnlyFileError: Error, Sendable, Hashable {
    /// Others could reach it; what it should be instead.
    case exposed(String)
    /// It cannot be made or looked at now.
    case unavailable(String)
}
