/// What an app was granted: for each type of document its words, and apart from that the merchants to whose servers answers may be sealed.
///
/// Nothing that is not in it may be asked for, and no other right stands in for one of its two halves.
public struct AppGrant: Sendable, Hashable {
    /// The granted words, by type of document; a threshold is granted as `age-at-least`.
    public let words: [String: Set<String>]
    /// The granted merchant identifiers.
    public let merchantIdentifiers: Set<String>
    /// Restricted elements for which a legal basis was shown. Their word has to be granted too.
    public let legalBasis: Set<ElementName>

    /// Describes a grant. Words that a document's table does not have grant nothing.
    public init(words: [String: Set<String>], merchantIdentifiers: Set<String>, legalBasis: Set<ElementName> = []) {
        self.words = words
        self.merchantIdentifiers = merchantIdentifiers
        self.legalBasis = legalBasis
    }

    /// Everything in a request that was not granted; empty where all of it was.
    ///
    /// - Parameters:
    ///   - elements: the words of the request.
    ///   - docType: the type of document.
    ///   - merchantIdentifier: to whose server the answer would be sealed.
    ///   - ageFallback: whether the age may stand in for a threshold, as the request says. Where it may, `age` has to be granted too.
    ///   - tables: which elements the words bring.
    public func refusals(
        of elements: [IdentityElement], docType: String, merchantIdentifier: String, ageFallback: AgeFallback, tables: ElementTables = .builtIn
    ) -> [AppGrantRefusal] {
        var refusals: [AppGrantRefusal] = merchantIdentifiers.contains(merchantIdentifier) ? [] : [.merchant]
        guard let granted = words[docType] else { return refusals + [.docType(docType)] }
        let document = tables.documents[docType]
        let age = granted.contains(IdentityElement.age.word) ? [] : document?.elements(of: .age) ?? []
        for element in elements {
            let resolved = document?.elements(of: element, fallingBackTo: ageFallback)
            let names = (resolved?.names ?? []) + (resolved?.substitutes ?? [])
            if !granted.contains(element.word) {
                refusals.append(.element(element))
            } else if names.contains(where: { tables.sensitivity(of: $0) == .restricted && !legalBasis.contains($0) }) {
                refusals.append(.legalBasis(element))
            } else if !refusals.contains(.element(.age)), names.contains(where: age.contains) {
                refusals.append(.element(.age))
            }
        }
        return refusals
    }
}
