import DocumentTrust
import OwnerOnlyFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The folder a demonstration fills. A later run may replace what an earlier one wrote.
struct DemoFolder {
    /// The file by which a later run knows the folder of an earlier one.
    private static let mark = ".mdoc-demo"

    /// The folder as the reader would name it.
    let path: String

    /// Makes the folder. One with anything else in it is refused: that may be somebody's keys.
    init(_ path: String?) throws {
        self.path = path ?? FileManager.default.temporaryDirectory.appendingPathComponent("mdoc-demo-\(UUID().uuidString.prefix(8))").path
        try make("")
        let found = try names()
        guard found.isEmpty || found.contains(Self.mark) else {
            throw CommandFailure(
                "something else than a demonstration is in the folder", at: self.path,
                mend: "give --out a new folder, or that of an earlier demonstration")
        }
        try write(Self.mark, text: "The next 'mdoc demo --out' may replace what is here.\n")
        for part in ["/trust", "/reader-trust", "/attacks"] { try make(part) }
    }

    func write(_ name: String, _ bytes: [UInt8]) throws { try OutputFile("\(path)/\(name)").write(binary: bytes) }

    func write(_ name: String, text: String, isSecret: Bool = false) throws {
        try OutputFile("\(path)/\(name)").write(text: text, isSecret: isSecret)
    }

    func write(_ name: String, json value: some Encodable, isSecret: Bool = false) throws {
        try OutputFile("\(path)/\(name)").write(json: value, isSecret: isSecret)
    }

    private func make(_ part: String) throws {
        do { try StoreFolder.make(path + part) } catch {
            throw CommandFailure(error.reason, at: error.path, mend: "check the path given to --out and its permissions")
        }
    }

    private func names() throws -> [String] {
        do { return try OwnerOnlyFolder.names(in: path) } catch {
            throw CommandFailure("the folder \(error.description)", at: path, mend: "check the path given to --out")
        }
    }
}
