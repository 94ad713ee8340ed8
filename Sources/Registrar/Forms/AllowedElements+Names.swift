package import DocumentTrust
import MobileDocument

extension AllowedElements {
    /// Reads element identifiers by document type and namespace.
    package init(names: [String: [String: [String]]]) throws(ReaderCertificateFault) {
        var allowed: [DocType: Set<ElementReference>] = [:]
        for (docType, nameSpaces) in names {
            for (nameSpace, identifiers) in nameSpaces {
                let references = identifiers.map { ElementReference(NameSpace(rawValue: nameSpace), ElementIdentifier(rawValue: $0)) }
                allowed[DocType(rawValue: docType), default: []].formUnion(references)
            }
        }
        try self.init(allowed)
    }

    /// Element identifiers, sorted, by document type and namespace.
    package var names: [String: [String: [String]]] {
        var names: [String: [String: [String]]] = [:]
        for (docType, references) in elements {
            names[docType.rawValue] = Dictionary(grouping: references, by: \.nameSpace.rawValue).mapValues { $0.map(\.identifier.rawValue).sorted() }
        }
        return names
    }
}
