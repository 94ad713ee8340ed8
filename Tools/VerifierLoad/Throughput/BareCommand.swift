import ArgumentParser
import Hummingbird

/// What HTTP alone costs, in a process of its own so that it can be put on a core.
struct BareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bare", abstract: "Serves a bare Hummingbird route that takes a body and says 200.", shouldDisplay: false)

    @Option(help: "The port of 127.0.0.1 to listen at.")
    var port: Int

    func run() async throws {
        let router = Router()
        router.post("**") { request, _ in
            _ = try await request.body.collect(upTo: 1 << 20)
            return Response(status: .ok)
        }
        try await Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), backlog: 1024)
        ).runService()
    }
}
