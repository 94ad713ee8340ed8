import ArgumentParser
import DocumentTrust
import IdentityElements
import MobileDocument

/// `mdoc trust issuers`
struct TrustIssuersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issuers", abstract: "Show known issuers: by which root of a store each is trusted, or why it is not.",
        discussion: "Example: mdoc trust issuers --store trust")

    private struct Output: Encodable {
        struct Issuer: Encodable {
            let region: String
            let name: String
            let docType: String
            let standing: String
            let explanation: String
            let sha256: String?
        }

        let issuers: [Issuer]
    }

    @Option(help: ArgumentHelp("A table of issuers; without it the one of this program.", valueName: "file"))
    var table: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        let directory = try directory()
        let contents: TrustStoreContents
        let revocationLists = try revocation.lists(in: store.store, at: moment)
        do { contents = try store.store.contents(at: moment, revocationLists: revocationLists) } catch { throw error.failure }
        let standings = directory.issuers.map { ($0, contents.standing(of: $0, at: moment)) }
        guard !output.json else {
            return try Console.print(
                json: Output(
                    issuers: standings.map { issuer, standing in
                        Output.Issuer(
                            region: issuer.region, name: issuer.name, docType: issuer.docType, standing: standing.code,
                            explanation: standing.description, sha256: standing.anchor.map { Hexadecimal.text($0.certificate.fingerprint) })
                    }))
        }
        var page = Page()
        for (issuer, standing) in standings {
            let isTrusted = if case .trusted = standing { true } else { false }
            page.entry(issuer.region, "\(issuer.name), \(issuer.docType)", .bold, indent: 0, width: 5)
            page.entry("", "\(isTrusted ? "✔" : "✘") \(standing)", isTrusted ? .green : .faint, indent: 0, width: 5)
        }
        try Console.print(page)
    }

    private func directory() throws -> IssuerDirectory {
        guard let table else { return .builtIn }
        let file = try InputFile(table, for: "--table")
        do { return try IssuerDirectory(file.text ?? "") } catch {
            throw CommandFailure("\(error)", at: file.path, mend: "write it as Sources/IdentityElements/Tables/issuers.table is written")
        }
    }
}
