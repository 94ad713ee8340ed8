import IdentityDocumentServices
import IdentityElements
import MobileDocument

/// One element of a document request, as people see it. None is left out, known or not.
struct RequestedElement: Identifiable {
    let id: ElementReference
    let name: String
    let isRetained: Bool
    /// Names of what may be given instead, one text for each set.
    let alternatives: [String]

    /// The elements of a document request, those of a namespace in its table's order.
    static func all(
        of request: ISO18013MobileDocumentRequest.DocumentRequest, in language: DisplayLanguage, from tables: ElementTables
    ) -> [RequestedElement] {
        let elements = request.namespaces.flatMap { nameSpace, elements in
            elements.map { (ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0.key)), $0.value.isRetaining) }
        }
        let ordered = elements.map { (order: order($0.0, in: tables), element: $0) }.sorted { $0.order < $1.order }.map(\.element)
        return ordered.map { reference, isRetained in
            let alternatives = request.alternatives.filter { ElementReference($0.requested) == reference }.flatMap(\.sets)
            return RequestedElement(
                id: reference, name: name(of: reference, under: reference.nameSpace, in: language, from: tables), isRetained: isRetained,
                alternatives: alternatives.map { set in
                    set.map { name(of: ElementReference($0), under: reference.nameSpace, in: language, from: tables) }.joined(separator: ", ")
                })
        }
    }

    /// What no table knows has its namespace beside it, and so has what stands under another one: others may mean something else by the name.
    private static func name(
        of reference: ElementReference, under nameSpace: NameSpace, in language: DisplayLanguage, from tables: ElementTables
    ) -> String {
        let name = ElementCatalogue.displayName(of: reference, in: language, from: tables)
        let isKnown = ElementCatalogue(of: reference.nameSpace, in: tables)?.definition(of: reference.identifier) != nil
        if isKnown, reference.nameSpace == nameSpace { return name }
        return "\(name) (\(ElementCatalogue.displayName(of: reference.nameSpace, in: language, from: tables)))"
    }

    private static func order(_ reference: ElementReference, in tables: ElementTables) -> (String, Int, String) {
        let position = ElementCatalogue(of: reference.nameSpace, in: tables)?.definitions.firstIndex { $0.reference == reference }
        return (reference.nameSpace.rawValue, position ?? .max, reference.identifier.rawValue)
    }
}

extension ElementReference {
    fileprivate init(_ element: ISO18013MobileDocumentRequest.ElementReference) {
        self.init(NameSpace(rawValue: element.namespace), ElementIdentifier(rawValue: element.identifier))
    }
}
