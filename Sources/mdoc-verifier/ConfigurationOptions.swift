import ArgumentParser
import ProcessSandbox
import VerifierService
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where the configuration is.
struct ConfigurationOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("The configuration, YAML or JSON; VERIFIER_... variables win over it.", valueName: "file"))
    var config: String?

    func read() async throws -> ServiceConfiguration {
        do {
            // Half of them for each of two listeners, whether there are two or not.
            return try await ServiceConfiguration.read(
                file: config, environment: ProcessInfo.processInfo.environment,
                connections: OpenFiles.connections(atMost: 2 * ServiceLimits.defaultConnections) / 2)
        } catch { throw error.exit }
    }

    /// The same for a program that is to serve by it: with as many open files as its listeners' connections need.
    func readToServe() async throws -> ServiceConfiguration {
        let configuration = try await read()
        if let mistake = try Self.makeRoom(for: configuration) { throw ConfigurationMistakes(mistakes: [mistake]).exit }
        return configuration
    }

    /// Lets this process have as many open files as the connections of a configuration's listeners need; the mistake where there may not be so many.
    static func makeRoom(for configuration: ServiceConfiguration) throws -> ConfigurationMistake? {
        let listeners = configuration.backendListener == nil ? 1 : 2
        return try OpenFiles.makeRoom(forConnections: listeners * configuration.limits.connections).map {
            ConfigurationMistake(key: "limits.connections", reason: "\($0)")
        }
    }
}

extension ConfigurationMistakes {
    /// All mistakes on standard error, and exit code 2.
    var exit: ExitCode {
        let count = mistakes.count == 1 ? "1 mistake" : "\(mistakes.count) mistakes"
        StandardError.print("The configuration has \(count):\n" + mistakes.map { "  - \($0)" }.joined(separator: "\n"))
        return ExitCode(2)
    }
}
