import CBOR
import DocumentTrust
import MobileDocument

/// Compares an answer with its request (ISO/IEC 18013-5 second edition, 10.2; only requested elements of requested
/// documents are handed on).
///
/// Only what the issuer signed answers a request. Each document answers one document request, and elements of two
/// documents are never put together.
struct RequestMatching {
    private let docRequests: [DocRequest]
    private let useCases: [UseCase]
    private let elements: [ElementReference]

    init(_ request: DeviceRequest) {
        docRequests = request.docRequests
        useCases = request.useCases
        elements = request.elements
    }

    private var requests: Range<Int> { docRequests.indices }

    private func items(_ number: Int) -> ItemsRequest { docRequests[number].itemsRequest }

    /// What a comparison finds.
    struct Outcome {
        var comparison = RequestComparison()
        /// What may be handed on: of each document its issuer-signed elements, then its device-signed ones, all in a row. Nil where there is no
        /// request to compare with.
        var standings: [ElementStanding]?
    }

    /// A document that may answer a document request.
    private struct Candidate {
        let document: Int
        /// Which document request it may answer.
        let request: Int
        /// How many of the request's elements it answers.
        let answered: Int
        var isChosen = false
    }

    /// Compares all documents with the request and records the checks.
    ///
    /// - Parameter findings: what was found of each document's issuer.
    func compare(
        _ documents: [Document], _ findings: [IssuerDataVerification.Findings?], into report: inout VerificationReport
    ) -> Outcome {
        var standings = [ElementStanding](repeating: .withheld, count: documents.reduce(0) { $0 + $1.elementCount })
        var candidates: [Candidate] = []
        var unrequested: [ElementReference] = []
        var start = 0
        for (index, document) in documents.enumerated() {
            let contents = DocumentContents(document)
            var isOfWantedIssuer = false
            // What was asked of other issuers was not asked of this one.
            for number in requests where items(number).docType == document.docType && isIssuer(of: findings[index], wantedBy: items(number)) {
                isOfWantedIssuer = true
                let items = items(number)
                let answered = allow(items, of: contents, in: &standings, from: start)
                allowDeviceSigned(items, of: document, in: &standings, from: start + document.issuerSigned.items.count)
                candidates.append(Candidate(document: index, request: number, answered: answered))
            }
            let isRequested = requests.contains { items($0).docType == document.docType }
            report.require(isRequested, .requestDocType, document: index, "nobody asked for a document of type \"\(document.docType)\"")
            let reason = isOfWantedIssuer || !isRequested ? "nobody asked for it; it was dropped" : "it was asked of other issuers only; it was dropped"
            recordUnrequested(document, standings[start..<start + document.elementCount], index, reason, &unrequested, &report)
            start += document.elementCount
        }
        choose(&candidates, documents: documents.count, &report)
        var comparison = answers(of: candidates, documents, &report)
        comparison.unrequested = unrequested
        // An answer of nothing but unrequested elements would verify with no element at all.
        let severity = comparison.answered.isEmpty ? RuleSeverity.refuse : .warn
        for reference in comparison.missing {
            report.record(.requestMissing, severity.outcome, element: reference, "asked for and not answered")
        }
        if comparison.missing.isEmpty { report.record(.requestMissing, .passed) }
        checkDocuments(candidates, &report)
        return Outcome(comparison: comparison, standings: standings)
    }

    private func isIssuer(of findings: IssuerDataVerification.Findings?, wantedBy items: ItemsRequest) -> Bool {
        guard let issuers = items.requestInfo?.issuerIdentifiers, !issuers.isEmpty else { return true }
        return findings?.isIssued(byOneOf: issuers) ?? false
    }

    /// Allows the elements asked for, and those that answer in their place.
    ///
    /// - Returns: how many of them are answered.
    private func allow(
        _ items: ItemsRequest, of contents: DocumentContents, in standings: inout [ElementStanding], from start: Int
    ) -> Int {
        var answered = 0
        for element in items.elements {
            let reference = element.reference
            let itself = contents[reference]
            if let itself { standings[start + itself].allow(intentToRetain: element.intentToRetain) }
            switch contents.answer(reference, at: itself, items) {
            case .element(let position): standings[start + position].allow(intentToRetain: element.intentToRetain)
            case .alternative(let positions):
                for position in positions { standings[start + position].allow(intentToRetain: element.intentToRetain) }
            case .missing: continue
            }
            answered += 1
        }
        return answered
    }

    /// Device-signed elements are handed on where they are asked for by name.
    private func allowDeviceSigned(
        _ items: ItemsRequest, of document: Document, in standings: inout [ElementStanding], from start: Int
    ) {
        guard !document.deviceSigned.elements.isEmpty else { return }
        let asked = Dictionary(items.elements.map { ($0.reference, $0.intentToRetain) }) { $0 || $1 }
        for (position, element) in document.deviceSigned.elements.enumerated() {
            if let intentToRetain = asked[element.reference] { standings[start + position].allow(intentToRetain: intentToRetain) }
        }
    }

    private func recordUnrequested(
        _ document: Document, _ standings: ArraySlice<ElementStanding>, _ index: Int, _ reason: String,
        _ unrequested: inout [ElementReference], _ report: inout VerificationReport
    ) {
        let before = unrequested.count
        func record(_ reference: ElementReference) {
            report.record(.requestUnrequested, .warning, document: index, element: reference, reason)
            unrequested.append(reference)
        }
        let deviceSigned = standings.dropFirst(document.issuerSigned.items.count)
        let items = document.issuerSigned.items
        for (index, standing) in zip(items.indices, standings) where standing.isWithheld { record(items[index].reference) }
        for (element, standing) in zip(document.deviceSigned.elements, deviceSigned) where standing.isWithheld { record(element.reference) }
        if unrequested.count == before { report.record(.requestUnrequested, .passed, document: index) }
    }

    /// Keeps for each document request one document at most, each document for one request, so that use cases are served and then most is
    /// answered.
    private func choose(_ candidates: inout [Candidate], documents: Int, _ report: inout VerificationReport) {
        if candidates.count == 1 {
            // As nearly always.
            candidates[0].isChosen = candidates[0].answered > 0
        } else {
            var scores = [[Int]](repeating: [Int](repeating: 0, count: documents), count: docRequests.count)
            for candidate in candidates { scores[candidate.request][candidate.document] = candidate.answered }
            let chosen = assignment(scores)
            for position in candidates.indices {
                candidates[position].isChosen = chosen[candidates[position].request] == candidates[position].document
            }
        }
        for number in requests where items(number).requestInfo?.uniqueDocSetRequired == true {
            // A document that answers another request is none too many for this one.
            let count = candidates.count { candidate in
                candidate.request == number && !candidates.contains { $0.isChosen && $0.document == candidate.document && $0.request != number }
            }
            if count > 1 { report.record(.requestDocuments, .failed, "\(count) documents answer document request \(number), which allows one") }
        }
        candidates.removeAll { !$0.isChosen }
    }

    /// Of each request its document. What serves the use cases goes before what answers most, so that the order of requests decides nothing.
    private func assignment(_ scores: [[Int]]) -> [Int?] {
        let most = DocumentAssignment.best(scores)
        func isServed(_ useCase: UseCase) -> Bool { useCase.documentSets.contains { $0.allSatisfy { most[$0] != nil } } }
        // As nearly always.
        if useCases.isEmpty || (useCases.contains(where: isServed) && useCases.allSatisfy { !$0.isMandatory || isServed($0) }) { return most }
        let mandatory = useCases.filter(\.isMandatory).map(\.documentSets)
        // Where none is mandatory, any one will do.
        let wanted = mandatory.isEmpty ? [useCases.flatMap(\.documentSets)] : mandatory
        // What no document answers serves nothing, whatever else is chosen.
        let servable = wanted.map { sets in sets.filter { set in set.allSatisfy { number in scores[number].contains { $0 > 0 } } } }
        guard servable.allSatisfy({ !$0.isEmpty }) else { return most }
        var failed: Set<FailedSearch> = []
        return assignment(scores, serving: servable[...], beside: [], &failed) ?? most
    }

    /// What was searched for in vain. Many choices for the use cases before come to the same, and none of them is searched again.
    private struct FailedSearch: Hashable {
        /// How many use cases were left.
        let left: Int
        let needed: Set<Int>
    }

    /// The first assignment, each use case's sets taken in their order, that serves one set of each; nil where there is none.
    ///
    /// - Parameters:
    ///   - needed: requests that must be answered, for the use cases before these.
    ///   - failed: what is known to lead to none.
    private func assignment(
        _ scores: [[Int]], serving useCases: ArraySlice<[[Int]]>, beside needed: Set<Int>, _ failed: inout Set<FailedSearch>
    ) -> [Int?]? {
        let search = FailedSearch(left: useCases.count, needed: needed)
        guard !failed.contains(search) else { return nil }
        if let found = searched(scores, serving: useCases, beside: needed, &failed) { return found }
        failed.insert(search)
        return nil
    }

    private func searched(
        _ scores: [[Int]], serving useCases: ArraySlice<[[Int]]>, beside needed: Set<Int>, _ failed: inout Set<FailedSearch>
    ) -> [Int?]? {
        // One more of the needed counts for more than all that can be answered.
        let assigned = DocumentAssignment.best(
            scores.enumerated().map { number, row in row.map { $0 > 0 && needed.contains(number) ? $0 + elements.count + 1 : $0 } })
        guard needed.allSatisfy({ assigned[$0] != nil }) else { return nil }
        guard let sets = useCases.first else { return assigned }
        for set in sets {
            if let found = assignment(scores, serving: useCases.dropFirst(), beside: needed.union(set), &failed) { return found }
        }
        return nil
    }

    /// What was asked, answered and missing, all document requests in a row.
    private func answers(of chosen: [Candidate], _ documents: [Document], _ report: inout VerificationReport) -> RequestComparison {
        var comparison = RequestComparison()
        comparison.asked = elements
        // As nearly always, and without a list of its own.
        guard chosen.reduce(0, { $0 + $1.answered }) < comparison.asked.count else {
            comparison.answered = comparison.asked
            return comparison
        }
        for number in requests {
            let contents = chosen.first { $0.request == number }.map { DocumentContents(documents[$0.document]) }
            if contents == nil, isSpared(number, by: chosen) {
                for element in items(number).elements {
                    report.record(.requestMissing, .skipped, element: element.reference, "not answered; others serve what its document was asked for")
                }
                continue
            }
            for element in items(number).elements {
                if let contents, contents.answers(element.reference, items(number)) {
                    comparison.answered.append(element.reference)
                } else {
                    comparison.missing.append(element.reference)
                }
            }
        }
        return comparison
    }

    /// Whether nothing is missing where no document answers a document request: others serve every use case that names it.
    private func isSpared(_ number: Int, by chosen: [Candidate]) -> Bool {
        let naming = useCases.filter { useCase in useCase.documentSets.contains { $0.contains(number) } }
        return !naming.isEmpty && naming.allSatisfy { isServed($0, by: chosen) }
    }

    private func isServed(_ useCase: UseCase, by chosen: [Candidate]) -> Bool {
        useCase.documentSets.contains { set in set.allSatisfy { number in chosen.contains { $0.request == number } } }
    }

    private func checkDocuments(_ chosen: [Candidate], _ report: inout VerificationReport) {
        func isAnswered(_ number: Int) -> Bool { chosen.contains { $0.request == number } }
        guard !useCases.isEmpty else {
            for number in requests where !isAnswered(number) {
                report.record(.requestDocuments, .warning, "no document of type \"\(items(number).docType)\" answers document request \(number)")
            }
            if requests.allSatisfy(isAnswered) { report.record(.requestDocuments, .passed) }
            return
        }
        let served = useCases.map { isServed($0, by: chosen) }
        let missing = useCases.indices.first { useCases[$0].isMandatory && !served[$0] }
        report.require(
            missing == nil && served.contains(true), .requestDocuments,
            missing.map { "the mandatory use case \($0) is not served by the documents returned" } ?? "no use case is served by the documents returned")
    }
}

extension Document {
    /// How many elements it shows, the issuer's and the device's own.
    fileprivate var elementCount: Int { issuerSigned.items.count + deviceSigned.elements.count }
}
