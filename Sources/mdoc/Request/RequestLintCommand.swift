import ArgumentParser
import IdentityElements
import MobileDocument
import RelyingParty

/// `mdoc request lint`
struct RequestLintCommand: ParsableCommand {
    private struct Output: Encodable {
        struct Finding: Encodable {
            let rule: String
            let outcome: String
            let reason: String?
            let remedy: String?
        }
        let findings: [Finding]
    }

    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Compare a request with the rules of known wallets, before a user meets their refusal.",
        discussion: """
            Example: mdoc request lint --request request.json \\
                       --origin https://rentals.example

            Exits 0 when no known wallet would refuse it for its form. Whether a wallet knows the reader is its own affair.
            """)

    @Option(help: ArgumentHelp("The request as the page passes it on, or a bare DeviceRequest.", valueName: "file"))
    var request: String

    @Option(help: ArgumentHelp("Origin of the page; without it neither that nor signatures are judged.", valueName: "url"), transform: OriginArgument.parse)
    var origin: Origin?

    @Option(help: ArgumentHelp("The encryptionInfo of a bare DeviceRequest: its text or a file.", valueName: "text"))
    var encryptionInfo: String?

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let file = try RequestFile.read(request, encryptionInfo: encryptionInfo)
        let lint = RequestLint(origin: origin, at: time.moment, tables: try ElementTables.installed())
        let findings = lint.check(deviceRequest: file.deviceRequest, encryptionInfo: file.encryptionInfo)
        if output.json {
            try Console.print(
                json: Output(
                    findings: findings.map { .init(rule: $0.rule.rawValue, outcome: $0.outcome.rawValue, reason: $0.reason, remedy: $0.remedy) }))
        } else {
            var page = Page()
            for finding in findings { RequestLintPage.set(finding, on: &page) }
            try Console.print(text: page.text)
        }
        if findings.contains(where: { $0.outcome == .failed }) { throw ExitCode.refused }
    }
}
