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

    /// The elements of a document request, those of a namespace in its catalogue's order.
    static func all(of request: ISO18013MobileDocumentRequest.DocumentRequest, in language: DisplayLanguage) -> [RequestedElement] {
        let elements = request.namespaces.flatMap { nameSpace, elements in
            elements.map { (ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0.key)), $0.value.isRetaining) }
        }
        return elements.sorted { order($0.0) < order($1.0) }.map { reference, isRetained in
            let alternatives = request.alternatives.filter { ElementReference($0.requested) == reference }.flatMap(\.sets)
            return RequestedElement(
                id: reference, name: name(of: reference, in: language), isRetained: isRetained,
                alternatives: alternatives.map { set in set.map { name(of: ElementReference($0), in: language) }.joined(separator: ", ") })
        }
    }

    /// What no catalogue knows has its namespace beside it: others may mean something else by the same identifier.
    private static func name(of reference: ElementReference, in language: DisplayLanguage) -> String {
        guard ElementCatalogue.of(reference.nameSpace)?.definition(of: reference.identifier) == nil else {
            return ElementCatalogue.displayName(of: reference, in: language)
        }
        return "\(reference.identifier.rawValue) (\(reference.nameSpace.rawValue))"
    }

    private static func order(_ reference: ElementReference) -> (String, Int, String) {
        let position = ElementCatalogue.of(reference.nameSpace)?.definitions.firstIndex { $0.reference == reference }
        return (reference.nameSpace.rawValue, position ?? .max, reference.identifier.rawValue)
    }
}

extension ElementReference {
    fileprivate init(_ element: ISO18013MobileDocumentRequest.ElementReference) {
        self.init(NameSpace(rawValue: element.namespace), ElementIdentifier(rawValue: element.identifier))
    }
}
