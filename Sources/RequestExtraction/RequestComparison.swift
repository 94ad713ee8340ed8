public import PresentmentRequest

/// Compares a request that was released with the partial one its person agreed to: completely, and by name.
///
/// The user agent holds the request until it is released, and a parser that was taken over could have said anything about it. So
/// the provider reads the released bytes itself, as if it had never seen them, and answers only if nothing differs.
public enum RequestComparison {
    /// Reads a released request and compares it.
    ///
    /// - Parameters:
    ///   - requestData: the request as released.
    ///   - origin: the page it comes from, as said at its release.
    ///   - partial: what was agreed to.
    public static func check(
        _ requestData: [UInt8], origin: String, against partial: PartialRequest
    ) throws(RequestMismatch) {
        guard origin == partial.origin else { throw .origin }
        let released: PartialRequest
        do { released = try RequestExtraction.partialRequest(from: requestData, origin: origin) } catch { throw .refused(error) }
        try compareDocumentRequests(released.documentRequests, partial.documentRequests)
        try comparePresentments(released.presentments, partial.presentments)
        try compareAuthentications(released.authentications, partial.authentications)
        guard released.encryptionInfoDigest == partial.encryptionInfoDigest else { throw .encryptionInfo }
        // The order of elements, and all that is not part of a partial request.
        guard released == partial else { throw .bytes }
    }

    private static func compareDocumentRequests(
        _ released: [PartialRequest.DocumentRequest], _ shown: [PartialRequest.DocumentRequest]
    ) throws(RequestMismatch) {
        guard released.count == shown.count else { throw .documentRequestCount(released.count) }
        for (index, (released, shown)) in zip(released, shown).enumerated() {
            guard released.documentType == shown.documentType else { throw .documentType(index) }
            try compareElements(released.elements, shown.elements, index)
            guard released.alternatives == shown.alternatives else { throw .alternatives(index) }
            guard released.issuerKeyIdentifiers == shown.issuerKeyIdentifiers else { throw .issuers(index) }
        }
    }

    private static func compareElements(
        _ released: [PartialRequest.Element], _ shown: [PartialRequest.Element], _ index: Int
    ) throws(RequestMismatch) {
        let expected = Set(shown.map(\.reference))
        if let added = released.first(where: { !expected.contains($0.reference) }) { throw .addedElement(added.reference, index) }
        let found = Set(released)
        for element in shown where !found.contains(element) {
            let isAskedFor = released.contains { $0.reference == element.reference }
            throw isAskedFor ? .retention(element.reference, index) : .missingElement(element.reference, index)
        }
    }

    private static func comparePresentments(
        _ released: [PartialRequest.Presentment], _ shown: [PartialRequest.Presentment]
    ) throws(RequestMismatch) {
        guard released.count == shown.count else { throw .presentmentCount(released.count) }
        for (index, (released, shown)) in zip(released, shown).enumerated() {
            guard released.isMandatory == shown.isMandatory else { throw .mandatory(index) }
            guard released.documentRequestSets == shown.documentRequestSets, released.isUseCase == shown.isUseCase else {
                throw .documentRequestSets(index)
            }
        }
    }

    private static func compareAuthentications(
        _ released: [PartialRequest.Authentication], _ shown: [PartialRequest.Authentication]
    ) throws(RequestMismatch) {
        guard released.count == shown.count else { throw .authenticationCount(released.count) }
        for (index, (released, shown)) in zip(released, shown).enumerated() {
            guard released.coverage == shown.coverage else { throw .coverage(index) }
            guard released.certificateChain == shown.certificateChain else { throw .certificates(index) }
        }
    }
}
