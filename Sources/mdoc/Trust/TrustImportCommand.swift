import ArgumentParser
import DocumentTrust
import TrustFetching

/// `mdoc trust import`
struct TrustImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take a list of authorities (VICAL, or RICAL with --readers) into the store, or a newer issue of it.",
        discussion: """
            Example: mdoc trust import vical.cbor --store trust
                     mdoc trust import --url https://lists.example/vical --store trust
                     mdoc trust import rical.cbor --store trust --readers

            The root of its provider must be in the store (mdoc trust add --list-provider). A list older than the one \
            held is refused, and the one held stays. With --url the address is kept, and 'mdoc trust refresh' looks \
            there for newer issues.
            """)

    @Argument(help: ArgumentHelp("The list.", valueName: "file"))
    var list: String?

    @Option(help: ArgumentHelp("Address to fetch the list from instead, and from now on.", valueName: "https-url"))
    var url: String?

    @Flag(help: "The list names authorities of readers (RICAL), whom a wallet trusts to ask.")
    var readers = false

    @OptionGroup var store: StoreOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (list != nil) != (url != nil) else { throw ValidationError("give either a file or --url") }
    }

    func run() async throws {
        let token = try await token()
        let moment = time.moment
        let lists = try revocation.lists(in: store.store, at: moment)
        let summary: TrustListSummary
        do throws(TrustStoreError) {
            summary = if readers {
                TrustListSummary(.verified(try store.store.add(rical: token, from: url, at: moment, revocationLists: lists)))
            } else {
                TrustListSummary(.verified(try store.store.add(vical: token, from: url, at: moment, revocationLists: lists)))
            }
        } catch { throw error.failure }
        try summary.print(output, at: moment)
    }

    private func token() async throws -> [UInt8] {
        guard let url else { return try readers ? RICALFile.read(list ?? "-") : VICALFile.read(list ?? "-") }
        let fetcher = try network.fetcher()
        do throws(FetchError) {
            guard case .fetched(let resource) = try await fetcher.fetch(url, as: readers ? .readerList : .issuerList) else {
                throw FetchError(.status, "the server gave no list")
            }
            return resource.content
        } catch { throw error.failure(at: url) }
    }
}
