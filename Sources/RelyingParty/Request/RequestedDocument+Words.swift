public import IdentityElements
import MobileDocument

extension RequestedDocument {
    /// Asks for what a request in words comes to.
    ///
    /// - Parameters:
    ///   - resolved: what the words bring for one type of document; see `ElementTables.resolve`.
    ///   - retaining: those of the words whose elements will be kept after the transaction. Restricted elements never are.
    ///   - tables: which elements are restricted.
    public init(_ resolved: ResolvedElements, retaining: Set<IdentityElement> = [], tables: ElementTables = .builtIn) {
        let kept = Set(resolved.answerable.filter { retaining.contains($0.element) }.flatMap(\.names))
        let elements = resolved.names.map { name in
            ItemsRequest.Element(ElementReference(name), intentToRetain: kept.contains(name) && tables.sensitivity(of: name) != .restricted)
        }
        let alternatives = resolved.answerable.filter { !$0.substitutes.isEmpty }.flatMap { answerable in
            answerable.names.map { AlternativeDataElements(for: ElementReference($0), sets: [answerable.substitutes.map { ElementReference($0) }]) }
        }
        self.init(DocType(rawValue: resolved.docType), elements: elements, info: DocRequestInfo(alternativeDataElements: alternatives))
    }
}
