import CBOR
import COSE
public import MobileDocument

/// Verification of a VICAL, a signed list of issuing authorities (ISO/IEC 18013-5, annex C).
///
/// Checked: the signer's certificate, path, validity and purpose, the signature, version, dates, and every entry against
/// its certificate. Left to the caller: whether the list is older than one already held (`VerifiedVICAL.supersedes`).
public enum VICALVerification {
    /// How a verification ended.
    public enum Result: Sendable {
        /// The list is genuine and may be used.
        case verified(VerifiedVICAL)
        /// It is refused, for the failed checks of the report.
        case refused(VerificationReport)
    }

    /// Verifies a list.
    ///
    /// - Parameters:
    ///   - token: the list as published: `COSE_Sign1`, at most 64 MiB with at most 20,000 entries.
    ///   - authorities: roots of list providers, configured out of band.
    ///   - time: the moment to judge by.
    public static func verify(_ token: [UInt8], authorities: TrustListAuthorities, at time: Instant) -> Result {
        var report = VerificationReport(profile: ISOProfile().rules.profile)
        let envelope: COSESign1
        do {
            envelope = try readEnvelope(token)
        } catch {
            report.record(.listStructure, .failed, error.description)
            return .refused(report)
        }
        let signer = TrustListSigner(of: envelope, purpose: .vicalSigner, authorities: authorities, time: time).check(&report)
        // What nobody signed is not looked at.
        guard let payload = envelope.payload, report.outcomes(of: .listSignature) == [.passed],
            let content = readContent(payload, &report)
        else {
            return .refused(skipped(report))
        }
        checkVersionAndDates(content, time, &report)
        // Thousands of certificates are read only for a list that counts.
        guard let signer, report.hasNoFailure else {
            report.record(.listEntries, .skipped, "the list is refused")
            return .refused(report)
        }
        let (entries, dropped) = readEntries(content.entries)
        checkEntries(entries, dropped, &report)
        return .verified(VerifiedVICAL(content, signer: signer, entries: entries, dropped: dropped, report: report))
    }

    private static func readEnvelope(_ token: [UInt8]) throws(CBORError) -> COSESign1 {
        var reader = try CBORReader(token, limits: VICALContent.limits)
        let envelope = try COSESign1(from: &reader)
        try reader.finish()
        return envelope
    }

    private static func readContent(_ payload: ByteSlice, _ report: inout VerificationReport) -> VICALContent? {
        do {
            let content = try VICALContent(payload)
            report.record(.listStructure, .passed)
            return content
        } catch {
            report.record(.listStructure, .failed, error.description)
            return nil
        }
    }

    private static func skipped(_ report: VerificationReport) -> VerificationReport {
        var report = report
        for check in [CheckIdentifier.listVersion, .listDate, .listNextUpdate, .listNotAfter, .listEntries] {
            report.record(check, .skipped, "there is no signed content to look at")
        }
        return report
    }

    private static func checkVersionAndDates(_ content: VICALContent, _ time: Instant, _ report: inout VerificationReport) {
        report.require(
            StructureVersion.major(content.version) == 1, .listVersion, "the version \"\(content.version)\" is not 1.x")
        let deviations = [content.date, content.nextUpdate, content.notAfter].compactMap { $0 }.flatMap(\.deviations)
        if let deviation = deviations.first {
            report.record(.listDate, .warning, "a date has \(deviation.rawValue)")
        } else {
            report.require(content.date.instant <= time, .listDate, severity: .warn, "the list was made at \(content.date.instant), after \(time)")
        }
        if let nextUpdate = content.nextUpdate?.instant {
            report.require(time <= nextUpdate, .listNextUpdate, severity: .warn, "a newer list has been due since \(nextUpdate); fetch it")
        } else {
            report.record(.listNextUpdate, .skipped, "the list does not say when the next one is due")
        }
        if let notAfter = content.notAfter?.instant {
            report.require(time <= notAfter, .listNotAfter, "the list may be used until \(notAfter); fetch a newer one")
        } else {
            report.record(.listNotAfter, .skipped, "the list does not say until when it may be used")
        }
    }

    private static func readEntries(_ items: [CBORItem]) -> ([VICALEntry], [DroppedVICALEntry]) {
        var entries: [VICALEntry] = []
        var dropped: [DroppedVICALEntry] = []
        var seen: Set<ByteSlice> = []
        for (position, item) in items.enumerated() {
            do throws(VICALEntryFault) {
                let entry = try readEntry(item)
                guard seen.insert(entry.certificate.encoded).inserted else { throw VICALEntryFault.duplicate }
                entries.append(entry)
            } catch {
                dropped.append(DroppedVICALEntry(position: position, fault: error))
            }
        }
        return (entries, dropped)
    }

    private static func readEntry(_ item: CBORItem) throws(VICALEntryFault) -> VICALEntry {
        let content: VICALEntryContent
        do { content = try VICALEntryContent(item) } catch { throw .structure(error) }
        return try VICALEntry(checking: content)
    }

    private static func checkEntries(_ entries: [VICALEntry], _ dropped: [DroppedVICALEntry], _ report: inout VerificationReport) {
        if dropped.isEmpty {
            report.require(!entries.isEmpty, .listEntries, severity: .warn, "the list names no authority")
        }
        for entry in dropped { report.record(.listEntries, .warning, "entry \(entry.position) is not used: \(entry.fault)") }
    }
}
