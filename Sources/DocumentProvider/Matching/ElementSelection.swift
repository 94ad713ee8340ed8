public import MobileDocument

/// Which elements of one document answer one document request.
public struct ElementSelection: Sendable, Hashable {
    /// How a requested element is answered.
    public enum Answer: Sendable, Hashable {
        /// By itself.
        case element
        /// By another age attestation, which says the same.
        case age(ElementReference)
        /// By a set of other elements the requester accepts in its place.
        case alternative([ElementReference])
        /// Not at all.
        case missing
    }

    /// The requested elements with their answers, in the request's order.
    public let answers: [(requested: ItemsRequest.Element, answer: Answer)]

    /// True when everything asked for can be answered.
    public var isComplete: Bool { !answers.contains { $0.answer == .missing } }

    /// True when nothing of what is asked for can be answered.
    public var isEmpty: Bool { answers.allSatisfy { $0.answer == .missing } }

    /// The elements to release, each once, in the request's order.
    public var released: [ElementReference] {
        var seen: Set<ElementReference> = []
        return answers.flatMap { requested, answer -> [ElementReference] in
            switch answer {
            case .element: [requested.reference]
            case .age(let reference): [reference]
            case .alternative(let references): references
            case .missing: []
            }
        }.filter { seen.insert($0).inserted }
    }

    /// Chooses elements of a document: the element itself, else the nearest age attestation, else the first alternative
    /// set the document has whole (ISO/IEC 18013-5, 7.2.5; second edition 10.2).
    init(_ items: ItemsRequest, from document: HeldDocument) {
        answers = items.elements.map { element in (element, Self.answer(element.reference, items, document)) }
    }

    private static func answer(_ reference: ElementReference, _ items: ItemsRequest, _ document: HeldDocument) -> Answer {
        if AgeAttestation.nameSpaces.contains(reference.nameSpace), let age = AgeAttestation.threshold(of: reference.identifier) {
            if let nearest = AgeAttestation.nearest(to: age, in: document.ageAttestations(in: reference.nameSpace)) {
                let chosen = ElementReference(reference.nameSpace, AgeAttestation.identifier(of: nearest))
                return chosen == reference ? .element : .age(chosen)
            }
        } else if document.item(reference) != nil {
            return .element
        }
        for alternative in items.requestInfo?.alternativeDataElements ?? [] where alternative.requestedElement == reference {
            for set in alternative.alternativeSets where set.allSatisfy({ document.item($0) != nil }) { return .alternative(set) }
        }
        return .missing
    }

    /// Selections are equal when their answers are.
    public static func == (lhs: ElementSelection, rhs: ElementSelection) -> Bool {
        lhs.answers.elementsEqual(rhs.answers) { $0.requested == $1.requested && $0.answer == $1.answer }
    }

    /// Hashes what is released, in agreement with equality.
    public func hash(into hasher: inout Hasher) { hasher.combine(released) }
}
