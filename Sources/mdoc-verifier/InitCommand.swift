import ArgumentParser
import Crypto
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a folder with a configuration to begin with, and fresh keys.",
        discussion: "What is left to do stands in the file: the reader certificate, and whom to trust. Nothing that exists is overwritten.")

    @Argument(help: ArgumentHelp("The folder to make.", valueName: "dir"))
    var folder: String
    @Option(help: ArgumentHelp("Origin of the page.", valueName: "url"))
    var origin: String = "https://rentals.example"
    @Flag(help: "For a machine of one's own: plain http origins and profiles that are not for production work.")
    var development = false

    func validate() throws {
        do { _ = try Origin(origin) } catch { throw ValidationError("--origin: \(error)") }
    }

    func run() throws {
        let manager = FileManager.default
        guard !manager.fileExists(atPath: folder) else {
            StandardError.print("\(folder): there is something already; give a folder that does not exist")
            throw ExitCode(2)
        }
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let backend = BackendKeyText.random(using: &generator)
        try manager.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write("sealing-1.key", BackendKeyText.random(using: &generator).text)
        try write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        try write("backend.key", backend.text)
        try write("verifier.yaml", ConfigurationTemplate.text(origin: origin, isDevelopment: development, backendDigest: backend.digest))
        print(
            """
            \(folder)/verifier.yaml   the configuration; read its comments
            \(folder)/backend.key     the key for your website's server: Authorization: Bearer KEY
            \(folder)/sealing-1.key, audit-key.pem   the service's own keys

            Next: put a reader certificate and the trusted authorities where verifier.yaml says, then
              mdoc-verifier check-config --config \(folder)/verifier.yaml
            """)
    }

    private func write(_ name: String, _ text: String) throws {
        let path = folder + "/" + name
        guard FileManager.default.createFile(atPath: path, contents: Data((text.hasSuffix("\n") ? text : text + "\n").utf8), attributes: [.posixPermissions: 0o600]) else {
            StandardError.print("\(path): cannot be written")
            throw ExitCode(2)
        }
    }
}
