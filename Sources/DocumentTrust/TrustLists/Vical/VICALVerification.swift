public import MobileDocument

/// Verification of a VICAL, a signed list of issuing authorities (ISO/IEC 18013-5, annex C).
///
/// Checked: the signer's certificate, path, validity and purpose, the signature, version, dates, and every entry against
/// its certificate. Left to the caller: whether the list is older than one already held (`VerifiedVICAL.supersedes`).
public enum VICALVerification {
    /// Verifies a list.
    ///
    /// - Parameters:
    ///   - token: the list as published: `COSE_Sign1`, at most 64 MiB with at most 20,000 entries.
    ///   - authorities: roots of list providers, configured out of band.
    ///   - time: the moment to judge by.
    public static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> TrustListResult<VerifiedVICAL> {
        var report = VerificationReport(profile: ISOProfile().rules.profile)
        guard let (content, signer) = SignedListVerification(kind: .vical, authorities: authorities, time: time).run(token, &report) else {
            return .refused(report)
        }
        let listed = SignedListEntries(content.entries, read: VICALEntry.init)
        listed.record(in: &report)
        return .verified(VerifiedVICAL(content, signer: signer, entries: listed.entries, dropped: listed.dropped, report: report))
    }
}
