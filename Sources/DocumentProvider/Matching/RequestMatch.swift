import CBOR
import DocumentTrust
import MobileDocument

/// Which held documents can answer a request (ISO/IEC 18013-5 second edition, 10.2).
public struct RequestMatch: Sendable {
    /// A document that can answer a document request.
    public struct Candidate: Sendable {
        /// Position of the document among those held.
        public let document: Int
        /// What of it would be released.
        public let selection: ElementSelection
    }

    /// Candidates of each document request, in its order; complete answers first.
    public let candidates: [[Candidate]]
    /// Whether the request can be satisfied: every mandatory use case and at least one use case; without use cases,
    /// at least one document request.
    public let isSatisfiable: Bool
    /// The document requests to answer by default: for each use case that can be served its first set that can, without
    /// use cases every document request with a candidate.
    public let defaultDocRequests: [Int]

    init(_ request: DeviceRequest, documents: [HeldDocument], at time: Instant) {
        let candidates = request.docRequests.map { Self.candidates(for: $0.itemsRequest, among: documents, at: time) }
        self.candidates = candidates
        guard !request.useCases.isEmpty else {
            defaultDocRequests = candidates.indices.filter { !candidates[$0].isEmpty }
            isSatisfiable = !defaultDocRequests.isEmpty
            return
        }
        // A document set promises whole answers, so partial candidates do not count.
        let canAnswer = candidates.map { $0.contains { $0.selection.isComplete } }
        let served = request.useCases.map { useCase in useCase.documentSets.first { $0.allSatisfy { canAnswer[$0] } } }
        isSatisfiable = served.contains { $0 != nil } && zip(request.useCases, served).allSatisfy { !$0.isMandatory || $1 != nil }
        defaultDocRequests = Set(served.compactMap { $0 }.joined()).sorted()
    }

    private static func candidates(for items: ItemsRequest, among documents: [HeldDocument], at time: Instant) -> [Candidate] {
        guard items.requestInfo?.zeroKnowledgeRequired != true else { return [] }
        let found = documents.indices.compactMap { index -> Candidate? in
            let document = documents[index]
            guard document.docType == items.docType, time >= document.validity.validFrom.instant,
                time <= document.validity.validUntil.instant, isIssuedByWanted(document, items.requestInfo?.issuerIdentifiers ?? [])
            else { return nil }
            let selection = ElementSelection(items, from: document)
            return selection.isEmpty ? nil : Candidate(document: index, selection: selection)
        }
        return found.filter(\.selection.isComplete) + found.filter { !$0.selection.isComplete }
    }

    /// Whether any certificate of the document's chain names one of the wanted authority keys.
    private static func isIssuedByWanted(_ document: HeldDocument, _ wanted: [ByteSlice]) -> Bool {
        guard !wanted.isEmpty else { return true }
        return document.issuerKeyIdentifiers.contains { identifier in wanted.contains { $0.bytes.elementsEqual(identifier) } }
    }
}
