import ArgumentParser
import DocumentTrust

/// `mdoc trust import`
struct TrustImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a list of authorities (VICAL) into the store, or a newer issue of it.",
        discussion: """
            Example: mdoc trust import vical.cbor --store trust

            The root of its provider must be in the store (mdoc trust add --list-provider). A list older than the one \
            held is refused, and the one held stays.
            """)

    @Argument(help: ArgumentHelp("The list.", valueName: "file"))
    var list: String

    @OptionGroup var store: StoreOptions
    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let token = try VICALFile.read(list)
        let moment = time.moment
        let lists = try revocation.lists(in: store.store, at: moment)
        let verified: VerifiedVICAL
        do { verified = try store.store.add(vical: token, at: moment, revocationLists: lists) } catch { throw error.failure }
        try VICALSummary(.verified(verified)).print(output, at: moment)
    }
}
