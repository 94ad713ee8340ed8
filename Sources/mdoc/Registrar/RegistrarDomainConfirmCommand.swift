import ArgumentParser
import DomainProofs
import NetworkAddressing
import Registrar

/// `mdoc registrar domain confirm`
struct RegistrarDomainConfirmCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm", abstract: "Prove a domain by its TXT record or its file.",
        discussion: """
            Example: mdoc registrar domain confirm rentals.example \\
                       --brand rentals --registrar registrar --by-record

            --by-record asks the system's name servers, --by-file fetches the file over https from an address of the \
            public internet. --txt is for what somebody looked up by hand, such as 'dig +short TXT' gave, without the \
            quotation marks.
            """)

    @Argument(help: "The domain.")
    var domain: String

    @Option(help: ArgumentHelp("Identifier of the brand.", valueName: "id"))
    var brand: String

    @Flag(help: "Look the TXT record up.")
    var byRecord = false

    @Flag(help: "Fetch the file.")
    var byFile = false

    @Option(help: ArgumentHelp("Text of a TXT record that was looked up by hand; may be repeated.", valueName: "value"))
    var txt: [String] = []

    @Option(
        help: ArgumentHelp("Name server to ask instead of the system's.", valueName: "address[:port]"), transform: Self.server)
    var nameServer: SystemTXTResolver.Server?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var options: RegistrarOptions

    func validate() throws {
        guard [byRecord, byFile, !txt.isEmpty].count(where: { $0 }) == 1 else {
            throw ValidationError("give one of --by-record, --by-file and --txt")
        }
    }

    func run() async throws {
        let moment = options.moment
        let folder = options.folder()
        let finding = try await finding(folder)
        let profile = network.profile
        let proof = try folder.change { (ledger) throws(RegistrarError) in
            switch finding {
            case .texts(let texts): try ledger.confirm(domain, of: brand, texts: texts, at: moment)
            case .file(let file): try ledger.confirm(domain, of: brand, file: file, profile: profile, at: moment)
            }
            return ledger.brands[brand]?.domains[domain.lowercased()]
        }
        try RegistrarReport(["domain": domain.lowercased(), "proven until": proof?.validUntil?.description ?? ""]).present(options.output)
    }

    private enum Finding {
        case texts([String])
        case file(FetchedFile)
    }

    private func finding(_ folder: RegistrarFolder) async throws -> Finding {
        guard byRecord || byFile else { return .texts(txt) }
        let fetcher = ChallengeFileFetcher(trust: try network.transportTrust())
        let prover = DomainProver(resolver: SystemTXTResolver(asking: nameServer), fetcher: fetcher, profile: network.profile)
        do {
            let challenge = try folder.read().openChallenge(domain, of: brand)
            return byRecord ? .texts(try await prover.texts(for: challenge)) : .file(try await prover.file(for: challenge))
        } catch let error as RegistrarError { throw error.failure }
    }

    private static func server(_ text: String) throws -> SystemTXTResolver.Server {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if let address = NetworkAddress(text) { return SystemTXTResolver.Server(address) }
        guard parts.count == 2, let address = NetworkAddress(String(parts[0])), let port = UInt16(parts[1]) else {
            throw ValidationError("write it as 192.0.2.53 or 192.0.2.53:53")
        }
        return SystemTXTResolver.Server(address, port: port)
    }
}
