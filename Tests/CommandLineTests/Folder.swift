import Foundation

/// A temporary folder that goes with its owner.
final class Folder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("mdoc-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ data: Data) throws { try data.write(to: url.appendingPathComponent(name)) }
    func write(_ name: String, _ text: String) throws { try write(name, Data(text.utf8)) }
    func write(_ name: String, json: [String: Any]) throws { try write(name, JSONSerialization.data(withJSONObject: json)) }
    func read(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }
    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path) }
    func remove(_ name: String) { try? FileManager.default.removeItem(at: url.appendingPathComponent(name)) }

    func json(_ name: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: read(name)) as? [String: Any] else {
            throw Tool.Missing(description: "\(name) is not a JSON object")
        }
        return object
    }

    /// A certificate that was written in PEM: its DER.
    func certificate(_ name: String) throws -> Data {
        let lines = String(decoding: try read(name), as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("-----") }
        guard let der = Data(base64Encoded: lines.joined()) else { throw Tool.Missing(description: "\(name) is not a certificate in PEM") }
        return der
    }

    /// Names of files that a command began to write and did not finish.
    func drafts(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(name).path).filter { $0.hasSuffix(".draft") }
    }

    /// Makes links to a file and its folder, and to a file that is not there.
    ///
    /// - Returns: paths that lead to them.
    func mislead(to name: String, absent: String) throws -> [String] {
        let (file, parts) = (url.appendingPathComponent(name).path, name.split(separator: "/"))
        try FileManager.default.linkItem(atPath: file, toPath: url.appendingPathComponent("hard").path)
        for (link, target) in [("soft", name), ("further", "soft"), ("dangling", absent), ("folder", String(parts[0]))] {
            try FileManager.default.createSymbolicLink(atPath: url.appendingPathComponent(link).path, withDestinationPath: target)
        }
        return ["hard", "soft", "further", "dangling", "folder/\(parts[1])", "\(parts[0])/../\(name)", ".//\(name)", file, absent]
    }

    /// Permission bits of a file.
    func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(name).path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }

    /// Runs the program here.
    func mdoc(_ arguments: String..., input: Data? = nil) throws -> Tool.Run { try Tool.run(arguments, input: input, in: self) }

    /// Runs the program here with a line of arguments, split at spaces.
    func mdoc(line: String, _ more: String..., input: Data? = nil) throws -> Tool.Run {
        try Tool.run(line.split(separator: " ").map(String.init) + more, input: input, in: self)
    }
}
