import ArgumentParser

/// `mdoc registrar`
struct RegistrarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registrar", abstract: "What a registrar does: from a website's brand to its reader certificate, and to an app's grant.",
        discussion: "Everything is kept in the folder given to --registrar. The steps in their order are in docs/registrar.md.",
        subcommands: [
            RegistrarInitCommand.self, RegistrarBrandCommand.self, RegistrarDomainCommand.self, RegistrarRequestCommand.self,
            RegistrarAppCommand.self,
            RegistrarIssueCommand.self, RegistrarRevokeCommand.self, RegistrarCRLCommand.self, RegistrarListCommand.self, RegistrarTokenCommand.self,
        ])
}
