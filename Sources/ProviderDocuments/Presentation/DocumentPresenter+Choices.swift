import DocumentProvider
public import IdentityDocumentServices
public import MobileDocument
import PresentmentRequest

extension DocumentPresenter {
    /// Where the person can choose: the parts of a request that several documents can answer now. Selected is at first the document
    /// that has most of what is asked.
    ///
    /// - Parameters:
    ///   - context: the request as it is shown.
    ///   - time: the moment to judge by.
    public func choices(
        for context: ISO18013MobileDocumentRequestContext, at time: Instant
    ) throws(DocumentPresenterError) -> [DocumentChoice] {
        let usable: UsableDocuments
        do { usable = store.usable(try store.identifiers()) } catch { throw .documents(error) }
        let partly = context.partial.answeredPartly
        // For each document request, of those documents that can answer it how many of its elements each lacks.
        let parts = zip(context.partial.documentRequests, context.documentIdentifiers)
        let shortfalls = parts.enumerated().map { position, part -> [ProvisionedDocument.ID: Int] in
            let (asked, found) = part
            let known = zip(usable.documents, usable.held).filter { found.contains($0.0.id) }
            let candidates = RequestMatch.candidates(for: ItemsRequest(asked), among: known.map { $0.1 }, at: time)
                .filter { $0.selection.isComplete || partly.contains(position) }
            return Dictionary(
                uniqueKeysWithValues: candidates.map { candidate in
                    (known[candidate.document].0.id, candidate.selection.answers.count { $0.answer == .missing })
                })
        }
        // Of a use case only a set that documents answer whole is answered.
        let answered = Set(
            context.partial.presentments.flatMap { presentment -> [Int] in
                let sets = presentment.documentRequestSets.filter { set in
                    !presentment.isUseCase || set.allSatisfy { shortfalls.indices.contains($0) && shortfalls[$0].values.contains(0) }
                }
                return Array(sets.joined())
            })
        // One choice for several of them only where the same documents answer each, and the same ones answer it whole.
        let groups = Dictionary(grouping: shortfalls.indices.filter { answered.contains($0) }) { shortfalls[$0].mapValues { $0 == 0 } }
        return groups.compactMap { answering, positions -> DocumentChoice? in
            func shortfall(_ document: ProvisionedDocument) -> Int { positions.reduce(0) { $0 + (shortfalls[$1][document.id] ?? 0) } }
            let documents = usable.documents.filter { answering[$0.id] != nil }
            guard documents.count > 1, let best = documents.min(by: { shortfall($0) < shortfall($1) }) else { return nil }
            return DocumentChoice(id: positions, documents: documents, selected: best.id)
        }.sorted { $0.id.lexicographicallyPrecedes($1.id) }
    }

    /// Where the person can choose among alternatives: the parts of a request that several of them can answer, and those that may be left out.
    /// Selected is at first what answers where nobody chooses.
    ///
    /// - Parameters:
    ///   - context: the request as it is shown.
    ///   - time: the moment to judge by.
    public func options(
        for context: ISO18013MobileDocumentRequestContext, at time: Instant
    ) throws(DocumentPresenterError) -> [OptionChoice] {
        OptionChoice.all(in: context, for: try documents(for: context).1, at: time)
    }
}

extension PartialRequest {
    /// Positions of the document requests that are answered as far as they can be. Those that only use cases take are answered whole or not at all.
    var answeredPartly: Set<Int> { Set(presentments.filter { !$0.isUseCase }.flatMap { $0.documentRequestSets.joined() }) }
}
