import Foundation
package import PresentmentRequest

extension ISO18013MobileDocumentRequest {
    /// The shape apps know, of a partial request.
    package init(_ partial: PartialRequest) {
        let documents = partial.documentRequests.map(DocumentRequest.init)
        presentmentRequests = partial.presentments.map { presentment in
            let sets = presentment.documentRequestSets.map { set in DocumentRequestSet(requests: set.map { documents[$0] }) }
            return PresentmentRequest(documentRequestSets: sets, isMandatory: presentment.isMandatory)
        }
        requestAuthentications = partial.authentications.map { authentication in
            let covered =
                switch authentication.coverage {
                case .wholeRequest: documents
                case .documentRequest(let index): [documents[index]]
                }
            return RequestAuthentication(
                authenticationCertificateChain: authentication.certificateChain.map { SecCertificate(derRepresentation: Data($0)) },
                documentRequests: covered)
        }
    }
}

extension ISO18013MobileDocumentRequest.DocumentRequest {
    fileprivate init(_ partial: PartialRequest.DocumentRequest) {
        var namespaces: [String: [String: ISO18013MobileDocumentRequest.ElementInfo]] = [:]
        for element in partial.elements {
            let info = ISO18013MobileDocumentRequest.ElementInfo(isRetaining: element.isRetaining)
            namespaces[element.reference.nameSpace, default: [:]][element.reference.identifier] = info
        }
        self.init(
            documentType: partial.documentType, namespaces: namespaces,
            issuerKeyIdentifiers: partial.issuerKeyIdentifiers.map { Data($0) },
            alternatives: partial.alternatives.map { alternative in
                .init(requested: .init(alternative.requested), sets: alternative.sets.map { $0.map(ISO18013MobileDocumentRequest.ElementReference.init) })
            })
    }
}

extension ISO18013MobileDocumentRequest.ElementReference {
    init(_ partial: PartialRequest.ElementReference) { self.init(namespace: partial.nameSpace, identifier: partial.identifier) }
}
