import CBOR
import MobileDocument

/// What the issuer signed in one returned document, by name, gathered once for comparing it with the request.
struct DocumentContents {
    /// How one requested element is answered.
    enum Answer {
        /// By the issuer-signed element at this position, itself or the age attestation that settles the question.
        case element(Int)
        /// By the elements at these positions, an alternative the request accepts.
        case alternative([Int])
        /// Not at all.
        case missing
    }

    private let items: [IssuerSignedItem]
    private let nameSpaces: [IssuerSigned.Group]
    /// Positions by name; empty where the elements are few enough to be looked through.
    private let positions: [ElementReference: Int]

    private static let fewElements = 16

    init(_ document: Document) {
        nameSpaces = document.issuerSigned.nameSpaces
        // A repeated element refuses the document elsewhere; here the first one stands for both.
        let items = document.issuerSigned.items
        self.items = items
        positions = items.count <= Self.fewElements ? [:] : Dictionary(zip(items.map(\.reference), items.indices)) { first, _ in first }
    }

    /// The position of an element.
    subscript(reference: ElementReference) -> Int? {
        positions.isEmpty ? items.position(of: reference) : positions[reference]
    }

    /// Threshold and value of what an element attests about an age.
    private func ageAttestation(at index: Int) -> (key: Int, value: Bool)? {
        // By its kind first: what is named like an attestation may hold anything, and is looked at for every question.
        guard let threshold = AgeAttestation.threshold(of: items[index].elementIdentifier), var reader = try? items.elementValue(at: index).reader(),
            (try? reader.peekKind()) == .boolean, let isReached = try? reader.readBoolean()
        else { return nil }
        return (threshold, isReached)
    }

    /// The position of the attestation that settles a question about an age; nil where the element is no such question, or none settles it.
    ///
    /// - Parameter itself: the position of an element of the question's own name.
    private func attestation(of reference: ElementReference, at itself: Int?) -> Int? {
        guard let age = AgeAttestation.threshold(of: reference.identifier) else { return nil }
        // Nothing is nearer than the very age, where that is reached.
        if let itself, ageAttestation(at: itself)?.value == true { return itself }
        guard AgeAttestation.nameSpaces.contains(reference.nameSpace),
            let positions = nameSpaces.first(where: { $0.nameSpace == reference.nameSpace })?.positions,
            let nearest = AgeAttestation.nearest(to: age, in: positions.lazy.compactMap { ageAttestation(at: $0) })
        else { return nil }
        return nearest == age ? itself : self[ElementReference(reference.nameSpace, AgeAttestation.identifier(of: nearest))]
    }

    /// Whether the document answers a requested element at all.
    func answers(_ reference: ElementReference, _ items: ItemsRequest) -> Bool {
        if case .missing = answer(reference, at: self[reference], items) { false } else { true }
    }

    /// How the document answers a requested element: for an age by the nearest attestation (ISO/IEC 18013-5, 7.2.5), for
    /// an element that is missing by its first complete alternative (second edition, 10.2).
    ///
    /// - Parameter itself: the position of an element of that very name.
    func answer(_ reference: ElementReference, at itself: Int?, _ items: ItemsRequest) -> Answer {
        if let position = attestation(of: reference, at: itself) { return .element(position) }
        if let itself { return .element(itself) }
        for alternative in items.requestInfo?.alternativeDataElements ?? [] where alternative.requestedElement == reference {
            for set in alternative.alternativeSets {
                let found = set.compactMap { self[$0] }
                if found.count == set.count { return .alternative(found) }
            }
        }
        return .missing
    }
}
