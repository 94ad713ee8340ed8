public import DocumentTrust
import MobileDocument
import RelyingParty

/// Verifies answers by the trust of the moment: what the store of trust holds when the answer comes, not when the service started.
public struct VerificationJudge: Sendable {
    private let trust: @Sendable () -> IssuerTrustList
    private let profile: any VerificationProfile
    private let mode: VerificationMode
    private let clockTolerance: Int

    /// Sets the rules.
    ///
    /// - Parameters:
    ///   - trust: gives the current snapshot; called for each answer, so it must not wait for anything.
    ///   - clockTolerance: seconds by which clocks may differ, from 0 to 300.
    public init(
        profile: any VerificationProfile, mode: VerificationMode, clockTolerance: Int = 60, trust: @escaping @Sendable () -> IssuerTrustList
    ) throws(ProfileRefused) {
        _ = try Verifier(trust: IssuerTrustList([]), profile: profile, mode: mode)
        self.trust = trust
        self.profile = profile
        self.mode = mode
        self.clockTolerance = clockTolerance
    }

    func verify(_ response: CredentialResponse, for session: consuming ClaimedSession, at time: Instant) throws(ProfileRefused) -> Verdict {
        try Verifier(trust: trust(), profile: profile, mode: mode, clockTolerance: clockTolerance).verify(response, for: session, at: time)
    }
}
