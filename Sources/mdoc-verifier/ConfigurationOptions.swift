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

    /// The same for a program that is to serve by it, or says whether it could: with as many open files as its listeners' connections need.
    func readToServe() async throws -> ServiceConfiguration {
        let configuration = try await read()
        let listeners = configuration.backendListener == nil ? 1 : 2
        if let shortage = try OpenFiles.makeRoom(forConnections: listeners * configuration.limits.connections) {
            throw ConfigurationMistakes(mistakes: [ConfigurationMistake(key: "limits.connections", reason: "\(shortage)")]).exit
        }
        return configuration
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
