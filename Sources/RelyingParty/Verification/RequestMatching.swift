import DocumentTrust
import MobileDocument

/// Compares an answer with its request (ISO/IEC 18013-5 second edition, 10.2; only requested elements of requested
/// documents are handed on).
///
/// Only what the issuer signed answers a request. Each document answers one document request, and elements of two
/// documents are never put together.
struct RequestMatching {
    private let request: DeviceRequest

    init(_ request: DeviceRequest) { self.request = request }

    /// What of one document may be handed on, with whether it may be kept.
    typealias Allowed = [ElementReference: Bool]

    /// How one element is answered by one document.
    private enum Answer {
        case element
        case age(ElementReference)
        case alternative([ElementReference])
        case missing
    }

    /// What a comparison finds.
    struct Outcome {
        var comparison = RequestComparison()
        /// For each document, what of it may be handed on; nil where there is no request to compare with.
        var allowed: [Allowed]?
    }

    /// What may be handed on of a document: the elements asked for, for an age the one attestation that answers, for an
    /// element that is missing its first complete alternative.
    private func allowed(_ contents: DocumentContents) -> Allowed {
        var allowed: Allowed = [:]
        func allow(_ reference: ElementReference, _ retention: Bool) { allowed[reference] = (allowed[reference] ?? false) || retention }
        for items in request.docRequests.map(\.itemsRequest) where items.docType == contents.docType {
            for element in items.elements {
                allow(element.reference, element.intentToRetain)
                switch answer(element.reference, items, contents) {
                case .age(let reference): allow(reference, element.intentToRetain)
                case .alternative(let references): for reference in references { allow(reference, element.intentToRetain) }
                case .element, .missing: break
                }
            }
        }
        return allowed
    }

    /// Compares all documents with the request and records the checks.
    func compare(_ documents: [Document], into report: inout VerificationReport) -> Outcome {
        var comparison = RequestComparison()
        let contents = documents.map(DocumentContents.init)
        let allowed = contents.map(allowed)
        for (index, document) in documents.enumerated() {
            let isRequested = request.docRequests.contains { $0.itemsRequest.docType == document.docType }
            report.require(isRequested, .requestDocType, document: index, "nobody asked for a document of type \"\(document.docType)\"")
            let all = contents[index].references + document.deviceSigned.elements.map(\.reference)
            recordUnrequested(all.filter { allowed[index][$0] == nil }, index, &comparison, &report)
        }
        let assignment = assign(contents, &report)
        for (index, docRequest) in request.docRequests.enumerated() {
            recordAnswers(docRequest.itemsRequest, assignment[index].map { contents[$0] }, &comparison)
        }
        // An answer of nothing but unrequested elements would verify with no element at all.
        let severity = comparison.answered.isEmpty ? RuleSeverity.refuse : .warn
        for reference in comparison.missing {
            report.record(.requestMissing, severity.outcome, element: reference, "asked for and not answered")
        }
        if comparison.missing.isEmpty { report.record(.requestMissing, .passed) }
        checkDocuments(Set(assignment.keys), &report)
        return Outcome(comparison: comparison, allowed: allowed)
    }

    private func recordUnrequested(
        _ unrequested: [ElementReference], _ index: Int, _ comparison: inout RequestComparison, _ report: inout VerificationReport
    ) {
        for reference in unrequested {
            report.record(.requestUnrequested, .warning, document: index, element: reference, "nobody asked for it; it was dropped")
        }
        comparison.unrequested += unrequested
        if unrequested.isEmpty { report.record(.requestUnrequested, .passed, document: index) }
    }

    /// Gives each document request the document that answers most of it, each document to one request.
    private func assign(_ documents: [DocumentContents], _ report: inout VerificationReport) -> [Int: Int] {
        var assignment: [Int: Int] = [:]
        for (index, docRequest) in request.docRequests.enumerated() {
            let items = docRequest.itemsRequest
            let candidates = documents.indices.filter { documents[$0].answers(items.docType, issuers: items.requestInfo?.issuerIdentifiers ?? []) }
            if candidates.count > 1, items.requestInfo?.uniqueDocSetRequired == true {
                report.record(.requestDocuments, .failed, "\(candidates.count) documents answer document request \(index), which allows one")
            }
            let counts = candidates.filter { !assignment.values.contains($0) }.map { ($0, answeredCount(items, documents[$0])) }
            if let best = counts.max(by: { $0.1 < $1.1 }), best.1 > 0 { assignment[index] = best.0 }
        }
        return assignment
    }

    private func answeredCount(_ items: ItemsRequest, _ contents: DocumentContents) -> Int {
        items.elements.count { isAnswered($0.reference, items, contents) }
    }

    private func recordAnswers(_ items: ItemsRequest, _ contents: DocumentContents?, _ comparison: inout RequestComparison) {
        for element in items.elements {
            comparison.asked.append(element.reference)
            if let contents, isAnswered(element.reference, items, contents) {
                comparison.answered.append(element.reference)
            } else {
                comparison.missing.append(element.reference)
            }
        }
    }

    private func isAnswered(_ reference: ElementReference, _ items: ItemsRequest, _ contents: DocumentContents) -> Bool {
        if case .missing = answer(reference, items, contents) { return false }
        return true
    }

    private func answer(_ reference: ElementReference, _ items: ItemsRequest, _ contents: DocumentContents) -> Answer {
        if AgeAttestation.nameSpaces.contains(reference.nameSpace), let age = AgeAttestation.threshold(of: reference.identifier),
            let nearest = AgeAttestation.nearest(to: age, in: contents.ageAttestations[reference.nameSpace] ?? [:])
        {
            let chosen = ElementReference(reference.nameSpace, AgeAttestation.identifier(of: nearest))
            return chosen == reference ? .element : .age(chosen)
        }
        if contents.set.contains(reference) { return .element }
        for alternative in items.requestInfo?.alternativeDataElements ?? [] where alternative.requestedElement == reference {
            for set in alternative.alternativeSets where contents.set.isSuperset(of: set) { return .alternative(set) }
        }
        return .missing
    }

    private func checkDocuments(_ answered: Set<Int>, _ report: inout VerificationReport) {
        guard !request.useCases.isEmpty else {
            for index in request.docRequests.indices where !answered.contains(index) {
                let docType = request.docRequests[index].itemsRequest.docType
                report.record(.requestDocuments, .warning, "no document of type \"\(docType)\" answers document request \(index)")
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
