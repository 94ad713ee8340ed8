public import DocumentTrust
public import IdentityElements
public import MobileDocument

/// A wallet's side of a presentation: it holds documents, looks at requests, and answers after consent.
public struct Holder: Sendable {
    private let documents: [HeldDocument]
    private let readerTrust: ReaderTrustList
    private let policy: ReaderPolicy
    private let tables: ElementTables

    /// Makes a holder.
    ///
    /// - Parameters:
    ///   - documents: the documents held.
    ///   - readerTrust: authorities of readers.
    ///   - policy: whose requests are answered.
    ///   - tables: which elements are restricted by law, and so kept by nobody.
    public init(documents: [HeldDocument], readerTrust: ReaderTrustList, policy: ReaderPolicy, tables: ElementTables = .builtIn) {
        self.documents = documents
        self.readerTrust = readerTrust
        self.policy = policy
        self.tables = tables
    }

    /// Looks at a request: validates its signatures and finds documents. Nothing is released.
    public func review(_ request: PresentedRequest, at time: Instant) throws(PresentationRefusal) -> RequestReview {
        let readers = ReaderAuthenticationVerification.verify(
            request.deviceRequest, transcript: request.transcript, trust: readerTrust, origin: request.origin, at: time)
        guard !readers.isRefused else { throw .invalidReaderSignatures }
        let all = Set(request.deviceRequest.docRequests.indices)
        let covered = all.filter { index in policy == .anyReader || readers.signatures(covering: index).contains(where: isAccepted) }
        guard !covered.isEmpty else { throw Self.refusal(of: readers) }
        let kept = request.deviceRequest.docRequests.lazy.compactMap { $0.itemsRequest.firstRestrictedKept(by: tables) }.first
        if let kept { throw .retention(kept) }
        let match = RequestMatch(request.deviceRequest, answering: covered, documents: documents, at: time)
        guard match.isSatisfiable else { throw .noMatchingDocument }
        return RequestReview(request: request, readers: readers, match: match, documents: documents)
    }

    private func isAccepted(_ signature: ReaderSignature) -> Bool {
        guard signature.outcome == .trusted else { return false }
        return policy != .registeredReaders || (signature.details?.registration != nil && signature.details?.allowedElements != nil)
    }

    /// Names the reason where a trusted authority stands behind the reader and something else is wrong.
    private static func refusal(of readers: ReaderAuthenticationResult) -> PresentationRefusal {
        for signature in readers.signatures where signature.anchor != nil {
            if let refusal = signature.refusal { return .readerRefused(refusal) }
        }
        return readers.signatures.contains { $0.outcome == .trusted } ? .unregisteredReader : .untrustedReader
    }
}
