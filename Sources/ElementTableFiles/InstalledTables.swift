import Foundation
public import IdentityElements

/// Tables of documents in the files of a folder, beside those of this package.
public enum InstalledTables {
    /// The variable of the environment that names the folder of those that are installed on this machine.
    public static let variable = "MDOC_ELEMENT_TABLES"

    /// The folder of those that are installed for this user, where the XDG Base Directory Specification has it; nil where there is none.
    public static var folderOfUser: String? { isThere(standardFolder) ? standardFolder : nil }

    private static var standardFolder: String {
        let environment = ProcessInfo.processInfo.environment
        let data = environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        return (data ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share") + "/mdoc/tables"
    }

    /// Those that are installed on this machine: in the folder that the environment names, or else in this user's if there is one. They are
    /// for a program to read once, when it starts.
    public static func ofEnvironment() throws(InstalledTableError) -> ElementTables {
        guard let folder = ProcessInfo.processInfo.environment[variable], !folder.isEmpty else { return try readIfPresent(standardFolder) }
        return try read(folder)
    }

    /// Those of a folder; those of this package alone where nothing has its name.
    ///
    /// - Throws: also for a folder that cannot be looked at, and a link that leads nowhere now: tables are missing then.
    public static func readIfPresent(_ folder: String) throws(InstalledTableError) -> ElementTables {
        try isThere(folder) ? read(folder) : .builtIn
    }

    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || errno != ENOENT
    }

    /// All tables of a folder's files that end in `.table`, and those of this package.
    ///
    /// - Throws: what is wrong with a file or the folder. There are no tables without it: it may say what is restricted by law.
    public static func read(_ folder: String) throws(InstalledTableError) -> ElementTables {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw InstalledTableError(path: folder, reason: "it is no folder that can be read")
        }
        var tables = ElementTables.builtIn
        for file in files.filter({ $0.hasSuffix(".table") }).sorted() {
            let path = "\(folder)/\(file)"
            guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8) else {
                throw InstalledTableError(path: path, reason: "it is no text in UTF-8 that can be read")
            }
            do { tables = try tables.adding(text) } catch { throw InstalledTableError(path: path, reason: error.description) }
        }
        return tables
    }
}
