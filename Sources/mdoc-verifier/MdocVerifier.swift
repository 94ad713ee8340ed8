import ArgumentParser

/// The verifier service: a website's server asks, the page's browser answers, the server gets a verified result.
@main
struct MdocVerifier: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mdoc-verifier", abstract: "Asks people's browsers for mobile documents and verifies the answers, over HTTP.",
        subcommands: [ServeCommand.self, CheckConfigCommand.self, InitCommand.self, NewKeyCommand.self, AuditCommand.self])
}
