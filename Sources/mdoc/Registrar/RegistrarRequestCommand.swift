import ArgumentParser

/// `mdoc registrar request`
struct RegistrarRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "Request forms: what a brand wants to ask for and why.",
        subcommands: [RegistrarRequestFileCommand.self, RegistrarRequestShowCommand.self, RegistrarRequestReviewCommand.self])
}
