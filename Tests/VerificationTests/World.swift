import DocumentTrust
import MobileDocument
import MobileDocumentTesting
import RelyingParty

/// One sample world for all tests, made once at a fixed moment.
enum World {
    static let now = Instant(secondsSinceEpoch: 1_780_315_200)  // 2026-06-01T12:00:00Z
    static let shared: SampleParties? = try? SampleParties(now: now)

    struct Unavailable: Error {}

    static func parties() throws -> SampleParties {
        guard let shared else { throw Unavailable() }
        return shared
    }

    /// A verifier for exchanges whose session is not at hand in full, under the default rules.
    static func replayer(trust: IssuerTrustList) -> Verifier {
        guard let verifier = try? Verifier(trust: trust, profile: ISOProfile(), mode: .development) else { return Verifier(trust: trust) }
        return verifier
    }

    /// The checks of an answer that a report has no row for. Those of requests and lists have reports of their own.
    static func unsaid(in report: VerificationReport) -> [String] {
        allUnsaid(in: report).filter { !$0.hasPrefix("reader.") && !$0.hasPrefix("list.") }
    }

    /// The checks of a reader's signature (`reader.`), or of a signed list (`list.`), that a report has no row for.
    static func unsaid(of family: String, in report: VerificationReport) -> [String] {
        allUnsaid(in: report).filter { $0.hasPrefix(family) }
    }

    private static func allUnsaid(in report: VerificationReport) -> [String] {
        let said = Set(report.checks.map(\.identifier))
        return CheckIdentifier.allCases.filter { !said.contains($0) }.map(\.rawValue)
    }

    static let asked: [ElementIdentifier] = ["family_name", "given_name", "age_over_21", "issuing_country"]

    /// Verifies a forged response as the answer to a fresh session that asks for what the untouched one holds.
    static func verify(_ change: (inout ForgedResponse) throws -> Void, at time: Instant = now) throws -> Verdict {
        let parties = try parties()
        var response = ForgedResponse(parties)
        try change(&response)
        let (session, _) = try parties.request(asked)
        return Verifier(trust: try parties.issuerTrust()).verify(
            try response.seal(for: session), for: ClaimedSession(claimed: session), at: time)
    }
}
