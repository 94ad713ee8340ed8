public import Foundation

/// Where the shared test vectors lie and how to read them.
///
/// Nothing of theirs is copied into this repository, so a checkout without them skips the tests that need them and says so.
public enum Vectors {
    /// The vector folder: `MDOC_VECTORS`, else `../shared/vectors` beside the package; nil when there is none.
    public static let folder: URL? = {
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = ProcessInfo.processInfo.environment["MDOC_VECTORS"].map { URL(fileURLWithPath: $0) }
            ?? package.deletingLastPathComponent().appendingPathComponent("shared/vectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Whether tests on vectors can run.
    public static var isAvailable: Bool { folder != nil }

    /// What a skipped test says.
    public static let skipReason = "the vectors are not at hand; set MDOC_VECTORS"

    /// A vector that cannot be read.
    public struct Unreadable: Error, CustomStringConvertible {
        /// Which one, and why.
        public let description: String

        /// Makes an error.
        public init(_ description: String) { self.description = description }
    }

    /// The content of a file.
    public static func data(_ path: String) throws -> Data {
        guard let folder else { throw Unreadable(skipReason) }
        return try Data(contentsOf: folder.appendingPathComponent(path))
    }

    /// The text of a file.
    public static func text(_ path: String) throws -> String {
        String(decoding: try data(path), as: UTF8.self)
    }

    /// The bytes of a file of hexadecimal text; white space is allowed anywhere.
    public static func hex(_ path: String) throws -> [UInt8] {
        guard let bytes = Hex.bytesIfValid(try text(path)) else { throw Unreadable("\(path) is not hexadecimal") }
        return bytes
    }

    /// A JSON file as a type.
    public static func json<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: data(path))
    }

    /// The names of a folder's files with this ending, sorted, each with the folder before it.
    public static func files(in path: String, ending: String) throws -> [String] {
        guard let folder else { throw Unreadable(skipReason) }
        return try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
            .filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
    }

    /// The bytes of base64 or base64url text, padded or not. Not the library's decoder, which is under test.
    public static func base64(_ text: String) throws -> [UInt8] {
        var standard = text.filter { !$0.isWhitespace && $0 != "=" }
            .replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.count % 4) % 4)
        guard let data = Data(base64Encoded: standard) else { throw Unreadable("not base64") }
        return [UInt8](data)
    }
}
