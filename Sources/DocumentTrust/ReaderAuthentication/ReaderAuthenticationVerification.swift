public import MobileDocument

/// Validation of reader authentication by a wallet (ISO/IEC 18013-5, 9.1.4; second edition 12.5).
public enum ReaderAuthenticationVerification {
    /// Validates every signature of a request against the wallet's own transcript.
    ///
    /// - Parameters:
    ///   - request: the request in its original bytes.
    ///   - transcript: made from the origin the platform supplied, never from anything the page says.
    ///   - trust: authorities of readers.
    ///   - origin: the page that asks, as the platform reports it; with it the page's host must be among the domains of a
    ///     certificate that names any.
    ///   - time: the moment to judge by.
    public static func verify(
        _ request: DeviceRequest, transcript: SessionTranscript, trust: ReaderTrustList, origin: Origin? = nil, at time: Instant
    ) -> ReaderAuthenticationResult {
        var signatures: [ReaderSignature] = []
        if !request.readerAuthAll.isEmpty {
            let content = ReaderAuthentication.allBytes(
                transcript: transcript, items: request.docRequests.map(\.encodedItemsRequest), info: request.encodedDeviceRequestInfo)
            let asked = request.docRequests.enumerated().map { ($0.offset, $0.element.itemsRequest) }
            for (index, signature) in request.readerAuthAll.enumerated() {
                var check = ReaderSignatureCheck(coverage: .all(index), asked: asked, trust: trust, origin: origin, time: time)
                signatures.append(check.run(signature, over: content))
            }
        }
        for (index, docRequest) in request.docRequests.enumerated() {
            guard let signature = docRequest.readerAuth else { continue }
            let content = ReaderAuthentication.bytes(transcript: transcript, items: docRequest.encodedItemsRequest)
            var check = ReaderSignatureCheck(
                coverage: .docRequest(index), asked: [(index, docRequest.itemsRequest)], trust: trust, origin: origin, time: time)
            signatures.append(check.run(signature, over: content))
        }
        return ReaderAuthenticationResult(signatures: signatures)
    }
}
