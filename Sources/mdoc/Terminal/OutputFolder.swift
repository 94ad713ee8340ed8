#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder a command fills with new files; it never replaces one.
struct OutputFolder {
    private let root: String
    /// Paths of the files written so far.
    private(set) var files: [String] = []

    /// Makes the folder, and makes sure that none of the files is there yet.
    ///
    /// - Parameter option: the option that named it, for messages.
    init(_ path: String, for names: [String], option: String = "--out") throws {
        root = path
        for name in names where FileManager.default.fileExists(atPath: "\(path)/\(name)") {
            throw CommandFailure("there is a file already", at: "\(path)/\(name)", mend: "keep it and give \(option) another folder, or move it away")
        }
        for folder in Set(names.map { name in name.split(separator: "/").dropLast().reduce(path) { "\($0)/\($1)" } }) {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw CommandFailure("cannot make the folder", at: folder, mend: "check the path given to \(option) and its permissions")
            }
        }
    }

    /// Writes a new file.
    mutating func create(_ name: String, text: String, isSecret: Bool = false) throws {
        try OutputFile(path(name)).create(text: text, isSecret: isSecret)
        files.append(path(name))
    }

    /// Where something in the folder is.
    func path(_ name: String) -> String { "\(root)/\(name)" }
}
