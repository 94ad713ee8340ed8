import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument
import RelyingParty

/// `--profile`, `--crl` and `--status-list`: the rules of a verification, and what it knows of revocation.
struct RuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The rules; iso-strict refuses unknown revocation, legacy-samples is for old samples, simulator and developer-device for mock data.", valueName: "name"),
        transform: ChoiceArgument.parse)
    var profile: ProfileName = .iso

    @Option(help: ArgumentHelp("A status token fetched from the address it names; may be repeated.", valueName: "file"))
    var statusList: [String] = []

    @OptionGroup var revocation: RevocationListOptions

    /// Verifies responses.
    func verifier(trusting trust: String, _ mode: VerificationMode, at moment: Instant) throws -> Verifier {
        try accepted { try Verifier(trust: try trustList(trust, at: moment), profile: profile.profile, mode: mode) }
    }

    /// Verifies documents as issued.
    func issuedDocumentVerification(trusting trust: String, _ mode: VerificationMode, at moment: Instant) throws -> IssuedDocumentVerification {
        try accepted { try IssuedDocumentVerification(trust: try trustList(trust, at: moment), profile: profile.profile, mode: mode) }
    }

    private func trustList(_ path: String, at moment: Instant) throws -> IssuerTrustList {
        var lists = StatusLists()
        for path in statusList {
            let file = try StatusTokenFile(path, for: "--status-list")
            lists.insert(file.bytes, from: try file.claimedSubject(), fetchedAt: moment)
        }
        return try TrustSource.issuers(path, for: "--trust", revocation, at: moment).updating(statusLists: lists)
    }

    private func accepted<Value>(_ make: () throws -> Value) throws -> Value {
        do {
            return try make()
        } catch let refused as ProfileRefused {
            throw CommandFailure(
                "the profile \"\(refused.profile)\" is not accepted in production", mend: "use --profile iso or leave out --production")
        }
    }
}
