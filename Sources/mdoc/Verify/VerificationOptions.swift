import ArgumentParser
import DocumentProvider
import DocumentTrust
import RelyingParty

/// Whom to trust, under which rules, and at which moment: shared by all commands that verify documents.
struct VerificationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Issuing authorities: a trust store, a folder of PEM files, or one certificate.", valueName: "dir"))
    var trust: String

    @OptionGroup var rules: RuleOptions
    @OptionGroup var time: MomentOptions

    /// Verifies responses.
    func verifier(_ mode: VerificationMode) throws -> Verifier { try rules.verifier(trusting: trust, mode, at: time.moment) }

    /// Verifies documents as issued.
    func issuedDocumentVerification(_ mode: VerificationMode) throws -> IssuedDocumentVerification {
        try rules.issuedDocumentVerification(trusting: trust, mode, at: time.moment)
    }
}
