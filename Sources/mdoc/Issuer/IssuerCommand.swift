import ArgumentParser

/// `mdoc issuer`
struct IssuerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issuer", abstract: "What an issuing authority does: keys, certificates, documents.",
        subcommands: [IssuerInitCommand.self, IssuerIssueCommand.self, IssuerSignerCommand.self, IssuerCRLCommand.self])
}
