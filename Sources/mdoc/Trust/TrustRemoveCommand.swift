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

            An authority that a list names is trusted through that list still; the command says so. With --distrust no \
            list can bring it back, until 'mdoc trust lift' ends that.
            """)

    private struct Output: Encodable {
        let removed: String
        /// Lists that name the authority all the same.
        let trustedThrough: [String]
        /// Whether it is never trusted again.
        let isDistrusted: Bool
    }

    @OptionGroup var store: StoreOptions

    @Option(help: ArgumentHelp("SHA-256 of the certificate.", valueName: "hex"), transform: Fingerprint.parse)
    var fingerprint: [UInt8]?

    @OptionGroup var purpose: RoleOptions

    @Flag(help: "Never trust it again, whoever names it; it may be on a list only.")
    var distrust = false

    @Option(help: ArgumentHelp("Why it is distrusted, for listings.", valueName: "text"))
    var reason = "removed by hand"

    @Option(help: ArgumentHelp("Provider whose list to forget; with --readers, its list of readers' authorities.", valueName: "name"))
    var list: String?

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (fingerprint != nil) != (list != nil) else { throw ValidationError("give either --fingerprint or --list") }
        guard !distrust || (fingerprint != nil && purpose.role == .issuer) else {
            throw ValidationError("--distrust is for every purpose of an authority; give its --fingerprint alone")
        }
    }

    func run() throws {
        var through: [String] = []
        var isKnown = true
        do throws(TrustStoreError) {
            if let list { try store.store.removeList(purpose.readers ? .rical : .vical, of: list) }
            if let fingerprint {
                if distrust {
                    try store.store.distrust(fingerprint: fingerprint, reason: reason, at: time.moment)
                } else {
                    try store.store.remove(fingerprint: fingerprint, role: purpose.role)
                }
                // Whatever else is damaged, the removal is done.
                let contents = try? store.store.contents(at: time.moment)
                isKnown = !distrust || contents?.distrusted.first { $0.fingerprint == fingerprint }?.subject != nil
                through = contents?.naming(fingerprint, as: purpose.role) ?? []
            }
        } catch { throw error.failure }
        let removed = list ?? Hexadecimal.text(fingerprint ?? [])
        guard !output.json else { return try Console.print(json: Output(removed: removed, trustedThrough: through, isDistrusted: distrust)) }
        var page = Page()
        page.line(distrust ? "✔ removed and distrusted \(removed)" : "✔ removed \(removed)", .green)
        if !isKnown { page.line("! neither the store nor a list in it holds such a certificate; check the fingerprint", .yellow) }
        for name in through { page.line("! still trusted through \(name); add --distrust to end that", .yellow) }
        try Console.print(page)
    }
}

extension TrustStoreContents {
    /// Where a certificate is trusted from still, for a purpose.
    fileprivate func naming(_ fingerprint: [UInt8], as role: TrustRole) -> [String] {
        switch role {
        case .issuer: issuers.filter { $0.certificate.fingerprint == fingerprint }.map(\.provenance)
        case .reader: readerTrust(revocationLists: []).anchors.filter { $0.certificate.fingerprint == fingerprint }.map(\.provenance)
        case .list: []
        }
    }
}
