import CBOR
package import MobileDocument
package import PresentmentRequest

extension ItemsRequest {
    /// What is asked of one type of document, as documents are matched with it.
    package init(_ partial: PartialRequest.DocumentRequest) {
        let alternatives = partial.alternatives.map { alternative in
            AlternativeDataElements(for: ElementReference(alternative.requested), sets: alternative.sets.map { $0.map(ElementReference.init) })
        }
        let info = DocRequestInfo(alternativeDataElements: alternatives, issuerIdentifiers: partial.issuerKeyIdentifiers.map { ByteSlice($0) })
        self.init(
            docType: DocType(rawValue: partial.documentType),
            elements: partial.elements.map { Element(ElementReference($0.reference), intentToRetain: $0.isRetaining) },
            requestInfo: info.isEmpty ? nil : info)
    }
}

extension ElementReference {
    fileprivate init(_ partial: PartialRequest.ElementReference) {
        self.init(NameSpace(rawValue: partial.nameSpace), ElementIdentifier(rawValue: partial.identifier))
    }
}
