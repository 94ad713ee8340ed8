import ArgumentParser
import DocumentTrust
import MobileDocument

/// `mdoc trust remove`
struct TrustRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Stop trusting an authority, or forget a provider's list.",
        discussion: """
            Example: mdoc trust remove --store trust --fingerprint 5f0c...

            An authority that a list names is trusted through that list still; the command says so.
            """)

    private struct Output: Encodable {
        let removed: String
        /// Lists that name the authority all the same.
        let trustedThrough: [String]
    }

    @OptionGroup var store: StoreOptions

    @Option(help: ArgumentHelp("SHA-256 of the certificate.", valueName: "hex"), transform: Fingerprint.parse)
    var fingerprint: [UInt8]?

    @Flag(help: "The certificate is the root of a provider of lists.")
    var listProvider = false

    @Option(help: ArgumentHelp("Provider whose list to forget.", valueName: "name"))
    var list: String?

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (fingerprint != nil) != (list != nil) else { throw ValidationError("give either --fingerprint or --list") }
    }

    func run() throws {
        var through: [String] = []
        do throws(TrustStoreError) {
            if let list { try store.store.removeLists(of: list) }
            if let fingerprint {
                try store.store.remove(fingerprint: fingerprint, role: listProvider ? .list : .issuer)
                // Whatever else is damaged, the removal is done.
                let contents = try? store.store.contents(at: time.moment)
                through = contents?.issuers.filter { !listProvider && $0.certificate.fingerprint == fingerprint }.map(\.provenance) ?? []
            }
        } catch { throw error.failure }
        let removed = list ?? Hexadecimal.text(fingerprint ?? [])
        guard !output.json else { return try Console.print(json: Output(removed: removed, trustedThrough: through)) }
        var page = Page()
        page.line("✔ removed \(removed)", .green)
        for name in through { page.line("! still trusted through \(name)", .yellow) }
        try Console.print(page)
    }
}
