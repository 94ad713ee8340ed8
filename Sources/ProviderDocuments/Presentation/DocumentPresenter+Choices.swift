import DocumentProvider
public import IdentityDocumentServices
public import MobileDocument

extension DocumentPresenter {
    /// Where the person can choose: the parts of a request that several documents can answer. Selected is at first the document
    /// that has most of what is asked, of those that are valid.
    ///
    /// - Parameters:
    ///   - context: the request as it is shown.
    ///   - time: the moment to judge by.
    public func choices(
        for context: ISO18013MobileDocumentRequestContext, at time: Instant
    ) throws(DocumentPresenterError) -> [DocumentChoice] {
        let usable: UsableDocuments
        do { usable = store.usable(try store.identifiers()) } catch { throw .documents(error) }
        let stored = zip(usable.documents, usable.held).map { (document: $0, held: $1) }
        let parts = Dictionary(grouping: context.documentIdentifiers.indices) { Set(context.documentIdentifiers[$0]) }
        return parts.compactMap { identifiers, positions in
            let candidates = stored.filter { identifiers.contains($0.document.id) }
            guard candidates.count > 1,
                let best = candidates.min(by: { Self.shortfall($0.held, context, time) < Self.shortfall($1.held, context, time) })
            else { return nil }
            return DocumentChoice(id: positions, documents: candidates.map { $0.document }, selected: best.document.id)
        }.sorted { $0.id.lexicographicallyPrecedes($1.id) }
    }

    /// Where the person can choose among alternatives: the parts of a request that several of them can answer. Selected is at first what
    /// answers where nobody chooses.
    ///
    /// - Parameters:
    ///   - context: the request as it is shown.
    ///   - time: the moment to judge by.
    public func options(
        for context: ISO18013MobileDocumentRequestContext, at time: Instant
    ) throws(DocumentPresenterError) -> [OptionChoice] {
        OptionChoice.all(in: context, for: try documents(for: context).1, at: time)
    }

    /// How many of the elements that are asked of its type a document lacks; beyond all others for one that cannot be shown now.
    private static func shortfall(_ held: HeldDocument, _ context: ISO18013MobileDocumentRequestContext, _ time: Instant) -> Int {
        guard (held.validity.validFrom.instant...held.validity.validUntil.instant).contains(time) else { return .max }
        let asked = context.request.presentmentRequests.flatMap(\.documentRequestSets).flatMap(\.requests)
            .filter { $0.documentType == held.docType.rawValue }.flatMap(\.namespaces)
            .flatMap { nameSpace, elements in
                elements.keys.map { ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0)) }
            }
        return Set(asked).subtracting(held.elements).count
    }
}
