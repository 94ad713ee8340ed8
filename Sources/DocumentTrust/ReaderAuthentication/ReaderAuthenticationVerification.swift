public import MobileDocument

/// Validation of reader authentication by a wallet (ISO/IEC 18013-5, 9.1.4; second edition 12.5).
public enum ReaderAuthenticationVerification {
    /// Validates every signature of a request against the wallet's own transcript.
    ///
    /// - Parameters:
    ///   - request: the request in its original bytes.
    ///   - transcript: made from the origin the platform supplied, never from anything the page says.
    ///   - trust: authorities of readers.
    ///   - origin: the page that asks, as the platform reports it; nil for the one that the transcript names, if any. The page's host must be
    ///     among the domains of a certificate that names any.
    ///   - time: the moment to judge by.
    public static func verify(
        _ request: DeviceRequest, transcript: SessionTranscript, trust: ReaderTrustList, origin: Origin? = nil, at time: Instant
    ) -> ReaderAuthenticationResult {
        // Whoever leaves it out must not have a certificate believed on pages of others.
        let origin = origin ?? transcript.origin
        let all = request.docRequests.enumerated().map { (position: $0.offset, items: $0.element.itemsRequest) }
        let claims = ClaimedReaderSignature.all(of: request.envelope, transcript: transcript)
        var budget = PathBudget(chains: claims.count)
        let signatures = claims.map { claimed in
            let asked =
                switch claimed.coverage {
                case .all: all
                case .docRequest(let index): [all[index]]
                }
            var check = ReaderSignatureCheck(coverage: claimed.coverage, asked: asked, trust: trust, origin: origin, time: time)
            return check.run(claimed, within: &budget)
        }
        return ReaderAuthenticationResult(signatures: signatures)
    }
}
