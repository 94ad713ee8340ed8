import CBOR
public import MobileDocument

/// Verification of a RICAL, a signed list of the authorities of readers, for wallets (ISO/IEC 18013-5 second edition, annex F).
///
/// Checked: the signer's certificate, which the signature must cover, its path and validity, the signature, type, version,
/// dates, and every entry against its certificate and its place among the others. The annex is informative and has no profile for the
/// signer: its certificate may name any purpose but those of another role. Left to the caller: whether the list is older than one
/// already held (`VerifiedRICAL.supersedes`).
public enum RICALVerification {
    /// Verifies a list.
    ///
    /// - Parameters:
    ///   - token: the list as published: `COSE_Sign1`, at most 64 MiB with at most 20,000 entries.
    ///   - authorities: roots of list providers, configured out of band.
    ///   - time: the moment to judge by.
    public static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> TrustListResult<VerifiedRICAL> {
        var report = VerificationReport(profile: ISOProfile().rules.profile)
        guard let (content, signer) = SignedListVerification(kind: .rical, authorities: authorities, time: time).run(token, &report) else {
            return .refused(report)
        }
        var listed = SignedListEntries(content.entries, read: RICALEntry.init)
        listed.drop(where: RICALHierarchy(listed.entries).fault)
        listed.record(in: &report)
        let terms = RICALTerms(listed.entries, barred: listed.dropped.compactMap { certificate(of: $0, in: content.entries) })
        return .verified(VerifiedRICAL(content, signer: signer, listed: listed, terms: terms, report: report))
    }

    /// The certificate of an entry that is not used, where it can be read. One listed twice is in use once.
    private static func certificate(of dropped: DroppedTrustListEntry, in items: [CBORItem]) -> ParsedCertificate? {
        guard dropped.fault != .duplicate, let content = try? RICALEntryContent(items[dropped.position]) else { return nil }
        return try? ParsedCertificate(content.listed.certificate)
    }
}
