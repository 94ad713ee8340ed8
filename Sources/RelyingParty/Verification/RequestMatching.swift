import DocumentTrust
import MobileDocument

/// Compares an answer with its request (ISO/IEC 18013-5 second edition, 10.2; only requested elements of requested
/// documents are handed on).
struct RequestMatching {
    private let request: DeviceRequest

    init(_ request: DeviceRequest) { self.request = request }

    /// What of one document was asked for.
    struct Allowed {
        /// Elements that may be handed on, with whether they may be kept.
        let elements: [ElementReference: Bool]
        /// Namespaces in which any age attestation may stand in for the one asked for, with whether it may be kept.
        let ages: [NameSpace: Bool]

        func retention(of reference: ElementReference) -> Bool? {
            if let retention = elements[reference] { return retention }
            guard AgeAttestation.threshold(of: reference.identifier) != nil else { return nil }
            return ages[reference.nameSpace]
        }
    }

    /// What may be handed on of a document of this type.
    func allowed(_ docType: DocType) -> Allowed {
        var elements: [ElementReference: Bool] = [:]
        var ages: [NameSpace: Bool] = [:]
        for items in request.docRequests.map(\.itemsRequest) where items.docType == docType {
            for element in items.elements {
                elements[element.reference, default: false] = elements[element.reference, default: false] || element.intentToRetain
                let nameSpace = element.reference.nameSpace
                if AgeAttestation.nameSpaces.contains(nameSpace), AgeAttestation.threshold(of: element.reference.identifier) != nil {
                    ages[nameSpace, default: false] = ages[nameSpace, default: false] || element.intentToRetain
                }
            }
            for alternative in items.requestInfo?.alternativeDataElements ?? [] {
                let retention = items.elements.first { $0.reference == alternative.requestedElement }?.intentToRetain ?? false
                for reference in alternative.alternativeSets.joined() {
                    elements[reference, default: false] = elements[reference, default: false] || retention
                }
            }
        }
        return Allowed(elements: elements, ages: ages)
    }

    /// Compares all documents with the request and records the checks.
    func compare(_ documents: [Document], into report: inout VerificationReport) -> RequestComparison {
        var comparison = RequestComparison()
        for (index, document) in documents.enumerated() {
            let isRequested = request.docRequests.contains { $0.itemsRequest.docType == document.docType }
            report.require(isRequested, .requestDocType, document: index, "nobody asked for a document of type \"\(document.docType)\"")
            recordUnrequested(document, index, &comparison, &report)
        }
        var answeredRequests: Set<Int> = []
        for (index, docRequest) in request.docRequests.enumerated() {
            let candidates = documents.filter { $0.docType == docRequest.itemsRequest.docType }
            if !candidates.isEmpty { answeredRequests.insert(index) }
            if candidates.count > 1, docRequest.itemsRequest.requestInfo?.uniqueDocSetRequired == true {
                report.record(.requestDocuments, .failed, "\(candidates.count) documents answer document request \(index), which allows one")
            }
            recordMissing(docRequest.itemsRequest, candidates, &comparison)
        }
        // An answer of nothing but unrequested elements would verify with no element at all.
        let severity = comparison.answered.isEmpty ? RuleSeverity.refuse : .warn
        for reference in comparison.missing {
            report.record(.requestMissing, severity.outcome, element: reference, "asked for and not answered")
        }
        if comparison.missing.isEmpty { report.record(.requestMissing, .passed) }
        checkUseCases(answeredRequests, &report)
        return comparison
    }

    private func recordUnrequested(
        _ document: Document, _ index: Int, _ comparison: inout RequestComparison, _ report: inout VerificationReport
    ) {
        let allowed = allowed(document.docType)
        var isClean = true
        for reference in document.elementReferences where allowed.retention(of: reference) == nil {
            isClean = false
            comparison.unrequested.append(reference)
            report.record(.requestUnrequested, .warning, document: index, element: reference, "nobody asked for it; it was dropped")
        }
        if isClean { report.record(.requestUnrequested, .passed, document: index) }
    }

    private func recordMissing(_ items: ItemsRequest, _ candidates: [Document], _ comparison: inout RequestComparison) {
        let returned = candidates.map { Set($0.elementReferences) }
        for element in items.elements {
            comparison.asked.append(element.reference)
            let isAnswered = zip(candidates, returned).contains { document, references in
                references.contains(element.reference)
                    || isAnsweredByAge(element.reference, document)
                    || isAnsweredByAlternative(element.reference, items, references)
            }
            if isAnswered { comparison.answered.append(element.reference) } else { comparison.missing.append(element.reference) }
        }
    }

    private func isAnsweredByAge(_ reference: ElementReference, _ document: Document) -> Bool {
        guard AgeAttestation.nameSpaces.contains(reference.nameSpace), let age = AgeAttestation.threshold(of: reference.identifier) else {
            return false
        }
        var attestations: [Int: Bool] = [:]
        for group in document.issuerSigned.nameSpaces where group.nameSpace == reference.nameSpace {
            for item in group.items {
                guard let threshold = AgeAttestation.threshold(of: item.elementIdentifier),
                    case .boolean(let value)? = try? item.elementValue.value()
                else { continue }
                attestations[threshold] = value
            }
        }
        return AgeAttestation.nearest(to: age, in: attestations) != nil
    }

    private func isAnsweredByAlternative(
        _ reference: ElementReference, _ items: ItemsRequest, _ returned: Set<ElementReference>
    ) -> Bool {
        (items.requestInfo?.alternativeDataElements ?? []).contains { alternative in
            alternative.requestedElement == reference && alternative.alternativeSets.contains { returned.isSuperset(of: $0) }
        }
    }

    private func checkUseCases(_ answered: Set<Int>, _ report: inout VerificationReport) {
        guard !request.useCases.isEmpty else {
            for index in request.docRequests.indices where !answered.contains(index) {
                let docType = request.docRequests[index].itemsRequest.docType
                report.record(.requestDocuments, .warning, "no document of type \"\(docType)\" was returned")
            }
            if answered.count == request.docRequests.count { report.record(.requestDocuments, .passed) }
            return
        }
        let served = request.useCases.map { useCase in useCase.documentSets.contains { answered.isSuperset(of: $0) } }
        let missing = request.useCases.indices.first { request.useCases[$0].isMandatory && !served[$0] }
        report.require(
            missing == nil && served.contains(true), .requestDocuments,
            missing.map { "the mandatory use case \($0) is not served by the documents returned" } ?? "no use case is served by the documents returned")
    }
}

extension Document {
    /// All elements of the document, issuer-signed first.
    var elementReferences: [ElementReference] {
        issuerSigned.nameSpaces.flatMap { group in group.items.map { ElementReference(group.nameSpace, $0.elementIdentifier) } }
            + deviceSigned.elements.map(\.reference)
    }
}
