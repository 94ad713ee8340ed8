import ArgumentParser

/// `mdoc registrar domain`
struct RegistrarDomainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domain", abstract: "Proof of domains.",
        subcommands: [RegistrarDomainChallengeCommand.self, RegistrarDomainConfirmCommand.self, RegistrarDomainRemoveCommand.self])
}
