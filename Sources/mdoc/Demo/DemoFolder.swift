#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder a demonstration fills. A later run may replace what an earlier one wrote.
struct DemoFolder {
    /// The folder as the reader would name it.
    let path: String

    /// Makes the folder.
    init(_ path: String?) throws {
        self.path = path ?? FileManager.default.temporaryDirectory.appendingPathComponent("mdoc-demo-\(UUID().uuidString.prefix(8))").path
        for part in ["", "/trust", "/reader-trust", "/attacks"] {
            do {
                try FileManager.default.createDirectory(atPath: self.path + part, withIntermediateDirectories: true)
            } catch {
                throw CommandFailure("cannot make the folder", at: self.path + part, mend: "check the path given to --out and its permissions")
            }
        }
    }

    func write(_ name: String, _ bytes: [UInt8]) throws { try OutputFile("\(path)/\(name)").write(file: bytes) }

    func write(_ name: String, text: String, isSecret: Bool = false) throws {
        try OutputFile("\(path)/\(name)").write(file: Array(text.utf8), isSecret: isSecret)
    }

    func write(_ name: String, json value: some Encodable, isSecret: Bool = false) throws {
        try OutputFile("\(path)/\(name)").write(json: value, isSecret: isSecret)
    }
}

extension OutputFile {
    /// Writes bytes to a file, which a terminal is not.
    fileprivate func write(file bytes: [UInt8], isSecret: Bool = false) throws {
        try? FileManager.default.removeItem(atPath: path)
        guard FileManager.default.createFile(atPath: path, contents: Data(bytes), attributes: [.posixPermissions: isSecret ? 0o600 : 0o644]) else {
            throw CommandFailure("cannot write the file", at: path, mend: "check the path and its permissions")
        }
    }
}
