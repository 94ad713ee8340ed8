import ElementTableFiles
import IdentityElements

extension ElementTables {
    /// Those of this package and those that are installed on this machine. Who asks what is restricted by law does not go on without any of them.
    static func installed() throws(CommandFailure) -> ElementTables {
        do { return try InstalledTables.ofEnvironment() } catch {
            throw CommandFailure(error.reason, at: error.path, mend: InstalledTableError.mend)
        }
    }
}
