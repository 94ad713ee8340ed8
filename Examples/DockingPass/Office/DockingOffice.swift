import ArgumentParser
import Foundation
import Hummingbird
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

    func run() async throws {
        // The backend's key and people's answers pass through here.
        do { try ProcessMemory.leaveNoCoreDump() } catch { throw ValidationError("\(error)") }
        guard let key = try? String(contentsOfFile: keyFile, encoding: .utf8) else { throw ValidationError("the key cannot be read") }
        let verifier = VerifierService(address: service, key: key.trimmingCharacters(in: .whitespacesAndNewlines), policy: policy)
        let router = Router()
        router.post("/passes") { _, _ in try await verifier.begin() }
        router.post("/passes/:session") { request, context in
            let answer = try await request.decode(as: SealedAnswer.self, context: context)
            return try await verifier.decide(try context.parameters.require("session"), by: answer)
        }
        let application = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)))
        print("The harbour office is open at http://127.0.0.1:\(port)")
        try await application.runService()
    }
}
