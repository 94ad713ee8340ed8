import Foundation

/// A program that stands in for the request parser and misbehaves. Its file is removed with it.
final class ShellScript {
    private let folder: URL
    var path: String { folder.appendingPathComponent("parser").path }

    /// Writes a script, and beside it a file `reply` that it can print.
    init(_ body: String, reply: [UInt8] = []) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("parser-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("parser")
        try Data("#!/bin/sh\ncd '\(folder.path)'\n\(body)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
        try Data(reply).write(to: folder.appendingPathComponent("reply"))
        Program.waitUntilStartable(file.path)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
