import DocumentTrust
import MobileDocument
import PresentmentRequest

extension RequestExtraction {
    static func documentRequests(_ request: DeviceRequest) throws(PartialRequestFault) -> [PartialRequest.DocumentRequest] {
        var requests: [PartialRequest.DocumentRequest] = []
        for docRequest in request.docRequests {
            let items = docRequest.itemsRequest
            var elements: [PartialRequest.Element] = []
            for element in items.elements {
                elements.append(PartialRequest.Element(try reference(element.reference), isRetaining: element.intentToRetain))
            }
            requests.append(
                try PartialRequest.DocumentRequest(
                    documentType: items.docType.rawValue, elements: elements, alternatives: alternatives(items),
                    issuerKeyIdentifiers: items.requestInfo?.issuerIdentifiers.map(\.array) ?? []))
        }
        return requests
    }

    private static func alternatives(_ items: ItemsRequest) throws(PartialRequestFault) -> [PartialRequest.Alternative] {
        var alternatives: [PartialRequest.Alternative] = []
        for alternative in items.requestInfo?.alternativeDataElements ?? [] {
            var sets: [[PartialRequest.ElementReference]] = []
            for set in alternative.alternativeSets {
                var elements: [PartialRequest.ElementReference] = []
                for element in set { elements.append(try reference(element)) }
                sets.append(elements)
            }
            alternatives.append(try PartialRequest.Alternative(for: reference(alternative.requestedElement), sets: sets))
        }
        return alternatives
    }

    private static func reference(_ element: ElementReference) throws(PartialRequestFault) -> PartialRequest.ElementReference {
        try PartialRequest.ElementReference(nameSpace: element.nameSpace.rawValue, identifier: element.identifier.rawValue)
    }

    /// The use cases. Without any, every document request stands alone, and one answer is enough: so none of several is mandatory.
    static func presentments(_ request: DeviceRequest) throws(PartialRequestFault) -> [PartialRequest.Presentment] {
        var presentments: [PartialRequest.Presentment] = []
        for useCase in request.useCases {
            presentments.append(
                try PartialRequest.Presentment(isMandatory: useCase.isMandatory, documentRequestSets: useCase.documentSets))
        }
        guard presentments.isEmpty else { return presentments }
        for index in request.docRequests.indices {
            let isOnly = request.docRequests.count == 1
            presentments.append(try PartialRequest.Presentment(isMandatory: isOnly, documentRequestSets: [[index]], isUseCase: false))
        }
        return presentments
    }

    static func authentications(
        _ signatures: [ClaimedReaderSignature]
    ) throws(PartialRequestFault) -> [PartialRequest.Authentication] {
        var authentications: [PartialRequest.Authentication] = []
        for signature in signatures {
            let coverage: PartialRequest.Authentication.Coverage =
                switch signature.coverage {
                case .all: .wholeRequest
                case .docRequest(let index): .documentRequest(index)
                }
            authentications.append(
                try PartialRequest.Authentication(
                    coverage: coverage, certificateChain: signature.signature.headers.certificateChain.map(\.array)))
        }
        return authentications
    }
}
