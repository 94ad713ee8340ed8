public import DocumentTrust
import MobileDocument
public import RelyingParty

/// Verifies answers by the trust of the moment: what the store of trust holds when the answer comes, not when the service started.
public struct VerificationJudge: Sendable {
    private let trust: @Sendable () -> IssuerTrustList
    private let verifier: Verifier
    private let published: @Sendable ([PublishedRevocation]) -> Void
    /// The profile's name, as reports have it.
    let profileName: String

    /// Sets the rules.
    ///
    /// - Parameters:
    ///   - trust: gives the current snapshot; called for each answer, so it must not wait for anything.
    ///   - published: told where the revocation of an answer's documents is published, also of an answer that is refused, so that it can be
    ///     kept fresh; must not wait either.
    public init(
        profile: any VerificationProfile, mode: VerificationMode, trust: @escaping @Sendable () -> IssuerTrustList,
        published: @escaping @Sendable ([PublishedRevocation]) -> Void = { _ in }
    ) throws(ProfileRefused) {
        verifier = try Verifier(trust: IssuerTrustList([]), profile: profile, mode: mode)
        profileName = profile.rules.profile
        self.trust = trust
        self.published = published
    }

    func verify(_ response: CredentialResponse, for session: consuming ClaimedSession, at time: Instant) -> Verdict {
        told(verifier.trusting(trust()).verify(response, for: session, at: time))
    }

    func verify(envelope: [UInt8], for session: consuming InAppSession, at time: Instant) -> Verdict {
        told(verifier.trusting(trust()).verify(envelope: envelope, for: session, at: time))
    }

    private func told(_ verdict: Verdict) -> Verdict {
        let sources = verdict.publishedRevocation
        if !sources.isEmpty { published(sources) }
        return verdict
    }
}
