import Foundation
import VectorSupport

/// The openssl program, where there is one.
enum OpenSSL {
    static let path: String? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    static var isMissing: Bool { path == nil }

    /// Runs it in a folder; throws when it fails.
    static func run(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path ?? "")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runBounded()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw RegistrarWorld.Missing() }
    }

    /// Makes a key and a request with it, as a website's operator does.
    static func request(newKey: [String], digest: String = "-sha256") throws -> (key: String, request: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try run(
            ["req", "-new", "-newkey"] + newKey + [
                "-nodes", "-keyout", "key.pem", "-out", "request.pem", digest, "-subj",
                "/C=UT/ST=UT-PC/O=Spaceship Rentals/OU=Fleet/CN=rentals.example/emailAddress=admin@rentals.example",
            ], in: folder)
        return (
            try String(contentsOf: folder.appendingPathComponent("key.pem"), encoding: .utf8),
            try String(contentsOf: folder.appendingPathComponent("request.pem"), encoding: .utf8)
        )
    }
}
