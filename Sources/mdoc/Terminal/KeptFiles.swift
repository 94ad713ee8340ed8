import OwnerOnlyFiles

/// What an authority keeps in its folder, and nothing that a command writes may take the place of.
struct KeptFiles {
    /// Path of the folder.
    let folder: String
    /// The option that named it, for messages.
    let option: String
    /// Names of its records; what is beside them while they are written or locked begins with these. Keys and certificates end in `.pem`.
    let records: [String]
    /// Folders in it of which everything is kept.
    let subfolders: [String]

    /// Refuses a file that leads to one of them, or to where one would be.
    ///
    /// - Parameter option: the option that named the file, for messages.
    func check(_ file: OutputFile, for option: String = "--out") throws {
        guard !file.isStandardOutput else { return }
        guard try !contains(FilePlace(file.path)) else {
            throw CommandFailure(
                "the authority keeps its keys, its certificates and its records there", at: file.path, mend: "give \(option) another file")
        }
    }

    private func contains(_ place: FilePlace) throws -> Bool {
        // Also one that is not there yet.
        if let parent = place.folder {
            guard parent != FileIdentity(folder) || !isKept(place.name) else { return true }
            guard !subfolders.contains(where: { FileIdentity("\(folder)/\($0)") == parent }) else { return true }
        }
        guard let file = place.file else { return false }
        return try paths().contains { FileIdentity($0) == file }
    }

    private func isKept(_ name: String) -> Bool {
        name.hasSuffix(".pem") || records.contains { name.hasPrefix($0) } || subfolders.contains(name)
    }

    /// Paths of those that are there.
    private func paths() throws -> [String] {
        var paths = try names(in: folder).filter(isKept).map { "\(folder)/\($0)" }
        for subfolder in subfolders.map({ "\(folder)/\($0)" }) where FileIdentity(subfolder) != nil {
            paths += try names(in: subfolder).map { "\(subfolder)/\($0)" }
        }
        return paths
    }

    private func names(in path: String) throws -> [String] {
        do { return try OwnerOnlyFolder.names(in: path) } catch {
            throw CommandFailure("the folder \(error.description)", at: path, mend: "check the path given to \(option)")
        }
    }
}
