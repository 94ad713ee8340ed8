package import DocumentProvider
package import IdentityDocumentServices
package import MobileDocument
package import PresentmentRequest

extension OptionChoice {
    /// Where a person who holds some documents can choose: the parts of a request that several alternatives can answer, and those that may be
    /// left out. Selected is at first what answers where nobody chooses.
    package static func all(in context: ISO18013MobileDocumentRequestContext, for held: [HeldDocument], at time: Instant) -> [OptionChoice] {
        let request = context.partial
        // Of each document request, whether a document has all that is asked; nil where none has anything, or the system found none.
        let answers = request.documentRequests.enumerated().map { position, asked -> Bool? in
            guard context.hasDocument(for: position) else { return nil }
            return RequestMatch.candidates(for: ItemsRequest(asked), among: held, at: time).first?.selection.isComplete
        }
        let choices = request.presentments.enumerated().compactMap { part, presentment -> OptionChoice? in
            let sets = presentment.documentRequestSets
            let whole = sets.indices.filter { set in sets[set].allSatisfy { answers[$0] == true } }
            let answerable = presentment.isUseCase ? whole : sets.indices.filter { set in sets[set].allSatisfy { answers[$0] != nil } }
            guard let first = whole.first ?? answerable.first else { return nil }
            let options = answerable.map { set in
                Option(id: set, documentTypes: sets[set].map { DocType(rawValue: request.documentRequests[$0].documentType) })
            }
            return OptionChoice(id: part, options: options, selected: first)
        }
        return choices.filter { $0.options.count > 1 || $0.mayBeLeftOut(of: context, beside: choices) }
    }

    /// What an app asks for, of the alternative that the person chose; all of it where there was no choice. Its one part has an alternative for
    /// each document that is asked for.
    package static func items(of request: PartialRequest, preferring options: [OptionChoice]) throws(PresentationRefusal) -> [ItemsRequest] {
        let items = request.documentRequests.map { ItemsRequest($0) }
        guard let choice = options.first else { return items }
        guard let chosen = choice.selected, items.indices.contains(chosen) else { throw .invalidChoice }
        return [items[chosen]]
    }

    /// For each part with several alternatives the one that answers.
    package static func sets(_ choices: [OptionChoice]) -> [Int: Int] {
        var sets: [Int: Int] = [:]
        for choice in choices where choice.options.count > 1 { sets[choice.id] = choice.selected }
        return sets
    }

    /// The parts that are left out.
    package static func leftOut(_ choices: [OptionChoice]) -> Set<Int> { Set(choices.filter { $0.selected == nil }.map(\.id)) }
}

extension ISO18013MobileDocumentRequestContext {
    /// Whether the system found a document for a document request; where it names none at all, any may answer.
    fileprivate func hasDocument(for position: Int) -> Bool {
        documentIdentifiers.allSatisfy(\.isEmpty) || documentIdentifiers.indices.contains(position) && !documentIdentifiers[position].isEmpty
    }
}
