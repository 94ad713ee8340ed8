import IdentityDocumentServices
import IdentityElements
import MobileDocument

/// What a document request asks for of one namespace.
struct RequestedNameSpace: Identifiable {
    let id: NameSpace
    /// Its name for people, which no other namespace of the request has.
    let name: String
    let elements: [RequestedElement]

    /// The namespaces of a document request, with all their elements.
    static func all(
        of request: ISO18013MobileDocumentRequest.DocumentRequest, in language: DisplayLanguage, from tables: ElementTables
    ) -> [RequestedNameSpace] {
        let elements = Dictionary(grouping: RequestedElement.all(of: request, in: language, from: tables), by: \.id.nameSpace)
        let names = elements.keys.map { ElementCatalogue.displayName(of: $0, in: language, from: tables) }
        return elements.sorted { $0.key.rawValue < $1.key.rawValue }.map { nameSpace, elements in
            let name = ElementCatalogue.displayName(of: nameSpace, in: language, from: tables)
            let isShared = names.count { $0 == name } > 1
            return RequestedNameSpace(id: nameSpace, name: isShared ? "\(name) (\(nameSpace.rawValue))" : name, elements: elements)
        }
    }
}
