import ArgumentParser
import Foundation
import Hummingbird
import ListenFaults
import NIOCore
import ProcessSandbox

/// `docking-office`: the app's server. It holds the key of the verifier service, and decides by what that has verified, never by what the app says.
@main
struct DockingOffice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docking-office", abstract: "Give berths to ships whose pilots a verifier service has verified.",
        discussion: "Example: docking-office --service http://127.0.0.1:8080 --key-file backend.key --policy docking")

    @Option(help: ArgumentHelp("Port on this machine.", valueName: "number"))
    var port = 8470

    @Option(help: ArgumentHelp("The verifier service.", valueName: "url"))
    var service = "http://127.0.0.1:8080"

    @Option(help: ArgumentHelp("File with the service's key for backends.", valueName: "file"))
    var keyFile: String

    @Option(help: ArgumentHelp("The service's policy.", valueName: "name"))
    var policy = "docking"

    func validate() throws {
        // The system would take another port in the place of one that does not exist.
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
        guard let url = URL(string: service), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
            throw ValidationError("--service is an address such as http://127.0.0.1:8080")
        }
    }

    func run() async throws {
        // The backend's key and people's answers pass through here.
        CrashReport.omit()
        try ProcessMemory.leaveNoCoreDump()
        let verifier = VerifierService(address: service, key: try key(), policy: policy)
        let router = Router()
        router.post("/passes") { _, _ in try await verifier.begin() }
        router.post("/passes/:session") { request, context in
            let answer = try await request.decode(as: SealedAnswer.self, context: context)
            return try await verifier.decide(try context.parameters.require("session"), by: answer)
        }
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { [port] channel in
                // Whoever starts it reads where it listens.
                let address = "http://127.0.0.1:\(channel.localAddress?.port ?? port)"
                try? FileHandle.standardOutput.write(contentsOf: Data("The harbour office is open at \(address)\n".utf8))
            })
        do { try await application.runService() } catch {
            throw ListenFault.explaining(error, host: "127.0.0.1", port: port, setting: "--port")
        }
    }

    /// The key in the file.
    private func key() throws -> String {
        guard let text = try? String(contentsOfFile: keyFile, encoding: .utf8) else {
            throw KeyFault(description: "the key cannot be read from \(keyFile); name its file with --key-file")
        }
        let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !key.isEmpty else { throw KeyFault(description: "\(keyFile) is empty; put the service's key for backends into it") }
        return key
    }

    private struct KeyFault: Error, CustomStringConvertible {
        let description: String
    }
}
