import ArgumentParser
import Crypto
import Glibc
import MobileDocument
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a folder with a configuration to begin with, and fresh keys.",
        discussion: """
            What is left to do stands in the file: the reader certificate, and whom to trust. Nothing that exists is overwritten. Exit code 2: \
            it could not be written, and nothing is left of it.
            """)

    @Argument(help: ArgumentHelp("The folder to make.", valueName: "dir"))
    var folder: String
    @Option(help: ArgumentHelp("Origin of the page.", valueName: "url"))
    var origin: String = "https://rentals.example"
    @Flag(help: "For a machine of one's own: plain http origins and profiles that are not for production work.")
    var development = false

    func validate() throws {
        let page: Origin
        do { page = try Origin(origin) } catch { throw ValidationError("--origin: \(error)") }
        // What is written is a configuration that the service takes.
        guard development || page.scheme == "https" else { throw ValidationError("--origin: production wants https; add --development for http://localhost") }
    }

    func run() throws {
        guard !folder.isEmpty else {
            StandardError.print("the folder has no name; give one that does not exist")
            throw ExitCode(2)
        }
        guard !FileManager.default.fileExists(atPath: folder) else {
            StandardError.print("\(folder): there is something already; give a folder that does not exist")
            throw ExitCode(2)
        }
        try makeFolder()
        print(
            """
            \(folder)/verifier.yaml   the configuration; read its comments
            \(folder)/backend.key     the key for your website's server: Authorization: Bearer KEY
            \(folder)/sealing-1.key, audit-key.pem   the service's own keys

            Next: put a reader certificate and the trusted authorities where verifier.yaml says, then
              mdoc-verifier check-config --config \(folder)/verifier.yaml
            """)
    }

    /// Makes the folder with its files, and those above it; where one of them cannot be made, none is left.
    private func makeFolder() throws(ExitCode) {
        let parts = folder.split(separator: "/")
        var (path, made, isMade) = (folder.hasPrefix("/") ? "/" : "", [String](), false)
        do throws(ExitCode) {
            for (index, part) in parts.enumerated() {
                path += index == 0 ? String(part) : "/\(part)"
                // The last one is new in any case: what another program has made meanwhile is not overwritten.
                guard index == parts.count - 1 || !FileManager.default.fileExists(atPath: path) else { continue }
                guard mkdir(path, 0o700) == 0 else {
                    let reason = String(cString: strerror(errno)).lowercased()
                    StandardError.print("\(path): the folder cannot be made, \(reason); give another, or mend the path and its permissions")
                    throw ExitCode(2)
                }
                made.append(path)
            }
            isMade = true
            try writeFiles()
        } catch {
            if isMade { try? FileManager.default.removeItem(atPath: folder) }
            // Of those above only what is empty: others may have put something there meanwhile.
            for path in made.reversed() { rmdir(path) }
            throw error
        }
    }

    private func writeFiles() throws(ExitCode) {
        var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
        let backend = BackendKeyText.random(using: &generator)
        try write("sealing-1.key", BackendKeyText.random(using: &generator).text)
        try write("audit-key.pem", P256.Signing.PrivateKey().pemRepresentation)
        try write("backend.key", backend.text)
        try write("verifier.yaml", ConfigurationTemplate.text(origin: origin, isDevelopment: development, backendDigest: backend.digest))
    }

    private func write(_ name: String, _ text: String) throws(ExitCode) {
        let path = folder + "/" + name
        guard FileManager.default.createFile(atPath: path, contents: Data((text.hasSuffix("\n") ? text : text + "\n").utf8), attributes: [.posixPermissions: 0o600]) else {
            StandardError.print("\(path): cannot be written; check the room on its disk, and try again")
            throw ExitCode(2)
        }
    }
}
