import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "The chain of audit records in the store.",
        subcommands: [AuditVerifyCommand.self, AuditKeyCommand.self], defaultSubcommand: AuditVerifyCommand.self)
}
