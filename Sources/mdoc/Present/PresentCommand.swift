import ArgumentParser
import Foundation
import IdentityDocumentServices
import MobileDocument
import RelyingParty

/// `mdoc present`
struct PresentCommand: AsyncParsableCommand {
    private struct Output: Encodable {
        let answered: Bool
        let reason: String?
        let file: String?
    }

    static let configuration = CommandConfiguration(
        commandName: "present",
        abstract: "What a browser does: have the wallet of this machine answer a page.",
        discussion: """
            Example: mdoc present --request request.json \\
                       --origin https://rentals.example --out response.json

            Asks the broker at the socket that MDOC_AGENTS_SOCKET names, or at $XDG_RUNTIME_DIR/mdoc/agents.sock. The person decides in \
            the broker's window, or at its terminal.
            """)

    @Option(help: ArgumentHelp("The request as the page passed it on.", valueName: "file"))
    var request: String

    @Option(help: ArgumentHelp("Origin of the page, as a browser reports it.", valueName: "url"), transform: OriginArgument.parse)
    var origin: Origin

    @Option(help: ArgumentHelp("Where to write the credential that the page receives.", valueName: "file"))
    var out: String

    @OptionGroup var output: OutputOptions

    func run() async throws {
        try OutputFile(out).check(apartFrom: [request])
        let file = try RequestFile.read(request, encryptionInfo: nil)
        let data = try JSONEncoder().encode(["deviceRequest": file.deviceRequest, "encryptionInfo": file.encryptionInfo])
        let response: Data
        do { response = try await PresentingPage(data).present(from: origin) } catch let error as IdentityDocumentPresentmentError {
            switch error.code {
            case .cancelled:
                try presentRefusal(error.debugDescription)
                throw ExitCode.refused
            case .notEntitled: throw CommandFailure("there is no wallet on this machine", mend: error.debugDescription)
            case .unknown, .invalidRequest, .requestInProgress:
                throw CommandFailure(error.debugDescription, at: request, mend: "ask again once the reason is gone")
            }
        }
        try OutputFile(out).write(json: CredentialResponse(sealed: Array(response)))
        guard out != "-" else { return }
        guard !output.json else { return try Console.print(json: Output(answered: true, reason: nil, file: out)) }
        var page = Page()
        page.line("✔ the wallet has answered", .green)
        page.entry("file", labelStyle: .faint, out, width: 10)
        page.entry("next", labelStyle: .faint, "mdoc verify --session ... --response \(out) --trust ...", width: 10)
        try Console.print(page)
    }

    /// Says why there is no answer.
    private func presentRefusal(_ reason: String) throws {
        guard !output.json else { return try Console.print(json: Output(answered: false, reason: reason, file: nil)) }
        var page = Page()
        page.line("✘ not answered: \(reason)", .red)
        try Console.print(page)
    }
}
