import CBOR
import COSE
import MobileDocument

/// Verification of a signed list as far as VICAL and RICAL share it: envelope, signer, signature, version and dates.
struct SignedListVerification {
    let kind: TrustListKind
    let authorities: TrustListAuthorities
    let time: Instant

    /// Makes all checks up to the entries.
    ///
    /// - Returns: the content of a list that counts, and who signed it; nil where a check failed.
    func run(_ token: [UInt8], _ report: inout VerificationReport) -> (content: SignedListContent, signer: SignerDescription)? {
        let envelope: COSESign1
        do {
            envelope = try Self.readEnvelope(token)
        } catch {
            report.record(.listStructure, .failed, error.description)
            return nil
        }
        if kind.hasProtectedChain { checkPlacement(envelope.headers, &report) }
        let signer = TrustListSigner(of: envelope, purpose: kind.signerPurpose, authorities: authorities, time: time).check(&report)
        // What nobody signed is not looked at.
        guard let payload = envelope.payload, report.outcomes(of: .listSignature) == [.passed], let content = readContent(payload, &report) else {
            skipContent(&report)
            return nil
        }
        checkVersionAndDates(content, &report)
        if let required = kind.requiredType { checkType(content.type ?? "", required, &report) }
        // Thousands of certificates are read only for a list that counts.
        guard let signer, report.hasNoFailure else {
            report.record(.listEntries, .skipped, "the list is refused")
            return nil
        }
        return (content, signer)
    }

    private static func readEnvelope(_ token: [UInt8]) throws(CBORError) -> COSESign1 {
        var reader = try CBORReader(token, limits: SignedListLimits.reading)
        let envelope = try COSESign1(from: &reader)
        try reader.finish()
        return envelope
    }

    private func checkPlacement(_ headers: COSEHeaders, _ report: inout VerificationReport) {
        guard headers.certificate != nil else { return report.record(.listSignerHeader, .skipped, "the list carries no certificate (x5chain)") }
        report.require(headers.chainIsProtected, .listSignerHeader, "the list's x5chain is not in the protected header")
    }

    private func readContent(_ payload: ByteSlice, _ report: inout VerificationReport) -> SignedListContent? {
        do {
            let content = try SignedListContent(payload, of: kind)
            report.record(.listStructure, .passed)
            return content
        } catch {
            report.record(.listStructure, .failed, error.description)
            return nil
        }
    }

    private func skipContent(_ report: inout VerificationReport) {
        var checks: [CheckIdentifier] = [.listVersion, .listDate, .listNextUpdate, .listNotAfter, .listEntries]
        if kind.requiredType != nil { checks.append(.listType) }
        // What is signed and cannot be read has said so.
        if report.outcomes(of: .listStructure).isEmpty { checks.append(.listStructure) }
        for check in checks { report.record(check, .skipped, "there is no signed content to look at") }
    }

    private func checkType(_ type: String, _ required: String, _ report: inout VerificationReport) {
        report.require(ExactText.isSame(type, required), .listType, "the list is of the type \"\(type)\", not of \(required)")
    }

    private func checkVersionAndDates(_ content: SignedListContent, _ report: inout VerificationReport) {
        report.require(
            StructureVersion.major(content.version) == 1, .listVersion, "the version \"\(content.version)\" is not 1.x")
        let deviations = [content.date, content.nextUpdate, content.notAfter].compactMap { $0 }.flatMap(\.deviations)
        if let deviation = deviations.first {
            report.record(.listDate, .warning, "a date has \(deviation.rawValue)")
        }
        let isMade = content.date.instant <= time
        if deviations.isEmpty || !isMade {
            report.require(isMade, .listDate, severity: .warn, "the list was made at \(content.date.instant), after \(time)")
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
}
