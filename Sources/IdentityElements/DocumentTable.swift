/// What can be asked of one type of document, in words, and which elements each word brings.
public struct DocumentTable: Sendable, Hashable {
    /// The type of document, such as `org.iso.18013.5.1.mDL`.
    public let docType: String
    /// The kind of document that apps name in a request, such as `drivers-license`; several types may be of one kind.
    public let kind: String
    /// The only region for which it may be asked for; nil where there is no such gate.
    public let region: String?
    /// The words, in the table's order.
    public let words: [String]
    /// Words that are granted together, by the group's name.
    public let groups: [String: Set<String>]
    let elements: [String: [ElementName]]
    let names: [String]

    /// Its name for people.
    public func displayName(in language: DisplayLanguage) -> String { names[language.column] }

    /// The elements a word brings, in their order; empty for a word the document does not know.
    ///
    /// A threshold above 99 has no element of its own, since identifiers have two digits.
    public func elements(of element: IdentityElement) -> [ElementName] {
        let templates = elements[element.word] ?? []
        guard let threshold = element.threshold else { return templates }
        return templates.compactMap { name in
            guard name.identifier == AgeThreshold.family else { return name }
            return threshold.elementIdentifier.map { ElementName(name.nameSpace, $0) }
        }
    }

    /// The elements a word brings, and what may be given in their place. A threshold without an element of its own brings the age, where that may stand in.
    func elements(of element: IdentityElement, fallingBackTo fallback: AgeFallback) -> (names: [ElementName], substitutes: [ElementName]) {
        let age = element.threshold == nil || fallback == .nothing ? [] : elements(of: .age)
        let names = elements(of: element)
        return names.isEmpty ? (age, []) : (names, age)
    }
}
