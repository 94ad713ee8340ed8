import ArgumentParser

/// `mdoc registrar app`
struct RegistrarAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app", abstract: "Apps: what they may ask for, and the signed grant of each build.",
        subcommands: [
            RegistrarAppTermsCommand.self, RegistrarAppApplyCommand.self, RegistrarAppShowCommand.self, RegistrarAppReviewCommand.self,
            RegistrarAppGrantCommand.self, RegistrarAppCheckCommand.self,
        ])
}
