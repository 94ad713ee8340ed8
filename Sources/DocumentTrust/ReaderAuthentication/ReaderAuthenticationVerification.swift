import COSE
public import MobileDocument

/// Validation of reader authentication by a wallet (ISO/IEC 18013-5, 9.1.4; second edition 12.5).
public enum ReaderAuthenticationVerification {
    /// Validates every signature of a request against the wallet's own transcript.
    ///
    /// - Parameters:
    ///   - request: the request in its original bytes.
    ///   - transcript: made from the origin the platform supplied, never from anything the page says.
    ///   - trust: authorities of readers.
    ///   - time: the moment to judge by.
    public static func verify(
        _ request: DeviceRequest, transcript: SessionTranscript, trust: ReaderTrustList, at time: Instant
    ) -> ReaderAuthenticationResult {
        var signatures: [ReaderSignature] = []
        if !request.readerAuthAll.isEmpty {
            let content = ReaderAuthentication.allBytes(
                transcript: transcript, items: request.docRequests.map(\.encodedItemsRequest), info: request.encodedDeviceRequestInfo)
            for (index, signature) in request.readerAuthAll.enumerated() {
                signatures.append(verify(signature, over: content, coverage: .all(index), trust: trust, at: time))
            }
        }
        for (index, docRequest) in request.docRequests.enumerated() {
            guard let signature = docRequest.readerAuth else { continue }
            let content = ReaderAuthentication.bytes(transcript: transcript, items: docRequest.encodedItemsRequest)
            signatures.append(verify(signature, over: content, coverage: .docRequest(index), trust: trust, at: time))
        }
        return ReaderAuthenticationResult(signatures: signatures)
    }

    private static func verify(
        _ signature: COSESign1, over content: [UInt8], coverage: ReaderSignature.Coverage, trust: ReaderTrustList, at time: Instant
    ) -> ReaderSignature {
        var report = VerificationReport(profile: ISOProfile().rules.profile)
        let chain = signature.headers.certificateChain
        func result(_ outcome: ReaderSignature.Outcome, _ certificate: ParsedCertificate?, _ anchor: TrustAnchor? = nil) -> ReaderSignature {
            ReaderSignature(coverage: coverage, outcome: outcome, certificate: certificate, anchor: anchor, report: report)
        }

        guard let encoded = chain.first else {
            report.record(.readerCertificate, .failed, "the signature carries no certificate (x5chain)")
            return result(.invalid, nil)
        }
        let certificate: ParsedCertificate
        do {
            certificate = try ParsedCertificate(encoded)
            report.record(.readerCertificate, .passed)
        } catch {
            report.record(.readerCertificate, .failed, error.description)
            // A key that cannot be computed with says nothing against the reader, and nothing for it.
            if case .unsupportedKey = error { return result(.untrusted, nil) }
            return result(.invalid, nil)
        }
        do {
            try signature.verify(detached: content, with: certificate.key)
            report.record(.readerSignature, .passed)
        } catch {
            report.record(.readerSignature, .failed, error.description)
            // Nobody knows whether such a signature is right, so the certificate's name must not be shown with it.
            if case .algorithmUnsupported = error { return result(.untrusted, nil) }
            return result(.invalid, nil)
        }
        let anchor = checkChain(certificate, chain.dropFirst().compactMap { try? ParsedCertificate($0) }, trust, time, &report)
        return result(anchor != nil && report.hasNoFailure ? .trusted : .untrusted, certificate, anchor)
    }

    private static func checkChain(
        _ certificate: ParsedCertificate, _ intermediates: [ParsedCertificate], _ trust: ReaderTrustList, _ time: Instant,
        _ report: inout VerificationReport
    ) -> TrustAnchor? {
        var path: CertificationPath?
        do {
            path = try CertificationPath.search(
                for: certificate, intermediates: intermediates, anchors: trust.index, purpose: .readerAuthentication,
                isPreferred: { $0.isValid(at: time, tolerance: 0) })
            report.record(.readerPath, .passed)
        } catch {
            report.record(.readerPath, .failed, error.description)
        }
        let chain = (path?.certificates ?? [certificate]) + (path.map { [$0.anchor.certificate] } ?? [])
        let outOfTime = chain.first { time < $0.notBefore || time > $0.notAfter }
        report.require(
            outOfTime == nil, .readerValidity,
            "the certificate \"\(outOfTime?.subject ?? "")\" is not valid at \(time)")
        report.require(
            certificate.keyUsage?.digitalSignature ?? true, .readerKeyUsage, "the reader's key usage does not include digital signatures")
        report.require(
            certificate.unknownCriticalExtensions.isEmpty && CertificatePurpose.readerAuthentication.accepted.contains { certificate.extendedKeyUsage?.contains($0) ?? false },
            .readerExtendedKeyUsage, "the reader's certificate is not for \(CertificatePurpose.readerAuthentication.name)")
        return path?.anchor
    }
}
