#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file a command writes; `-` is standard output.
struct OutputFile {
    /// The path as given.
    let path: String

    init(_ path: String) { self.path = path }

    /// Whether it is standard output.
    var isStandardOutput: Bool { path == "-" }

    /// Whether there is a file of that name already.
    var isThere: Bool { !isStandardOutput && FileManager.default.fileExists(atPath: path) }

    /// Whether whoever reads it may keep its writer waiting, as with a pipe: it is written once no lock is held. What is not there yet becomes a plain
    /// file.
    var awaitsReader: Bool { isStandardOutput || FileIdentity(path)?.isPlain == false }

    /// Writes binary data. A terminal is no place for it.
    func write(binary bytes: [UInt8]) throws {
        guard !isStandardOutput || !FileDescriptor.standardOutput.isTerminal else {
            throw CommandFailure("binary data does not belong on a terminal", mend: "give --out a file or pipe the output on")
        }
        try write(bytes, isSecret: false, mayReplace: true)
    }

    /// Writes text that anybody may read.
    func write(text: String) throws { try write(Array(text.utf8), isSecret: false, mayReplace: true) }

    /// Writes JSON; a secret is for its owner's eyes only.
    func write(json value: some Encodable, isSecret: Bool = false) throws {
        try write(Array(Console.json(value).utf8), isSecret: isSecret, mayReplace: true)
    }

    /// Writes a new file; one that is there already stays as it is.
    func create(text: String, isSecret: Bool) throws { try write(Array(text.utf8), isSecret: isSecret, mayReplace: false) }

    /// Writes new JSON; a file that is there already stays as it is.
    func create(json value: some Encodable, isSecret: Bool) throws {
        try write(Array(Console.json(value).utf8), isSecret: isSecret, mayReplace: false)
    }

    private func write(_ bytes: [UInt8], isSecret: Bool, mayReplace: Bool) throws {
        do {
            guard !isStandardOutput else { return try FileDescriptor.standardOutput.write(bytes) }
            guard !mayReplace else {
                var files = FileReplacement()
                try files.write(bytes, for: path, isSecret: isSecret)
                return try files.finish()
            }
            let file = try FileDescriptor(writing: path, isSecret: isSecret, mayReplace: false)
            defer { file.close() }
            try file.write(bytes)
        } catch let failure {
            let mend = failure.fileExists ? "name another place or move the file away" : "check the path and its permissions"
            throw CommandFailure("cannot write the file, \(failure.reason)", at: path, mend: mend)
        }
    }
}
