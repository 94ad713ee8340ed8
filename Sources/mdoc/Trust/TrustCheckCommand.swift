import ArgumentParser
import DocumentTrust

/// `mdoc trust check`
struct TrustCheckCommand: ParsableCommand {
    private struct Output: Encodable {
        struct Certificate: Encodable {
            let subject: String?
            let fingerprint: String?
            let profile: String?
            let code: String?
            let error: String?
            let revocation: String?
            let rules: [Rule]
        }
        struct Rule: Encodable {
            let rule: String
            let severity: String
            let fault: String?
        }
        let certificates: [Certificate]
    }

    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say for each certificate which rules of its profile it keeps and which it breaks; trust nothing.",
        discussion: """
            Example: mdoc trust check roots/*.pem

            The profile is found by what the certificate is for; --profile names another: \
            \(CertificateProfile.all.map(\.name).joined(separator: ", ")).
            Exits 1 when a certificate cannot be used, is on a list of --crl, or breaks a rule for which documents or requests \
            are refused.
            """)

    @Argument(help: ArgumentHelp("Certificates in any form; \"-\" is standard input.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("The certificate that issued them, for rules that compare the two.", valueName: "file"))
    var issuer: String?

    @Option(help: ArgumentHelp("The profile to compare with.", valueName: "name"))
    var profile: String?

    @OptionGroup var revocation: RevocationListOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard revocation.files.isEmpty || issuer != nil else { throw ValidationError("--crl needs --issuer, whose lists they are") }
        guard !files.isEmpty else { throw ValidationError("name at least one certificate") }
        guard profile == nil || CertificateProfile.all.contains(where: { $0.name == profile }) else {
            throw ValidationError("there is no such profile; \(CertificateProfile.all.map(\.name).joined(separator: ", "))")
        }
    }

    func run() throws {
        let issuer = try issuer.map { try CertificateFile.read($0, for: "--issuer") }
        let lists = try issuer.map { try revocation.lists(of: [TrustAnchor($0, provenance: "--issuer")]) } ?? []
        var reviews: [CertificateReview] = []
        for file in files {
            for part in try InputFile(file, for: "trust check").decoded().parts {
                reviews.append(
                    CertificateReview(
                        part.bytes, from: file, issuedBy: issuer, profile: CertificateProfile.all.first { $0.name == profile }, revocationLists: lists))
            }
        }
        if output.json {
            try Console.print(json: Output(certificates: reviews.map(Self.output)))
        } else {
            var page = Page()
            for review in reviews { review.set(on: &page) }
            try Console.print(text: page.text)
        }
        if reviews.contains(where: \.isRefused) { throw ExitCode.refused }
    }

    private static func output(_ review: CertificateReview) -> Output.Certificate {
        Output.Certificate(
            subject: review.certificate?.subject, fingerprint: review.fingerprint, profile: review.profile?.name, code: review.fault?.code,
            error: review.fault?.description, revocation: review.revocation?.rawValue,
            rules: review.results.map { .init(rule: $0.rule, severity: $0.severity == .refuse ? "refuse" : "warn", fault: $0.fault) })
    }
}
