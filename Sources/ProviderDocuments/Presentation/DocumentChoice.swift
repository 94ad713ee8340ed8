public import IdentityDocumentServices
import PresentmentRequest

/// Documents that can answer the same part of a request, and the one of them that shall.
public struct DocumentChoice: Sendable, Hashable, Identifiable {
    /// The part of the request: positions of its document requests.
    public let id: [Int]
    /// The documents, two or more.
    public let documents: [ProvisionedDocument]
    /// The one that answers.
    public var selected: ProvisionedDocument.ID

    /// Whether its part of a request is answered at all, where the person has chosen among alternatives.
    public func isAnswered(of context: ISO18013MobileDocumentRequestContext, preferring options: [OptionChoice]) -> Bool {
        context.partial.presentments.enumerated().contains { part, presentment in
            let sets = presentment.documentRequestSets
            let option = options.first { $0.id == part }
            return sets.indices.contains { set in (option == nil || option?.selected == set) && !Set(id).isDisjoint(with: sets[set]) }
        }
    }
}
