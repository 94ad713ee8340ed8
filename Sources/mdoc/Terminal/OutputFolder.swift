import DocumentTrust
import OwnerOnlyFiles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder a command fills with new files; it never replaces one.
struct OutputFolder {
    private let root: String
    /// Paths of the files written so far.
    private(set) var files: [String] = []
    /// Paths of the folders made, each behind the one it is in.
    private var folders: [String] = []

    /// Makes the folder, and makes sure that none of the files is there yet, and nothing else in the folder of what others are to trust.
    ///
    /// - Parameter option: the option that named it, for messages.
    init(_ path: String, for names: [String], option: String = "--out") throws {
        root = path
        for name in names where FileIdentity("\(path)/\(name)") != nil {
            throw CommandFailure("there is a file already", at: "\(path)/\(name)", mend: "keep it and give \(option) another folder, or move it away")
        }
        for folder in Set(names.map { name in name.split(separator: "/").dropLast().reduce(path) { "\($0)/\($1)" } }).sorted() {
            // Whoever trusts what is made here is given the whole folder.
            guard folder != "\(path)/\(MadeAuthority.trustFolder)" || (try? OwnerOnlyFolder.names(in: folder))?.isEmpty != false else {
                takeBack()
                throw CommandFailure("another authority's files are there already", at: folder, mend: "give \(option) another folder")
            }
            do { folders += try StoreFolder.make(folder) } catch {
                takeBack()
                throw CommandFailure(error.reason, at: error.path, mend: "check the path given to \(option) and its permissions")
            }
        }
    }

    /// Writes a new file. Where that fails, nothing stays of what was made.
    mutating func create(_ name: String, text: String, isSecret: Bool = false) throws {
        do { try OutputFile(path(name)).create(text: text, isSecret: isSecret) } catch {
            takeBack()
            throw error
        }
        files.append(path(name))
    }

    /// Removes what was made, so that nothing is in the way of the next attempt.
    mutating func takeBack() {
        for file in files { OutputFile(file).takeBack() }
        // One that somebody else has put something into stays.
        for folder in folders.reversed() { _ = rmdir(folder) }
        (files, folders) = ([], [])
    }

    /// Where something in the folder is.
    func path(_ name: String) -> String { "\(root)/\(name)" }
}
