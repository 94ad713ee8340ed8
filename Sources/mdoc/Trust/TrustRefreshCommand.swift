import ArgumentParser
import DocumentTrust
import TrustFetching

/// `mdoc trust refresh`
struct TrustRefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch newer lists of authorities and revocation lists, and say how old each one is.",
        discussion: """
            Example: mdoc trust refresh --store trust
                     mdoc trust refresh --store trust --every 3600

            Lists are fetched from where they were imported from, or from where they say themselves; revocation lists \
            from the distribution points of the roots, and of the signers given. What does not verify, or is older than \
            what is held, is not taken. HTTPS_PROXY and NO_PROXY are heeded. Exit code 1 if any source failed.
            """)

    @OptionGroup var store: StoreOptions

    @Option(help: ArgumentHelp("Certificate of a document signer whose revocation list to fetch from now on; may be repeated.", valueName: "file"))
    var signer: [String] = []

    @Flag(help: "Refresh once and end; the default.")
    var once = false

    @Option(help: ArgumentHelp("Refresh again and again, this many seconds apart; 10 to 86400.", valueName: "seconds"))
    var every: Int64?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !once || every == nil else { throw ValidationError("give either --once or --every") }
        guard every.map({ (10...86_400).contains($0) }) ?? true else { throw ValidationError("give --every 10 to 86400 seconds") }
        guard every == nil || time.at == nil else { throw ValidationError("give either --at or --every") }
    }

    func run() async throws {
        let clock = SystemRefreshClock { [at = time.at] in at ?? MomentOptions.now }
        let refresher: TrustRefresher
        do {
            refresher = try TrustRefresher(store.store, fetcher: try network.fetcher(), clock: clock) { Int64.random(in: 0...max($0, 0)) }
        } catch let error as TrustStoreError { throw error.failure }
        for file in signer {
            let certificate = try CertificateFile.read(file, for: "--signer")
            guard await refresher.hasAuthority(of: certificate) else {
                throw CommandFailure(
                    "no authority in the store may sign the list that the certificate would be on (crl.authority)", at: file,
                    mend: "add the root that issued it with 'mdoc trust add', or give --signer another one")
            }
            guard await refresher.watch(certificate) else {
                throw CommandFailure(
                    "the certificate names no address of a revocation list that can be fetched from", at: file,
                    mend: "give the certificate of a document signer")
            }
        }
        while true {
            await refresher.refreshAll()
            if let failure = await refresher.storeFailure { throw failure.failure }
            let summary = RefreshSummary(await refresher.reports, leftOut: await refresher.leftOut, at: clock.now)
            try summary.print(output)
            guard let every else {
                if summary.hasFailures { throw ExitCode.refused }
                return
            }
            try await clock.sleep(seconds: every)
        }
    }
}
