import ArgumentParser
import DocumentProvider
import DocumentTrust
import MobileDocument
import RelyingParty

/// `--profile` and `--production`: the rules of a verification.
struct RuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The rules; legacy-samples is for replaying old samples.", valueName: "name"))
    var profile: ProfileName = .iso

    @Flag(help: "Accept only profiles made for production.")
    var production = false

    private var mode: VerificationMode { production ? .production : .development }

    /// Verifies responses.
    func verifier(trusting trust: String, at time: Instant) throws -> Verifier {
        try accepted { try Verifier(trust: try Self.trustList(trust, at: time), profile: profile.profile, mode: mode) }
    }

    /// Verifies documents as issued.
    func issuedDocumentVerification(trusting trust: String, at time: Instant) throws -> IssuedDocumentVerification {
        try accepted { try IssuedDocumentVerification(trust: try Self.trustList(trust, at: time), profile: profile.profile, mode: mode) }
    }

    private static func trustList(_ path: String, at time: Instant) throws -> IssuerTrustList {
        IssuerTrustList(try TrustSource.issuers(path, for: "--trust", at: time))
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
