import ArgumentParser

/// `mdoc request`
struct RequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request", abstract: "What a website does: make requests and look them over.", subcommands: [RequestCreateCommand.self, RequestLintCommand.self])
}
