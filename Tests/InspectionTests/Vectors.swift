import Foundation

/// Shared test vectors: the folder `MDOC_VECTORS`, else `../shared/vectors` beside the package.
enum Vectors {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["MDOC_VECTORS"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("../shared/vectors").standardizedFileURL
    }()

    static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.appendingPathComponent("SOURCES.md").path) }

    static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(path))) }

    static func json(_ path: String) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(try bytes(path)))
        return object as? [String: Any] ?? [:]
    }

    static func files(_ folderName: String, _ fileExtension: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(folderName).path)
            .filter { $0.hasSuffix("." + fileExtension) }.sorted().map { folderName + "/" + $0 }
    }

    static func hex(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8).compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// Bytes of a string member in hex or base64url.
    static func member(_ path: String, _ name: String, isHex: Bool = true) throws -> [UInt8] {
        guard let text = try json(path)[name] as? String else { return [] }
        if isHex { return hex(text) }
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return [UInt8](Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)) ?? Data())
    }
}
