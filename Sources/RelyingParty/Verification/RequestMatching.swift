import CBOR
import DocumentTrust
import MobileDocument

/// Compares an answer with its request (ISO/IEC 18013-5 second edition, 10.2; only requested elements of requested
/// documents are handed on).
///
/// Only what the issuer signed answers a request. Each document answers one document request, and elements of two
/// documents are never put together.
struct RequestMatching {
    private let itemsRequests: [ItemsRequest]
    private let useCases: [UseCase]

    init(_ request: DeviceRequest) {
        itemsRequests = request.docRequests.map(\.itemsRequest)
        useCases = request.useCases
    }

    /// What a comparison finds.
    struct Outcome {
        var comparison = RequestComparison()
        /// For each document, what of it may be handed on; nil where there is no request to compare with.
        var releases: [DocumentRelease]?
    }

    /// A document that may answer a document request, with its answers in the order of the request's elements.
    private struct Candidate {
        let document: Int
        /// Which document request it may answer.
        let request: Int
        let answers: [DocumentContents.Answer]
        let answeredCount: Int

        init(_ document: Int, for request: Int, _ answers: [DocumentContents.Answer]) {
            self.document = document
            self.request = request
            self.answers = answers
            answeredCount = answers.count { !Self.isMissing($0) }
        }

        func isAnswered(_ element: Int) -> Bool { !Self.isMissing(answers[element]) }

        private static func isMissing(_ answer: DocumentContents.Answer) -> Bool {
            if case .missing = answer { true } else { false }
        }
    }

    /// Compares all documents with the request and records the checks.
    func compare(_ documents: [Document], into report: inout VerificationReport) -> Outcome {
        let contents = documents.map(DocumentContents.init)
        var releases: [DocumentRelease] = []
        var candidates: [Candidate] = []
        for (index, document) in documents.enumerated() {
            var release = DocumentRelease(
                issuerSigned: Array(repeating: .withheld, count: contents[index].references.count), deviceSigned: standing(ofDeviceSigned: document))
            for (number, items) in itemsRequests.enumerated() where items.docType == document.docType {
                let answers = items.elements.map { contents[index].answer($0.reference, items) }
                allow(items, answers, of: contents[index], in: &release)
                if isIssued(document, by: items.requestInfo?.issuerIdentifiers ?? []) {
                    candidates.append(Candidate(index, for: number, answers))
                }
            }
            releases.append(release)
        }

        var comparison = RequestComparison()
        comparison.reserveCapacity(itemsRequests.reduce(0) { $0 + $1.elements.count })
        for (index, document) in documents.enumerated() {
            let isRequested = itemsRequests.contains { $0.docType == document.docType }
            report.require(isRequested, .requestDocType, document: index, "nobody asked for a document of type \"\(document.docType)\"")
            recordUnrequested(contents[index], document, releases[index], index, &comparison, &report)
        }
        let assignment = assign(candidates, &report)
        for (items, candidate) in zip(itemsRequests, assignment) { recordAnswers(items, candidate, &comparison) }
        // An answer of nothing but unrequested elements would verify with no element at all.
        let severity = comparison.answered.isEmpty ? RuleSeverity.refuse : .warn
        for reference in comparison.missing {
            report.record(.requestMissing, severity.outcome, element: reference, "asked for and not answered")
        }
        if comparison.missing.isEmpty { report.record(.requestMissing, .passed) }
        checkDocuments(assignment, &report)
        return Outcome(comparison: comparison, releases: releases)
    }

    /// Whether a document is of one of the issuers a request names, where it names any.
    private func isIssued(_ document: Document, by issuers: [ByteSlice]) -> Bool {
        guard !issuers.isEmpty else { return true }
        return document.issuerSigned.issuerAuth.headers.certificateChain.contains { encoded in
            guard let identifier = (try? ParsedCertificate(encoded))?.authorityKeyIdentifier else { return false }
            return issuers.contains { $0.bytes.elementsEqual(identifier) }
        }
    }

    /// Allows the elements asked for, and those that answer in their place.
    private func allow(
        _ items: ItemsRequest, _ answers: [DocumentContents.Answer], of contents: DocumentContents, in release: inout DocumentRelease
    ) {
        for (element, answer) in zip(items.elements, answers) {
            func allow(_ position: Int) { release.issuerSigned[position].allow(intentToRetain: element.intentToRetain) }
            if let position = contents[element.reference] { allow(position) }
            switch answer {
            case .element(let position): allow(position)
            case .alternative(let positions): positions.forEach(allow)
            case .missing: break
            }
        }
    }

    /// Device-signed elements are handed on where they are asked for by name.
    private func standing(ofDeviceSigned document: Document) -> [DocumentRelease.Standing] {
        guard !document.deviceSigned.elements.isEmpty else { return [] }
        var requested: [ElementReference: DocumentRelease.Standing] = [:]
        for items in itemsRequests where items.docType == document.docType {
            for element in items.elements {
                requested[element.reference, default: .withheld].allow(intentToRetain: element.intentToRetain)
            }
        }
        return document.deviceSigned.elements.map { requested[$0.reference] ?? .withheld }
    }

    private func recordUnrequested(
        _ contents: DocumentContents, _ document: Document, _ release: DocumentRelease, _ index: Int, _ comparison: inout RequestComparison,
        _ report: inout VerificationReport
    ) {
        let before = comparison.unrequested.count
        func record(_ reference: ElementReference) {
            report.record(.requestUnrequested, .warning, document: index, element: reference, "nobody asked for it; it was dropped")
            comparison.unrequested.append(reference)
        }
        for (reference, standing) in zip(contents.references, release.issuerSigned) where standing.isWithheld { record(reference) }
        for (element, standing) in zip(document.deviceSigned.elements, release.deviceSigned) where standing.isWithheld { record(element.reference) }
        if comparison.unrequested.count == before { report.record(.requestUnrequested, .passed, document: index) }
    }

    /// Gives each document request the document that answers most of it, each document to one request.
    private func assign(_ candidates: [Candidate], _ report: inout VerificationReport) -> [Candidate?] {
        var assignment: [Candidate?] = []
        assignment.reserveCapacity(itemsRequests.count)
        for number in itemsRequests.indices {
            var count = 0
            var best: Candidate?
            for candidate in candidates where candidate.request == number {
                count += 1
                let isFree = !assignment.contains { $0?.document == candidate.document }
                if isFree, candidate.answeredCount > best?.answeredCount ?? 0 { best = candidate }
            }
            if count > 1, itemsRequests[number].requestInfo?.uniqueDocSetRequired == true {
                report.record(.requestDocuments, .failed, "\(count) documents answer document request \(number), which allows one")
            }
            assignment.append(best)
        }
        return assignment
    }

    private func recordAnswers(_ items: ItemsRequest, _ candidate: Candidate?, _ comparison: inout RequestComparison) {
        for (index, element) in items.elements.enumerated() {
            comparison.asked.append(element.reference)
            if let candidate, candidate.isAnswered(index) {
                comparison.answered.append(element.reference)
            } else {
                comparison.missing.append(element.reference)
            }
        }
    }

    private func checkDocuments(_ assignment: [Candidate?], _ report: inout VerificationReport) {
        guard !useCases.isEmpty else {
            for (index, candidate) in assignment.enumerated() where candidate == nil {
                let docType = itemsRequests[index].docType
                report.record(.requestDocuments, .warning, "no document of type \"\(docType)\" answers document request \(index)")
            }
            if assignment.allSatisfy({ $0 != nil }) { report.record(.requestDocuments, .passed) }
            return
        }
        let served = useCases.map { useCase in useCase.documentSets.contains { $0.allSatisfy { assignment[$0] != nil } } }
        let missing = useCases.indices.first { useCases[$0].isMandatory && !served[$0] }
        report.require(
            missing == nil && served.contains(true), .requestDocuments,
            missing.map { "the mandatory use case \($0) is not served by the documents returned" } ?? "no use case is served by the documents returned")
    }
}
