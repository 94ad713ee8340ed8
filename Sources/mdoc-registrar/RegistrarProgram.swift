import ArgumentParser
import DomainProofs
import Foundation
import Hummingbird
import ListenFaults
import Logging
import MobileDocument
import ProcessSandbox
import Registrar
import RegistrarService

/// `mdoc-registrar`: the registrar of a folder over HTTP.
@main
struct RegistrarProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-registrar", abstract: "Serve a registrar over HTTP.",
        discussion: """
            Example: mdoc registrar init --registrar registrar
                     mdoc registrar token --reviewer ada --registrar registrar
                     mdoc-registrar --registrar registrar --port 8080

            It speaks plain HTTP: put a proxy in front that ends TLS. SIGTERM, SIGINT and SIGHUP end it once the requests at hand are answered.
            """)

    @Option(help: ArgumentHelp("The registrar's folder, made by 'mdoc registrar init'.", valueName: "dir"))
    var registrar: String

    @Option(help: ArgumentHelp("Address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("Port to listen on; 0 for any.", valueName: "port"))
    var port = 8080

    @Option(help: ArgumentHelp("Hours until a revocation list's successor is due, 1 to 168.", valueName: "hours"))
    var listHours = 24

    func validate() throws {
        guard (0...65_535).contains(port), (1...168).contains(listHours) else {
            throw ValidationError("give a port of 0 to 65535 and 1 to 168 hours")
        }
    }

    func run() async throws {
        // The registrar's key is here, and so are developers' tokens.
        CrashReport.omit()
        try ProcessMemory.leaveNoCoreDump()
        let folder = RegistrarFolder(registrar)
        let service = RegistrarService(
            storage: folder.storage, authority: try folder.authority(),
            prover: DomainProver(resolver: SystemTXTResolver(), fetcher: ChallengeFileFetcher()), tables: try folder.tables(),
            limits: ServiceLimits(listHours: listHours),
            now: { Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970.rounded(.down))) }, logger: Logger(label: "mdoc-registrar"))
        let address = host
        let application = service.application(host: host, port: port) { port in
            // Whoever starts it reads where it listens.
            try? FileHandle.standardOutput.write(contentsOf: Data("listening on http://\(ListenAddress(host: address, port: port))\n".utf8))
        }
        do {
            // Not by a terminal that closes, where whoever started it has that ignored (nohup).
            try await application.runService(gracefulShutdownSignals: HangUp.isIgnored() ? [.sigterm, .sigint] : [.sigterm, .sigint, .sighup])
        } catch {
            throw ListenFault.explaining(error, host: host, port: port, setting: "--host, --port")
        }
    }
}
