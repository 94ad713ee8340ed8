package import DocumentProvider
package import IdentityDocumentServices
package import MobileDocument
package import PresentmentRequest

extension OptionChoice {
    /// Where a person who holds some documents can choose among alternatives: the parts of a request that several of them can answer.
    /// Selected is at first what answers where nobody chooses.
    package static func all(in context: ISO18013MobileDocumentRequestContext, for held: [HeldDocument], at time: Instant) -> [OptionChoice] {
        let request = context.partial
        // Of each document request, whether a document has all that is asked; nil where none has anything.
        let answers = request.documentRequests.map { asked in
            RequestMatch.candidates(for: ItemsRequest(asked), among: held, at: time).first?.selection.isComplete
        }
        return request.presentments.enumerated().compactMap { part, presentment in
            let sets = presentment.documentRequestSets
            let whole = sets.indices.filter { set in sets[set].allSatisfy { answers[$0] == true } }
            // Websites are promised whole answers, apps take what there is.
            let answerable = context.request.requestingApp == nil ? whole : sets.indices.filter { set in sets[set].allSatisfy { answers[$0] != nil } }
            guard answerable.count > 1 else { return nil }
            let options = answerable.map { set in
                Option(id: set, documentTypes: sets[set].map { DocType(rawValue: request.documentRequests[$0].documentType) })
            }
            return OptionChoice(id: part, options: options, selected: whole.first ?? answerable[0])
        }
    }

    /// What an app asks for, of the alternative that the person chose; all of it where there was no choice. Its one part has an alternative for
    /// each document that is asked for.
    package static func items(of request: PartialRequest, preferring options: [OptionChoice]) throws(PresentationRefusal) -> [ItemsRequest] {
        let items = request.documentRequests.map { ItemsRequest($0) }
        guard let chosen = options.first?.selected else { return items }
        guard items.indices.contains(chosen) else { throw .invalidChoice }
        return [items[chosen]]
    }

    /// For each part with a choice the alternative that answers.
    package static func sets(_ options: [OptionChoice]) -> [Int: Int] { Dictionary(options.map { ($0.id, $0.selected) }) { $1 } }
}
