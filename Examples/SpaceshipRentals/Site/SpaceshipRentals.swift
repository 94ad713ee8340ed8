import ArgumentParser
import Foundation
import Hummingbird
import ListenFaults
import Logging
import NIOCore
import ProcessSandbox

/// `spaceship-rentals`
@main
struct SpaceshipRentals: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "spaceship-rentals",
        abstract: "A website that rents spaceships to people who can show who they are.",
        discussion: """
            The key for the verifier service is read from the environment variable VERIFIER_KEY, so that it shows in no list of \
            processes.
            """)

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Port to listen on.", valueName: "number"))
    var port = 8080

    @Option(help: ArgumentHelp("The site's origin as browsers see it; default: http://localhost:PORT.", valueName: "url"))
    var origin: String?

    @Option(help: ArgumentHelp("Where the verifier service is.", valueName: "url"))
    var service: String

    @Option(help: ArgumentHelp("The service's policy to ask by.", valueName: "name"))
    var policy = "spaceship-rental"

    @Option(help: ArgumentHelp("A way to a wallet: native, or the address of a wallet's page. In order; may be repeated.", valueName: "way"))
    var way: [String] = ["native"]

    @Option(help: ArgumentHelp("The program photo-reader; default: beside this one.", valueName: "file"))
    var photoReader: String?

    func validate() throws {
        // The system would take another port in the place of one that does not exist.
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number up to 65535") }
        guard Self.isAddress(service) else { throw ValidationError("--service is an address such as http://127.0.0.1:8081") }
        guard way.allSatisfy({ $0 == "native" || Self.isAddress($0) }) else {
            throw ValidationError("--way is native, or the address of a wallet's page such as http://wallet.localhost:8790/")
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme) else { return false }
        return url.host?.isEmpty == false
    }

    func run() async throws {
        // A visitor's elements are in this process's memory while they are shown, and for a while after.
        CrashReport.omit()
        do { try ProcessMemory.leaveNoCoreDump() } catch { throw ValidationError("\(error)") }
        guard let key = ProcessInfo.processInfo.environment["VERIFIER_KEY"], !key.isEmpty else {
            throw ValidationError("set VERIFIER_KEY to the key the verifier service gave this site")
        }
        let beside = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("photo-reader").path
        guard let reader = photoReader ?? beside, FileManager.default.isExecutableFile(atPath: reader) else {
            throw ValidationError("there is no program photo-reader beside this one; build it, or name it with --photo-reader")
        }
        let settings = SiteSettings(
            origin: origin ?? "http://localhost:\(port)", service: service, serviceKey: key, policy: policy, ways: way, photoReader: reader)
        var logger = Logger(label: "spaceship-rentals")
        logger.logLevel = .warning
        let site = try await Site(settings)
        let application = Application(
            router: site.router, configuration: .init(address: .hostname(host, port: port)),
            onServerRunning: { [host, port] channel in
                // Whoever starts it reads where it listens.
                let line = "listening on http://\(ListenAddress(host: host, port: channel.localAddress?.port ?? port))\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            },
            logger: logger)
        let sweeping = Task { await site.visits.sweepOn() }
        defer { sweeping.cancel() }
        do { try await application.runService() } catch {
            throw ListenFault.explaining(error, host: host, port: port, setting: "--host, --port")
        }
    }
}
