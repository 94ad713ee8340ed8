#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
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

    /// Refuses to take the place of a file that the command reads, such as a key, through whatever links.
    ///
    /// - Parameters:
    ///   - inputs: paths of those files; `-` is none.
    ///   - option: the option that named this file, for messages.
    func check(apartFrom inputs: [String], for option: String = "--out") throws {
        // A pipe or a device may well be both.
        guard !isStandardOutput, FileIdentity(path)?.isPlain != false else { return }
        let place = FilePlace(path)
        guard inputs.contains(where: { $0 != "-" && FilePlace($0) == place }) else { return }
        throw CommandFailure(
            "the command reads this file, or makes it, and would put another in its place", at: path, mend: "give \(option) another file")
    }

    /// Writes binary data. A terminal is no place for it.
    ///
    /// - Parameter isSecret: it is for its owner's eyes only.
    func write(binary bytes: [UInt8], isSecret: Bool = false) throws {
        try checkNoTerminal()
        try write(bytes, isSecret: isSecret, mayReplace: true)
    }

    /// Refuses a terminal as the place of binary data.
    func checkNoTerminal() throws {
        guard !isStandardOutput || !FileDescriptor.standardOutput.isTerminal else {
            throw CommandFailure("binary data does not belong on a terminal", mend: "give --out a file or pipe the output on")
        }
    }

    /// Writes text; a secret is for its owner's eyes only.
    func write(text: String, isSecret: Bool = false) throws { try write(Array(text.utf8), isSecret: isSecret, mayReplace: true) }

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

    /// Removes what `create` has just made, where the command cannot be done to its end: it would be in the way of the next attempt.
    func takeBack() { if !isStandardOutput { _ = unlink(path) } }

    private func write(_ bytes: [UInt8], isSecret: Bool, mayReplace: Bool) throws {
        do throws(FileDescriptor.Failure) {
            guard !isStandardOutput else { return try FileDescriptor.standardOutput.write(bytes) }
            guard mayReplace else { return try FileReplacement.create(bytes, at: path, isSecret: isSecret) }
            var files = FileReplacement()
            try files.write(bytes, for: path, isSecret: isSecret)
            try files.finish()
        } catch {
            let mend =
                if error.fileExists {
                    "name another place or move the file away"
                } else if error.lacksSpace {
                    "make room for it, or name another place"
                } else {
                    "check the path and its permissions"
                }
            throw CommandFailure("cannot write the file, \(error.reason)", at: path, mend: mend)
        }
    }
}
