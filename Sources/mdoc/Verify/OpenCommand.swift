import ArgumentParser
import DocumentTrust
import MobileDocument
import RelyingParty

/// `mdoc open`
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Decrypt the answer to a request without verifying anything.",
        discussion: """
            Example: mdoc open --session session.json --response response.json \\
                       --out response.mdoc

            Without --out, a terminal is shown hex and a pipe is given the bytes.
            """)

    @Option(help: ArgumentHelp("The session that was kept when the request was made.", valueName: "file"))
    var session: String

    @Option(help: ArgumentHelp("What the page received: its JSON, or the sealed answer alone.", valueName: "file"))
    var response: String

    @Option(help: ArgumentHelp("Where to write the DeviceResponse, for its owner alone.", valueName: "file"))
    var out: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        if let out { try OutputFile(out).check(apartFrom: [self.session, self.response]) }
        let session = try SessionFile.read(session)
        let response = try ResponseFile.read(response)
        guard let bytes = response.sealed else {
            throw CommandFailure(response.fault ?? "there is no response", mend: "check what --response is given")
        }
        let sealed: EncryptedResponse
        do {
            sealed = try EncryptedResponse(bytes)
        } catch {
            throw CommandFailure("the response is not a sealed answer, \(error)", mend: "check what --response is given")
        }
        guard let plaintext = ResponseOpener.open(sealed, for: session) else {
            try Unsealed.presentRefusal(.responseDecryption, "the answer does not open with this session's key for \(session.origin)", output)
            throw ExitCode.refused
        }
        try Unsealed(name: "deviceResponse", bytes: plaintext).present(output, out: out)
    }
}
