import ArgumentParser
import DocumentTrust
import MobileDocument

/// `mdoc trust lift`
struct TrustLiftCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lift",
        abstract: "End the distrust of an authority; trust nobody.",
        discussion: """
            Example: mdoc trust lift --store trust --fingerprint 5f0c...

            The authority then has to be added again, or to be on a list, to be trusted.
            """)

    private struct Output: Encodable {
        let lifted: String
    }

    @OptionGroup var store: StoreOptions

    @Option(help: ArgumentHelp("SHA-256 of the certificate.", valueName: "hex"), transform: Fingerprint.parse)
    var fingerprint: [UInt8]

    @OptionGroup var output: OutputOptions

    func run() throws {
        do { try store.store.liftDistrust(fingerprint: fingerprint) } catch { throw error.failure }
        let lifted = Hexadecimal.text(fingerprint)
        guard !output.json else { return try Console.print(json: Output(lifted: lifted)) }
        var page = Page()
        page.line("✔ no longer distrusted: \(lifted)", .green)
        try Console.print(page)
    }
}
