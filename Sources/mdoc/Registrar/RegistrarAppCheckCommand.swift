import AppGrantTokens
import ArgumentParser
import MobileDocument

/// `mdoc registrar app check`
struct RegistrarAppCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Show what a grant says, as a wallet reads it, and whether it is that of a build.",
        discussion: """
            Example: mdoc registrar app check rentals.grant \\
                       --root registrar/registrar-ca.pem \\
                       --executable .build/release/rentals
            """)

    private struct Output: Encodable {
        let claims: GrantClaims
        let refusal: String?
    }

    @Argument(help: "The grant.")
    var grant: String

    @Option(help: ArgumentHelp("Root of a trusted registrar, in PEM; may be repeated.", valueName: "file"))
    var root: [String]

    @Option(help: ArgumentHelp("The app's executable.", valueName: "file"))
    var executable: String

    @OptionGroup var time: MomentOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let moment = time.moment
        // As for a wallet, a root that has ended, or has not begun, has granted nothing.
        let roots = try root.map { try CertificateFile.read($0, for: "--root") }.filter { $0.notBefore <= moment && moment <= $0.notAfter }
        let keys = roots.map { $0.certificate.publicKey }
        let file = try InputFile(grant, for: "the grant")
        let token: GrantToken
        do { token = try GrantToken((file.text ?? "").filter { !$0.isWhitespace }, signedByOneOf: keys) } catch {
            let mend = error == .signature ? "check what --root is given, and whether it has ended" : "give a grant as 'mdoc registrar app grant' writes it"
            throw CommandFailure("\(error) (\(error.code))", at: file.path, mend: mend)
        }
        let digest = try FileDigest(of: executable, for: "--executable")
        let refusal = token.refusal(ofExecutable: digest.bytes, at: moment.secondsSinceEpoch)
        if output.json {
            try Console.print(json: Output(claims: token.claims, refusal: refusal?.code))
        } else {
            try Console.print(page(token.claims, refusal))
        }
        if refusal != nil { throw ExitCode.refused }
    }

    private func page(_ claims: GrantClaims, _ refusal: GrantTokenRefusal?) -> Page {
        var page = Page()
        let width = 11
        page.line("\(claims.name) (\(claims.client)), team \(claims.team)", .bold)
        for (docType, words) in claims.grant.words.sorted(by: { $0.key < $1.key }) {
            page.entry("may ask", labelStyle: .faint, "\(docType): \(words.sorted().joined(separator: ", "))", width: width)
        }
        if !claims.grant.legalBasis.isEmpty {
            page.entry("by law", labelStyle: .faint, claims.grant.legalBasis.map(\.description).sorted().joined(separator: ", "), width: width)
        }
        let merchants = claims.grant.merchantIdentifiers.sorted().joined(separator: ", ")
        page.entry("merchants", labelStyle: .faint, merchants.isEmpty ? "none, so it can ask for nothing yet" : merchants, width: width)
        for policy in claims.privacyPolicies { page.entry("privacy", labelStyle: .faint, "\(policy.holder): \(policy.url)", width: width) }
        page.entry("executable", labelStyle: .faint, Hexadecimal.text(claims.executable), width: width)
        let period = [claims.notBefore, claims.notAfter].map { Instant(secondsSinceEpoch: $0).description }.joined(separator: " to ")
        page.entry("valid", labelStyle: .faint, period, width: width)
        page.line(refusal.map { "✘ \($0)" } ?? "✔ this build may use it, if it is not withdrawn", refusal == nil ? .green : .red)
        return page
    }
}
