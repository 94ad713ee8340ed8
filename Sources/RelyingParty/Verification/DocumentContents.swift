import CBOR
import DocumentTrust
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

    /// The elements, in their order.
    let references: [ElementReference]
    /// Positions by name; empty where the elements are few enough to be looked through.
    private let positions: [ElementReference: Int]
    /// Namespace, threshold and value of what is attested about ages.
    private let ageAttestations: [(nameSpace: NameSpace, threshold: Int, isReached: Bool)]

    private static let fewElements = 16

    init(_ document: Document) {
        references = document.issuerSigned.references
        var ageAttestations: [(nameSpace: NameSpace, threshold: Int, isReached: Bool)] = []
        for group in document.issuerSigned.nameSpaces where AgeAttestation.nameSpaces.contains(group.nameSpace) {
            let items = group.items
            for index in items.indices {
                if let threshold = AgeAttestation.threshold(of: items[index].elementIdentifier),
                    case .boolean(let isReached)? = try? items[index].elementValue.value()
                {
                    ageAttestations.append((group.nameSpace, threshold, isReached))
                }
            }
        }
        self.ageAttestations = ageAttestations
        // A repeated element refuses the document elsewhere; here the first one stands for both.
        let references = references
        positions =
            references.count <= Self.fewElements ? [:] : Dictionary(zip(references, references.indices)) { first, _ in first }
    }

    /// The position of an element.
    subscript(reference: ElementReference) -> Int? {
        references.count <= Self.fewElements ? references.firstIndex(of: reference) : positions[reference]
    }

    /// How the document answers a requested element: for an age by the nearest attestation (ISO/IEC 18013-5, 7.2.5), for
    /// an element that is missing by its first complete alternative (second edition, 10.2).
    func answer(_ reference: ElementReference, _ items: ItemsRequest) -> Answer {
        if let age = AgeAttestation.threshold(of: reference.identifier), AgeAttestation.nameSpaces.contains(reference.nameSpace),
            let nearest = AgeAttestation.nearest(
                to: age, in: ageAttestations.lazy.filter { $0.nameSpace == reference.nameSpace }.map { (key: $0.threshold, value: $0.isReached) }),
            let position = self[ElementReference(reference.nameSpace, AgeAttestation.identifier(of: nearest))]
        {
            return .element(position)
        }
        if let position = self[reference] { return .element(position) }
        for alternative in items.requestInfo?.alternativeDataElements ?? [] where alternative.requestedElement == reference {
            for set in alternative.alternativeSets {
                let found = set.compactMap { self[$0] }
                if found.count == set.count { return .alternative(found) }
            }
        }
        return .missing
    }
}
