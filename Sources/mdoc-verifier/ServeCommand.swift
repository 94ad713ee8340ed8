import ArgumentParser
import CoreMetrics
import Foundation
import Logging
import ProcessSandbox
import ServiceLifecycle
import VerificationSessions
import VerifierService

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the service until it is told to stop (SIGTERM, SIGINT or SIGHUP).",
        discussion: "Prints the address of each listener on a line of its own once it accepts connections; logs go to standard error.")

    @OptionGroup var options: ConfigurationOptions
    @Option(help: "How much is logged: trace, debug, info, notice, warning, error, critical.")
    var logLevel: String = "info"

    func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("there is no log level \"\(logLevel)\"") }
    }

    func run() async throws {
        // What people shared is in this process's memory while it is verified, and for a while after.
        CrashReport.omit()
        do { try ProcessMemory.leaveNoCoreDump() } catch { throw ValidationError("\(error)") }
        let level = Logger.Level(rawValue: logLevel) ?? .info
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        let logger = Logger(label: "mdoc-verifier")
        let metrics = PrometheusMetrics()
        MetricsSystem.bootstrap(metrics)
        let configuration = try await options.readToServe()
        let store = try await Stores.open(configuration.store)
        let application: VerifierApplication
        do {
            application = try VerifierApplication(configuration, store: store, metrics: metrics, logger: logger, clock: SystemClock.now)
        } catch { throw error.exit }
        let services = try application.services { address in
            // Whoever starts it reads where it listens.
            try? FileHandle.standardOutput.write(contentsOf: Data("\(address.isPage ? "service" : "backend"): \(address.url)\n".utf8))
        }
        var group = ServiceGroupConfiguration(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A terminal that closes ends it in order, too, but for nohup.
        if !HangUp.isIgnored() { group.gracefulShutdownSignals.append(.sighup) }
        // A client that stopped reading must not hold the end up for ever.
        group.maximumGracefulShutdownDuration = .seconds(30)
        let result: Result<Void, any Error>
        do { result = .success(try await ServiceGroup(configuration: group).run()) } catch { result = .failure(error) }
        await store.close()
        try result.get()
    }
}
