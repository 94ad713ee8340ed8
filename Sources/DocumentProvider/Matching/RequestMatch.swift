import CBOR
package import MobileDocument

/// Which held documents can answer a request (ISO/IEC 18013-5 second edition, 10.2).
public struct RequestMatch: Sendable {
    /// A document that can answer a document request.
    public struct Candidate: Sendable {
        /// Position of the document among those held.
        public let document: Int
        /// What of it would be released.
        public let selection: ElementSelection
    }

    /// Candidates of each document request, in its order; complete answers first. None where nobody asks whom the wallet answers.
    public let candidates: [[Candidate]]
    /// Whether the request can be satisfied: every mandatory use case and at least one use case; without use cases,
    /// at least one document request.
    public let isSatisfiable: Bool
    /// The document requests to answer by default: for each use case that can be served its first set that can, without
    /// use cases every document request with a candidate.
    public let defaultDocRequests: [Int]
    /// For each use case, in its order, the positions of its sets that can be served. Which of them is, may be for the owner to choose.
    public let servableSets: [[Int]]
    private let useCases: [UseCase]

    /// - Parameter positions: the document requests that may be answered; of a set with any other there would be no whole answer.
    init(_ request: DeviceRequest, answering positions: Set<Int>, documents: [HeldDocument], at time: Instant) {
        let candidates = request.docRequests.enumerated().map { position, docRequest in
            positions.contains(position) ? Self.candidates(for: docRequest.itemsRequest, among: documents, at: time) : []
        }
        self.candidates = candidates
        useCases = request.useCases
        // A document set promises whole answers, so partial candidates do not count.
        let canAnswer = candidates.map { $0.contains { $0.selection.isComplete } }
        let servable = request.useCases.map { useCase in
            useCase.documentSets.indices.filter { set in useCase.documentSets[set].allSatisfy { canAnswer[$0] } }
        }
        servableSets = servable
        guard !request.useCases.isEmpty else {
            defaultDocRequests = candidates.indices.filter { !candidates[$0].isEmpty }
            isSatisfiable = !defaultDocRequests.isEmpty
            return
        }
        isSatisfiable = servable.contains { !$0.isEmpty } && zip(request.useCases, servable).allSatisfy { !$0.isMandatory || !$1.isEmpty }
        defaultDocRequests = Self.docRequests(of: request.useCases, servedBy: servable.map(\.first))
    }

    /// The document requests to answer where some use cases are served by sets of the owner's choice, some not at all, and all others as by
    /// default.
    ///
    /// - Parameters:
    ///   - sets: for a use case, by its position, the position of the set.
    ///   - left: positions of use cases, none of them mandatory; of document requests where there are no use cases.
    func docRequests(choosing sets: [Int: Int], leavingOut left: Set<Int>) throws(PresentationRefusal) -> [Int] {
        guard sets.allSatisfy({ servableSets.indices.contains($0.key) && servableSets[$0.key].contains($0.value) }) else { throw .invalidChoice }
        guard !useCases.indices.contains(where: { left.contains($0) && useCases[$0].isMandatory }) else { throw .invalidChoice }
        let served: [Int?] = servableSets.indices.map { left.contains($0) ? nil : (sets[$0] ?? servableSets[$0].first) }
        let answered = useCases.isEmpty ? defaultDocRequests.filter { !left.contains($0) } : Self.docRequests(of: useCases, servedBy: served)
        guard !answered.isEmpty else { throw .invalidChoice }
        return answered
    }

    private static func docRequests(of useCases: [UseCase], servedBy sets: [Int?]) -> [Int] {
        Set(zip(useCases, sets).flatMap { useCase, set -> [Int] in set.map { useCase.documentSets[$0] } ?? [] }).sorted()
    }

    /// The documents that can answer a document request; complete answers first.
    package static func candidates(for items: ItemsRequest, among documents: [HeldDocument], at time: Instant) -> [Candidate] {
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
