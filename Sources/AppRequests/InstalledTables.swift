public import IdentityElements
import Foundation

/// Tables of documents that somebody has installed on this machine, beside those of this package.
public enum InstalledTables {
    /// The variable of the environment that names their folder.
    package static let variable = "MDOC_ELEMENT_TABLES"

    /// All tables of a folder's files that end in `.table`; those of this package alone where there is no such folder.
    ///
    /// - Throws: what is wrong with a file, or that it cannot be read.
    public static func read(_ folder: String?) throws -> ElementTables {
        guard let folder, let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return .builtIn }
        return try files.filter { $0.hasSuffix(".table") }.sorted().reduce(.builtIn) { tables, file in
            try tables.adding(String(contentsOfFile: folder + "/" + file, encoding: .utf8))
        }
    }

    /// Those that the environment names.
    public static func ofEnvironment() throws -> ElementTables { try read(ProcessInfo.processInfo.environment[variable]) }
}
