import ArgumentParser
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
            return try await ServiceConfiguration.read(file: config, environment: ProcessInfo.processInfo.environment)
        } catch { throw error.exit }
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
