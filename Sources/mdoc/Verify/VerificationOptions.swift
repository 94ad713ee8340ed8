import ArgumentParser
import DocumentProvider
import RelyingParty

/// Whom to trust, under which rules, and at which moment: shared by all commands that verify documents.
struct VerificationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Issuing authorities: a folder of PEM files, or one certificate.", valueName: "dir"))
    var trust: String

    @OptionGroup var rules: RuleOptions
    @OptionGroup var time: MomentOptions

    /// Verifies responses.
    func verifier() throws -> Verifier { try rules.verifier(trusting: trust, at: time.moment) }

    /// Verifies documents as issued.
    func issuedDocumentVerification() throws -> IssuedDocumentVerification { try rules.issuedDocumentVerification(trusting: trust, at: time.moment) }
}
