import Foundation
import IdentityDocumentServices
import MobileDocument

/// Alternatives of a part of a request that are one to a person: they differ in how types and namespaces are spelt, and in nothing that is shown.
struct RequestedAlternative: Identifiable {
    /// Its number among those of its part, from 1.
    let id: Int
    /// The positions of the alternatives that it stands for.
    let positions: [Int]
    let requests: [ISO18013MobileDocumentRequest.DocumentRequest]

    /// The alternatives of a part, as a person tells them apart.
    static func all(
        of part: ISO18013MobileDocumentRequest.PresentmentRequest, by app: RequestingAppInformation?, in phrases: RequestPhrases
    ) -> [RequestedAlternative] {
        let contents = part.documentRequestSets.map { set in set.requests.map { content(of: $0, by: app, in: phrases) } }
        let firsts = contents.indices.filter { contents.firstIndex(of: contents[$0]) == $0 }
        return firsts.enumerated().map { number, first in
            RequestedAlternative(
                id: number + 1, positions: contents.indices.filter { contents[$0] == contents[first] },
                requests: part.documentRequestSets[first].requests)
        }
    }

    /// All that is asked of a document, with types and namespaces in small letters. Beside them their names, which keep apart what no table knows.
    private static func content(
        of request: ISO18013MobileDocumentRequest.DocumentRequest, by app: RequestingAppInformation?, in phrases: RequestPhrases
    ) -> [[[String]]] {
        func row(_ element: ISO18013MobileDocumentRequest.ElementReference) -> [String] {
            let nameSpace = NameSpace(rawValue: element.namespace)
            return [
                element.namespace.lowercased(), ElementCatalogue.displayName(of: nameSpace, in: phrases.language, from: phrases.tables),
                element.identifier,
            ]
        }
        var elements: [[String]] = []
        for (nameSpace, asked) in request.namespaces {
            for (identifier, info) in asked {
                let element = ISO18013MobileDocumentRequest.ElementReference(namespace: nameSpace, identifier: identifier)
                let retention = app?.retention(of: element, in: request.documentType)
                elements.append(row(element) + [String(info.isRetaining), retention.map { String(describing: $0) } ?? ""])
            }
        }
        elements.sort { $0.lexicographicallyPrecedes($1) }
        let alternatives = request.alternatives.map { alternative -> [[String]] in
            [row(alternative.requested)] + alternative.sets.map { $0.flatMap(row) }
        }
        let name = DocType(rawValue: request.documentType).displayName(in: phrases.language, from: phrases.tables)
        let issuers = request.issuerKeyIdentifiers.map { $0.base64EncodedString() }
        return [[[request.documentType.lowercased(), name], issuers], elements] + alternatives
    }
}
