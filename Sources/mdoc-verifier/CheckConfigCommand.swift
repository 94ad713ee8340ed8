import ArgumentParser
import Logging
import PrintedResults
import VerificationSessions
import VerifierService

struct CheckConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-config", abstract: "Reads the configuration as the service would and lists every mistake.",
        discussion: """
            Reads the files it names, looks whether the store can be used, and says what `serve` would do to it. Makes and changes nothing, and \
            listens nowhere: whether the addresses to listen at can be had shows when `serve` starts. A certificate of a listener or a reader that \
            has ended is told on standard error, and is no mistake. Exit code 0: the service would start; 2: it would not.
            """)

    @OptionGroup var options: ConfigurationOptions

    func run() async throws {
        let configuration = try await options.read()
        // Each is looked at, whatever is wrong with another one: nobody should mend them one run at a time.
        var mistakes: [ConfigurationMistake] = []
        if let mistake = try ConfigurationOptions.makeRoom(for: configuration) { mistakes.append(mistake) }
        // Where it cannot be used, that is told here.
        let usable = try? await Stores.preparation(configuration.store)
        do {
            _ = try VerifierApplication(
                configuration, store: UnopenedStore(), metrics: PrometheusMetrics(),
                logger: Logger(label: "check", factory: { _ in SwiftLogNoOpLogHandler() }), clock: SystemClock.now)
        } catch { mistakes += error.mistakes }
        if !mistakes.isEmpty { throw ConfigurationMistakes(mistakes: mistakes).exit }
        guard let preparation = usable else { throw ExitCode(2) }
        for ended in configuration.endedCertificates(at: SystemClock.now()) { StandardError.print("Warning: \(ended)") }
        try PrintedResult.line(summary(configuration, preparation))
    }

    private func summary(_ configuration: ServiceConfiguration, _ preparation: StorePreparation) -> String {
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
              webhook    \(configuration.webhook?.server ?? "none")
              store      \(Stores.place(of: configuration.store)), \(work(preparation, configuration.store))
            """
    }

    private func work(_ preparation: StorePreparation, _ store: StoreConfiguration) -> String {
        switch (preparation, store) {
        case (.creation, .sqlite): "where serve would make the file and its tables"
        case (.creation, .postgresql): "where serve would make the tables"
        case (.migration, _): "where serve would bring the tables up to date"
        case (.nothing, _): "which is up to date"
        }
    }

    private func backend(_ configuration: ServiceConfiguration) -> String {
        guard let listener = configuration.backendListener else { return "the same listener" }
        return "\(listener.host):\(listener.port)" + (listener.tls == nil ? "" : listener.tls?.clientAuthorities == nil ? ", TLS" : ", mutual TLS")
    }
}
