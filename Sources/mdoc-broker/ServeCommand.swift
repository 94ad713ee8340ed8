import ArgumentParser
import Foundation
import Logging
import UserVerification
import WalletBroker

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve apps and user agents of this user.",
        discussion: """
            Example: mdoc-broker enrol --phrase 'blue heron'
                     mdoc-broker serve

            Requests are shown on this terminal. Providers are read from DIR/NAME/provider.json; see docs/wallet.md.
            """)

    @OptionGroup var stateOptions: StateOptions

    @Option(help: ArgumentHelp("Folder of the sockets.", valueName: "dir"))
    var runtime = UserFolder.runtime

    @Option(help: ArgumentHelp("Folder with a folder for each installed provider.", valueName: "dir"))
    var providers = UserFolder.providers

    @Option(help: ArgumentHelp("The program mdoc-request-parser.", valueName: "path"))
    var parser = "/usr/libexec/mdoc-request-parser"

    @Option(
        help: ArgumentHelp(
            "For tests of programs only: decide requests as said, without asking anybody: 'accept:PROVIDER' or 'decline'.", valueName: "rule"))
    var decideWithoutPerson: PolicyRule?

    @Option(help: ArgumentHelp("For tests of programs only: the file that holds the PIN for 'accept'.", valueName: "file"))
    var pinFile: String?

    func validate() throws {
        guard parser.hasPrefix("/") else { throw ValidationError("--parser needs an absolute path") }
        guard !runtime.isEmpty else { throw ValidationError("XDG_RUNTIME_DIR is not set; name a folder with --runtime") }
        if case .accept = decideWithoutPerson, pinFile == nil {
            throw ValidationError("nothing is released without a verified owner: give the PIN's file with --pin-file")
        }
    }

    func run() async throws {
        let verifier: UserVerifier
        let broker: Broker
        let console = TerminalConsole()
        let policy = try decideWithoutPerson.map { try PolicyConsent($0, pinFile: pinFile) }
        do {
            let configuration = BrokerConfiguration(state: stateOptions.state, runtime: runtime, providers: providers, parser: parser)
            broker = try await Broker(
                configuration, prompt: policy ?? TerminalConsent(console),
                enrolment: { [stateOptions] in try? await stateOptions.verifier().enrolment()?.identifier }, logger: Logger(label: "mdoc-broker"))
            verifier = try stateOptions.verifier()
        } catch { throw ValidationError("\(error)") }
        if let policy {
            console.say("WARNING: requests are decided by a rule (\(policy.rule)) and shown to nobody. This is for tests of programs.")
            try await run(broker, showing: policy.host(verifier))
        } else {
            try await run(broker, showing: TerminalConsent(console).host(verifier))
        }
    }

    private func run(_ broker: Broker, showing consent: any ConsentHost) async throws {
        // Whoever starts it reads that it serves.
        try? FileHandle.standardOutput.write(contentsOf: Data("serving at \(runtime)\n".utf8))
        try await broker.run(showing: consent)
    }
}
