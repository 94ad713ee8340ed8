import ArgumentParser
import Logging
import MobileDocument
import VerificationSessions
import VerifierService

struct CheckConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Reads the configuration as the service would and lists every mistake.",
        discussion: "Opens the files it names and the store, listens nowhere. Exit code 0: the service would start; 2: it would not.")

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let configuration = try await options.read()
        let store = try await Stores.open(configuration.store)
        do {
            try await store.ping()
            _ = try VerifierApplication(
                configuration, store: store, metrics: PrometheusMetrics(), logger: Logger(label: "check", factory: { _ in SwiftLogNoOpLogHandler() }),
                clock: SystemClock.now)
        } catch let mistakes as ConfigurationMistakes {
            throw mistakes.exit
        } catch let failure as StoreFailure {
            StandardError.print(failure.description)
            throw ExitCode(2)
        }
        await store.close()
        print(summary(configuration))
    }

    private func summary(_ configuration: ServiceConfiguration) -> String {
        let policies = configuration.policies.policies.keys.sorted()
        let signers = configuration.signers.map(\.name)
        return """
            The configuration is good.
              origin     \(configuration.origin)
              mode       \(configuration.mode.rawValue), profile \(configuration.profile.rules.profile)
              policies   \(policies.isEmpty ? "none" : policies.joined(separator: ", "))
              signed by  \(signers.isEmpty ? "nobody: few wallets answer an unsigned request" : signers.joined(separator: ", "))
              page       \(configuration.pageListener.host):\(configuration.pageListener.port)\(configuration.pagePath)\(configuration.pageListener.tls == nil ? "" : ", TLS")
              backend    \(backend(configuration))
              webhook    \(configuration.webhook?.url ?? "none")
            """
    }

    private func backend(_ configuration: ServiceConfiguration) -> String {
        guard let listener = configuration.backendListener else { return "the same listener" }
        return "\(listener.host):\(listener.port)" + (listener.tls == nil ? "" : listener.tls?.clientAuthorities == nil ? ", TLS" : ", mutual TLS")
    }
}
